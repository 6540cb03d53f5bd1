//! Switches that only whole games ask for.

use crate::game::switches::choices;

choices! {
    /// `reroll-at`: which rolls may be thrown again by the stratagem.
    RerollAt {
        /// Command Dice, arrival, deployment, charges, tests on Ld, sweeps, mishaps, Force Morale.
        KeyRolls = "key-rolls",
        /// Command Dice alone.
        CommandDice = "command-dice",
    }
}

choices! {
    /// `split-squad`: what a die does for a Squad that is half on the table.
    SplitSquad {
        /// Each Team what it can.
        Each = "each",
        /// All activate, or all deploy.
        OneKind = "one-kind",
    }
}

choices! {
    /// `squad-deploy`: where the Teams of one die deploy.
    SquadDeploy {
        /// By one point.
        SamePoint = "same-point",
        /// Each by any point.
        AnyPoint = "any-point",
    }
}

choices! {
    /// `vehicle-arcs`: where vehicles may fire.
    VehicleArcs {
        /// All round.
        AllRound = "all-round",
        /// Not at targets behind them.
        FrontHalf = "front-half",
    }
}

choices! {
    /// `overwatch-after-move`: how heavy weapons fire from Overwatch after a move.
    OverwatchAfterMove {
        /// Snap shots, if moving matters to them.
        SnapHeavy = "snap-heavy",
        /// At full skill.
        Full = "full",
    }
}

choices! {
    /// `first-active`: who is active in the first Phase.
    FirstActive {
        /// Who moved first in the Patrol Phase, or the attacker.
        ByScenario = "by-scenario",
        /// Side A: the first seat, or the attacker.
        SideA = "side-a",
        /// Side B.
        SideB = "side-b",
    }
}

choices! {
    /// `crossing-team`: who may cross the table in The Probe.
    CrossingTeam {
        /// Infantry and bikes.
        Infantry = "infantry",
        /// All on the ground.
        Ground = "ground",
    }
}

choices! {
    /// `objective-piece`: what stands on the objective.
    ObjectivePiece {
        /// Ruins.
        Ruins = "ruins",
        /// A building.
        Building = "building",
        /// Nothing.
        Open = "open",
    }
}

choices! {
    /// `officer-spill`: what becomes of blows and shots that are left when the last trooper of an officer's Team falls.
    OfficerSpill {
        /// They are lost.
        No = "no",
        /// They fall on the officer.
        Spill = "spill",
    }
}
