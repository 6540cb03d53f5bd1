//! Reading doctrines: named weights of the one script, and the random player.

use super::combat::RetreatPolicy;
use crate::game::built_in;
use crate::game::doctrine_book::weights;

/// Largest weight, either way.
const LARGEST: f64 = 1000.0;

const POLICIES: [(&str, RetreatPolicy); 3] =
    [("try", RetreatPolicy::Try), ("accept", RetreatPolicy::Accept), ("smart", RetreatPolicy::Smart)];

weights! {
    /// The weights of a doctrine.
    book built_in!("armies/dogfaces/doctrines.toml");
    numbers f32 = 0.0, -LARGEST..=LARGEST;
    words {
        retreat_policy "retreat-policy": RetreatPolicy = RetreatPolicy::Smart, "retreat policy", POLICIES,
            "whether to try to ignore retreats (P-11)";
    }
    shot "shot" "value of the best attack from a hex";
    risk "risk" "loss to be expected in a hex";
    close "close" "way left from a hex to a shot at the focus enemy";
    cover "cover" "points of cover in a hex";
    lead "lead" "being in a ready leader's range";
    spread "spread" "friends next to a hex while enemies have area weapons";
    group "group" "distance to the friends' centre";
    kill "kill" "chance to remove a target";
    suppress "suppress" "chance to stop a target";
    thrift "thrift" "power of the number of shooters by which an attack's worth is divided";
    overwatch "overwatch" "inclination to put units on Overwatch";
    hunt "hunt" "half of what leaders and medics are worth more";
    revive "revive" "chance to bring a Stunned target round";
    objective "objective" "what a hex does for the scenario";
    mass "mass" "points a side wants to bring on the enemy for each of his in reply, before it comes into his reach";
    poise "poise" "how much more losses count as long as it cannot";
    banks "banks" "how much more where all of them stand beyond bridges";
    guard "guard" "how much more the loss counts of what a unit is worth beyond a rifleman";
    rear "rear" "hexes by which leaders and medics keep behind the foremost";
    rescue "rescue" "Stunned friends in reach of a leader or medic";
    spare "spare" "share of what the removal of a target is worth that a long Stun takes off";
    threshold "threshold" "least worth of an attack, as a share of a rifleman's value";
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What sets each doctrine of the rulebook off from the others survives the tuning.
    #[test]
    fn the_doctrines_keep_their_character() {
        let book = DoctrineBook::built_in();
        let expected =
            ["massed-fire", "suppressors", "overwatch-anvil", "standoff", "close-assault", "envelop", "headhunters"];
        assert_eq!(book.names(), expected);
        assert_eq!(book.most(|w| w.kill), "massed-fire");
        assert_eq!(book.most(|w| -w.thrift), "massed-fire");
        assert_eq!(book.most(|w| w.suppress), "suppressors");
        assert_eq!(book.most(|w| w.thrift), "suppressors");
        assert_eq!(book.most(|w| w.overwatch), "overwatch-anvil");
        assert_eq!(book.most(|w| w.lead), "overwatch-anvil");
        assert_eq!(book.most(|w| w.cover), "overwatch-anvil");
        assert_eq!(book.most(|w| w.risk), "standoff");
        assert_eq!(book.most(|w| w.close), "close-assault");
        assert_eq!(book.most(|w| -w.risk), "close-assault");
        assert_eq!(book.most(|w| -w.group), "envelop");
        assert_eq!(book.most(|w| w.hunt), "headhunters");
        for doctrine in &book.doctrines {
            let w = doctrine.weights;
            assert_eq!((w.revive, w.objective, w.threshold), (1.0, 1.0, 0.01), "{}", doctrine.name);
            assert_eq!(w.retreat_policy, RetreatPolicy::Smart);
        }
    }
}
