//! Switches that the course of a game reads, and the words that they take.

use crate::game::switches::choices;

choices! {
    /// `turn.system`: how turns run.
    TurnSystem {
        /// Two halves, one for each player.
        Ab = "ab",
        /// Groups move alternately.
        Activation = "activation",
    }
}

choices! {
    /// `turn.activation-fire`: when fire is resolved under activation.
    TurnActivationFire {
        /// All units together after all movement.
        Simultaneous = "simultaneous",
        /// All of A, then all of B.
        AThenB = "a-then-b",
        /// Group by group, each activation being a small half.
        PerGroup = "per-group",
    }
}

choices! {
    /// `turn.activation-rout`: when routed units run under activation.
    TurnActivationRout {
        /// At the start of the turn.
        Start = "start",
        /// When their group is activated.
        WithGroup = "with-group",
    }
}

choices! {
    /// `turn.group-order`: how long the written order of groups stands.
    TurnGroupOrder {
        /// For the game.
        Fixed = "fixed",
        /// For a turn, when it is rewritten in secret.
        EachTurn = "each-turn",
    }
}

choices! {
    /// `setup.ratio-check`: what comes of a defender who has too many units, or too much cavalry, for the attacker. A list
    /// against itself is told of at any rate: it is played to measure something else than who wins.
    SetupRatioCheck {
        /// The lists do not meet.
        Refused = "refused",
        /// They meet with a warning.
        Warned = "warned",
    }
}

choices! {
    /// `initiative.frequency`: how often initiative is rolled for.
    InitiativeFrequency {
        /// Every turn.
        EachTurn = "each-turn",
        /// Once a game.
        Once = "once",
    }
}

choices! {
    /// `fire.order`: who fires first.
    FireOrder {
        /// The non-phasing player.
        NonPhasing = "non-phasing",
        /// Who rolls higher on one die each half.
        DieRoll = "die-roll",
        /// The brigade whose commander has the higher margin over his T, pair by pair.
        TacticalRoll = "tactical-roll",
        /// Units with commanders.
        CommandersFirst = "commanders-first",
    }
}

choices! {
    /// `fire.rate`: how often a unit fires.
    FireRate {
        /// Once in each fire step.
        PerPhase = "per-phase",
        /// Once a turn.
        PerTurn = "per-turn",
    }
}

choices! {
    /// `fire.consecutive`: what consecutive fire is, which has a bonus.
    FireConsecutive {
        /// There is none.
        Off = "off",
        /// The second shot of a step at one target.
        SecondShooter = "second-shooter",
        /// A shot at the target of the last fire step by a unit that has not moved since.
        SameTarget = "same-target",
    }
}

choices! {
    /// `fire.gang-limit`: what the limit on shooters at one target counts.
    FireGangLimit {
        /// Units of one arm.
        PerArm = "per-arm",
        /// All units.
        Total = "total",
    }
}

choices! {
    /// `fire.nearest`: what counts when the nearest band is sought.
    FireNearest {
        /// Enemies that the unit could lawfully shoot now.
        Shootable = "shootable",
        /// Enemies that it sees.
        Seen = "seen",
    }
}

choices! {
    /// `los.overhead`: who fires over friends.
    LosOverhead {
        /// Artillery on ground higher than the friend.
        Strict = "strict",
        /// Artillery, at any height.
        ArtilleryLevel = "artillery-level",
        /// Any arm from higher ground.
        HigherAny = "higher-any",
    }
}

choices! {
    /// `los.dead-zone-rounding`: how half the distance of a dead zone is rounded.
    LosDeadZoneRounding {
        /// Up.
        Up = "up",
        /// Down.
        Down = "down",
    }
}

choices! {
    /// `los.skirmishers`: whether skirmishers are in the way of a shot.
    LosSkirmishers {
        /// They are not.
        Clear = "clear",
        /// They block it, as other units do.
        Block = "block",
    }
}

choices! {
    /// `movement.cavalry-turns`: which cavalry turns twice in a move.
    MovementCavalryTurns {
        /// All of it.
        All = "all",
        /// Light cavalry.
        LightOnly = "light-only",
    }
}

choices! {
    /// `zoc.contact`: whether an entered zone of control binds to melee.
    ZocContact {
        /// It does.
        Mandatory = "mandatory",
        /// Each melee is a choice.
        Declare = "declare",
    }
}

