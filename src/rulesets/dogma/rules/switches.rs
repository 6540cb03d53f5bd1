//! Switches of the rules with a list of values, the default first.

use crate::game::switches::choices;

choices! {
    /// `recoil-when`: what becomes of a target that is not destroyed in close combat.
    RecoilWhen {
        /// It recoils, whatever the dice.
        Always = "always",
        /// It recoils only from a higher total.
        AttackerHigher = "attacker-higher",
    }
}

choices! {
    /// `recoil-off-table`: what the table edge does to a recoil.
    RecoilOffTable {
        /// It destroys.
        Destroyed = "destroyed",
        /// It stops whatever reaches it.
        Stops = "stops",
    }
}

choices! {
    /// `air-close`: whether Air Support takes part in close combat.
    AirClose {
        /// No.
        Forbidden = "forbidden",
        /// It may attack, though nobody may attack it.
        Allowed = "allowed",
    }
}

choices! {
    /// `air-call-die`: what is compared with `air-call-min`.
    AirCallDie {
        /// The die as thrown.
        Natural = "natural",
        /// The Initiative Points.
        Modified = "modified",
    }
}

choices! {
    /// `cheap-rule-base`: of what the cheap Elements are a share.
    CheapRuleBase {
        /// Of the costs of all Elements.
        Elements = "elements",
        /// Of what is spent, Dogma included.
        Spent = "spent",
        /// Of the points limit.
        Limit = "limit",
    }
}

choices! {
    /// `force-value-base`: what the value of a Force is made of.
    ForceValueBase {
        /// The costs of its Elements.
        Elements = "elements",
        /// Those and the Dogma's.
        ElementsAndDogma = "elements-and-dogma",
    }
}

choices! {
    /// `commander-in-reserve`: whether the Commander may wait off the table.
    CommanderInReserve {
        /// He may.
        Allowed = "allowed",
        /// He may not.
        Forbidden = "forbidden",
    }
}

choices! {
    /// `terrain-policy`: who places terrain.
    TerrainPolicy {
        /// The players, in turn.
        Scripted = "scripted",
        /// Chance, by the weights of the ruling.
        Random = "random",
        /// The map.
        Fixed = "fixed",
        /// Nobody: the table is empty.
        Nothing = "none",
    }
}

choices! {
    /// `terrain-occupancy`: when a base is in a feature.
    TerrainOccupancy {
        /// When its centre is.
        Centre = "centre",
        /// When any part of it is.
        Any = "any",
        /// When all of it is.
        Whole = "whole",
    }
}

choices! {
    /// `sight-line`: how range and sight go together.
    SightLine {
        /// The least distance counts for range, any clear line for sight.
        Independent = "independent",
        /// One line has to satisfy both.
        SameLine = "same-line",
    }
}

choices! {
    /// `group-shapes`: which shapes a Group may have.
    GroupShapes {
        /// Any connected one.
        Any = "any",
        /// Lines and columns.
        LinesAndColumns = "lines-and-columns",
    }
}

choices! {
    /// `group-membership`: who moves and turns as a Group.
    GroupMembership {
        /// Any that stand as one when the phase begins.
        Fluid = "fluid",
        /// Those whom their owner wrote down as one.
        Declared = "declared",
    }
}

choices! {
    /// `artillery-group`: which Groups Artillery may name.
    ArtilleryGroup {
        /// Any that stand as one.
        AnyContactSet = "any-contact-set",
        /// Those that their owner wrote down, each as a whole.
        Declared = "declared",
    }
}

choices! {
    /// `wheel-measure`: how a wheel is measured.
    WheelMeasure {
        /// Along the path of the outer front corner.
        FrontOuterCorner = "front-outer-corner",
        /// Along the path of the corner that is farthest from the pivot.
        FarthestCorner = "farthest-corner",
        /// Straight, from start to end of the outer front corner.
        Chord = "chord",
    }
}

choices! {
    /// `contact-edge`: which edge of several is contacted.
    ContactEdge {
        /// The one whose outer side holds the mover, the front before others.
        TowardsMover = "towards-mover",
        /// The owner picks.
        Free = "free",
    }
}

choices! {
    /// `flank-start`: where a flanker must start.
    FlankStart {
        /// Anywhere.
        Anywhere = "none",
        /// Behind the line of the enemy's front edge.
        BehindFrontLine = "behind-front-line",
    }
}

choices! {
    /// `close-attack-edge`: through which edge an Element may attack.
    CloseAttackEdge {
        /// Any.
        Any = "any",
        /// Its front.
        Front = "front",
    }
}

choices! {
    /// `support-exhausts`: how long supporting or attacking uses an Element up.
    SupportExhausts {
        /// For the turn.
        Turn = "turn",
        /// For the phase.
        Phase = "phase",
        /// Supports are free; attacks are one a phase.
        Never = "never",
    }
}

choices! {
    /// `attacks-per-target`: how often a target may be attacked.
    AttacksPerTarget {
        /// Once a turn.
        Turn = "turn",
        /// Once a phase.
        Phase = "phase",
    }
}

choices! {
    /// `shaken-checks`: how often a shaken Element checks.
    ShakenChecks {
        /// Once a turn, for moving and firing.
        One = "one",
        /// For each apart.
        Two = "two",
    }
}

choices! {
    /// `scout-bar`: which Scouts may make no contact in the first turn.
    ScoutBar {
        /// Those deployed outside the zone.
        DeployedForward = "deployed-forward",
        /// All Assault Elements of the Force.
        AllAssault = "all-assault",
    }
}

choices! {
    /// `entry-edges`: where reserves may enter.
    EntryEdges {
        /// Anywhere but within the enemy Deployment Zone.
        OutsideEnemyZone = "outside-enemy-zone",
        /// Anywhere but along the enemy edge.
        NotEnemyEdge = "not-enemy-edge",
    }
}

choices! {
    /// `invasion-base`: of what a third is to be brought off.
    InvasionBase {
        /// Of the Force without Air Support.
        WithoutAir = "without-air",
        /// Of the whole Force.
        Whole = "whole",
    }
}

choices! {
    /// `hold-check`: what holders have to do in the enemy turn.
    HoldCheck {
        /// Survive.
        Survive = "survive",
        /// Survive, and stay in place.
        SurviveAndRemain = "survive-and-remain",
    }
}

choices! {
    /// `koth-points-scaling`: whether the hill's points grow with the game.
    KothPointsScaling {
        /// No.
        Fixed = "fixed",
        /// A quarter of the points limit.
        Quarter = "quarter",
    }
}

choices! {
    /// `cap-result`: how a game ends that reaches its last round.
    CapResult {
        /// A draw.
        Draw = "draw",
        /// By the share of enemy value destroyed.
        Points = "points",
    }
}

choices! {
    /// `invasion-at-cap`: how Invasion ends at the last round.
    InvasionAtCap {
        /// The opponent wins.
        Opponent = "opponent",
        /// A draw.
        Draw = "draw",
    }
}

choices! {
    /// `aggressor`: who is the aggressor.
    Aggressor {
        /// The winner of a roll-off.
        Roll = "roll",
        /// The player of the first seat.
        First = "first",
        /// The player of the second seat.
        Second = "second",
    }
}

choices! {
    /// `edge-policy`: how edges are found.
    EdgePolicy {
        /// By the dice.
        Roll = "roll",
        /// The aggressor has the southern edge.
        Fixed = "fixed",
    }
}