choices! {
    /// `zoc.contacted`: when a contacted unit loses its zone of control.
    ZocContacted {
        /// From the first round fought.
        Keeps = "keeps",
        /// From contact.
        Loses = "loses",
    }
}

choices! {
    /// `terrain.road-column`: where a unit that used the road is in column.
    TerrainRoadColumn {
        /// In terrain whose TE the road cancelled.
        TerrainOnly = "terrain-only",
        /// In every road hex.
        AllRoads = "all-roads",
        /// Nowhere.
        Off = "off",
    }
}

choices! {
    /// `terrain.crossing-sides`: which ways lead on and off a crossing of a river.
    TerrainCrossingSides {
        /// All that do not lead through plain river.
        Any = "any",
        /// Along the road or straight across.
        Line = "line",
    }
}

choices! {
    /// `cover.forested-hill`: cover of a forested hill.
    CoverForestedHill {
        /// That of the forest, and that of height against lower enemies.
        ByLevel = "by-level",
        /// Both against everybody.
        Always = "always",
    }
}

choices! {
    /// `melee.base-values`: base values in melee.
    MeleeBaseValues {
        /// By grade and type.
        ByGrade = "by-grade",
        /// 1 for all.
        Flat = "flat",
    }
}

choices! {
    /// `melee.plane`: where the friend past the melee plane stands.
    MeleePlane {
        /// Next to the enemy.
        Adjacent = "adjacent",
        /// Within two hexes of the enemy.
        Within2 = "within-2",
    }
}

choices! {
    /// `melee.primary`: who names the primary enemy of a unit.
    MeleePrimary {
        /// The phasing player, for both sides.
        Phasing = "phasing",
        /// Its owner.
        Owner = "owner",
    }
}

choices! {
    /// `melee.advance-contact`: contact made by an advance after melee.
    MeleeAdvanceContact {
        /// It is a choice.
        Optional = "optional",
        /// It binds.
        Mandatory = "mandatory",
    }
}

choices! {
    /// `fatigue.facing`: whether a unit at the limit of its TE turns.
    FatigueFacing {
        /// It does not.
        Locked = "locked",
        /// It does.
        Free = "free",
    }
}

choices! {
    /// `artillery.move-fire`: fire of a battery that moved and unlimbered in the turn.
    ArtilleryMoveFire {
        /// With a penalty.
        WithCp = "with-cp",
        /// Not before the next turn.
        NextTurn = "next-turn",
    }
}

choices! {
    /// `artillery.push-direction`: where guns are pushed.
    ArtilleryPushDirection {
        /// Into a front hex.
        Front = "front",
        /// Into any hex.
        Any = "any",
    }
}

choices! {
    /// `artillery.crew-contact`: what becomes of a crew in contact.
    ArtilleryCrewContact {
        /// It steps back again.
        StepBack = "step-back",
        /// It is destroyed.
        Destroyed = "destroyed",
    }
}

choices! {
    /// `rout.zoc`: which zones destroy a routed unit that enters them.
    RoutZoc {
        /// Active ones.
        Active = "active",
        /// The three front hexes of any enemy.
        AnyFront = "any-front",
    }
}

choices! {
    /// `rout.direction`: which way a rout goes.
    RoutDirection {
        /// Opposite to the facing in which the unit broke.
        Facing = "facing",
        /// Straight to the own edge.
        OwnEdge = "own-edge",
    }
}

choices! {
    /// `rout.friends`: what a routed unit does before a friend.
    RoutFriends {
        /// It passes through.
        Strict = "strict",
        /// It goes round where a side hex is free.
        Sidestep = "sidestep",
    }
}

choices! {
    /// `rally.timing`: when units rally.
    RallyTiming {
        /// At the end of their own half.
        EndOfPhase = "end-of-phase",
        /// All at the end of the turn.
        EndOfTurn = "end-of-turn",
    }
}

choices! {
    /// `rally.self`: which units rally by themselves.
    RallySelf {
        /// Rare ones.
        RareOnly = "rare-only",
        /// None.
        None = "none",
        /// Veterans.
        Veteran = "veteran",
    }
}

choices! {
    /// `command.mode`: what commanders are.
    CommandMode {
        /// Markers that are placed on units.
        Symbols = "symbols",
        /// Pieces that move.
        Figures = "figures",
    }
}

choices! {
    /// `command.placement`: when commanders join steady units.
    CommandPlacement {
        /// Before movement.
        BeforeMovement = "before-movement",
        /// After it.
        AfterMovement = "after-movement",
    }
}

choices! {
    /// `command.sphere`: what the hexes round a commander share with his own.
    CommandSphere {
        /// Nothing.
        Off = "off",
        /// Rally.
        Rally = "rally",
        /// Rally and his value in combat.
        RallyAndCombat = "rally-and-combat",
    }
}

choices! {
    /// `cvs.mode`: where command values come from.
    CvsMode {
        /// There are none.
        Off = "off",
        /// They are drawn for each game.
        Random = "random",
        /// The lists have them.
        Set = "set",
    }
}

choices! {
    /// `cvs.morale-use`: what M is for.
    CvsMoraleUse {
        /// Nothing.
        None = "none",
        /// A rally removes as many hits more.
        Rally = "rally",
    }
}

choices! {
    /// `integrity.measure`: what loss is counted in.
    IntegrityMeasure {
        /// Units.
        Units = "units",
        /// Their points.
        Points = "points",
    }
}

choices! {
    /// `integrity.supreme-check`: checks of a force without its supreme commander.
    IntegritySupremeCheck {
        /// One.
        Once = "once",
        /// One a turn until he is replaced.
        EachTurn = "each-turn",
        /// None.
        Off = "off",
    }
}

choices! {
    /// `integrity.edge`: what becomes of a unit that withdraws over the edge.
    IntegrityEdge {
        /// It has left the board.
        Removed = "removed",
        /// It stops there.
        Stops = "stops",
    }
}

choices! {
    /// `integrity.due-units`: where units that are still due count as part of their army.
    IntegrityDueUnits {
        /// In what breaks the army, but not in its integrity checks.
        Victory = "victory",
        /// Nowhere.
        None = "none",
        /// In both.
        Both = "both",
    }
}

choices! {
    /// `victory.tie`: what equal points are.
    VictoryTie {
        /// A draw.
        Draw = "draw",
        /// A win of the defender.
        Defender = "defender",
    }
}

choices! {
    /// `hidden.visibility`: how far sight reaches.
    HiddenVisibility {
        /// As on a clear day.
        ClearDay = "clear-day",
        /// As on any other day.
        Other = "other",
    }
}

choices! {
    /// `hidden.start`: which units start hidden.
    HiddenStart {
        /// All of the side that hides.
        All = "all",
        /// Those that no enemy sees.
        Unseen = "unseen",
    }
}

choices! {
    /// `hidden.sides`: who hides units.
    HiddenSides {
        /// The defender.
        Defender = "defender",
        /// Both sides.
        Both = "both",
    }
}

choices! {
    /// `reinforcement.entry`: where arrivals enter.
    ReinforcementEntry {
        /// Where it is written.
        Fixed = "fixed",
        /// At one of three locations by die.
        D6 = "d6",
    }
}

choices! {
    /// `reinforcement.roll`: what one roll for entry is for.
    ReinforcementRoll {
        /// All arrivals of a side in the turn.
        PerSide = "per-side",
        /// One group.
        PerGroup = "per-group",
    }
}

choices! {
    /// `construction.interrupt`: what becomes of works whose builder stops.
    ConstructionInterrupt {
        /// They begin anew.
        LoseProgress = "lose-progress",
        /// They wait.
        Pause = "pause",
    }
}

choices! {
    /// `construction.under-fire`: whether a hit stops a builder.
    ConstructionUnderFire {
        /// It does not.
        Ignore = "ignore",
        /// It does.
        Interrupt = "interrupt",
    }
}

choices! {
    /// `setup.ror-per`: who has a route of retreat of its own.
    SetupRorPer {
        /// A division.
        Division = "division",
        /// A brigade.
        Brigade = "brigade",
    }
}

choices! {
    /// `mounted.rout-by-cavalry`: which mounted infantry routs when cavalry contacts it.
    MountedRoutByCavalry {
        /// That in the saddle.
        Mounted = "mounted",
        /// All of it.
        Always = "always",
    }
}

choices! {
    /// `random.symmetry`: whether random maps are symmetrical.
    RandomSymmetry {
        /// One half is the image of the other under a half-turn.
        Rotated = "rotated",
        /// They are not.
        None = "none",
    }
}
