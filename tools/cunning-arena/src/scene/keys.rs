//! All keys of scene files, for editors and for the documentation. A test compares them with what the reader asks for.

/// A key of a scene file.
pub struct SceneKey {
    /// The key.
    pub name: &'static str,
    /// What its value is.
    pub shape: Shape,
    /// The value that counts if the key is missing, as it is written in a file; empty if there is none.
    pub default: &'static str,
    /// What it means.
    pub doc: &'static str,
}

/// The shape of a value.
pub enum Shape {
    /// A string, such as a name.
    Text,
    /// `true` or `false`.
    Truth,
    /// A whole number.
    Int,
    /// A number with up to three decimals.
    Number,
    /// Seconds, or a string such as `"500 ms"`.
    Time,
    /// A cell as `[x, y]`, or the name of a place.
    Cells,
    /// A cell as `[x, y]`, or a list of cells.
    Places,
    /// Items with counts, as in `{ coin = 3 }`.
    Goods,
    /// One of some words.
    Word(&'static [&'static str]),
    /// A list of strings.
    Texts,
    /// A string, or a list of strings.
    Phrases,
    /// A bool, a whole number or a string.
    Value,
    /// A table with these keys.
    Keys(&'static [SceneKey]),
    /// A list of tables with these keys.
    List(&'static [SceneKey]),
    /// A table in which each name has a value of this shape.
    Each(&'static Shape),
    /// A terrain, or a table with these keys.
    Letter(&'static [SceneKey]),
    /// Facts with the phrases that sense them, and these keys.
    Sense(&'static [SceneKey]),
    /// The tables of a scene again, with what is different, and these keys.
    Scene(&'static [SceneKey]),
}

use Shape::{
    Cells, Each, Goods, Int, Keys, Letter, List, Number, Phrases, Places, Sense, Text, Texts, Time, Truth,
    Value, Word,
};

const fn key(name: &'static str, shape: Shape, default: &'static str, doc: &'static str) -> SceneKey {
    SceneKey { name, shape, default, doc }
}

/// The tables of a scene file.
pub const SCENE_KEYS: &[SceneKey] = &[
    key("scene", Keys(HEADER), "", "The scene itself; the only table that is needed"),
    key(
        "legend",
        Each(&Letter(LEGEND)),
        "",
        "What letters of the map mean: `\"ground\"`, `\"cover\"`, `\"water\"`, `\"tree\"`, `\"wall\"`, or a table. Without an entry `.` is ground, `o` low cover, `~` water, `T` a tree, `#` or a blank a wall, and `+`, `/`, `%` are doors: closed, open, locked",
    ),
    key("spots", Each(&Places), "", "Named places, besides those of the legend"),
    key("item", Each(&Keys(ITEM)), "", "Kinds of items"),
    key("weapon", Each(&Keys(WEAPON)), "", "Kinds of weapons"),
    key("body", Each(&Keys(BODY)), "", "Kinds of bodies; `human` is there unless the scene defines it"),
    key("navigator", Each(&Keys(NAVIGATOR)), "", "How actors that `seek` find their way"),
    key("rules", Keys(RULES), "", "Rules of the world"),
    key(
        "baseline",
        Each(&Keys(BASELINE)),
        "",
        "The numbers of a baseline that minds can be compared with: `fsm`, `bt` or `utility`",
    ),
    key(
        "observer",
        Keys(OBSERVER),
        "",
        "Where agents matter most: the farther away from it, the later they get plans and the less often they sense",
    ),
    key("station", List(STATION), "", "Stations, where actors take, put, buy, sell and work"),
    key("actor", List(ACTOR), "", "Actors: bodies, most of them with a mind"),
    key("commander", List(COMMANDER), "", "Agents without a body"),
    key("item_at", List(ITEM_AT), "", "Items on the ground"),
    key("do", Each(&Phrases), "", "What the body does for each action of the domain"),
    key("sense", Each(&Sense(SENSE)), "", "Sensors that archetypes can name: facts with what they sense"),
    key("check", Each(&Truth), "", "Answers to the checks of actions; the default is yes"),
    key("win", List(WIN), "", "What decides the scene"),
    key("event", List(EVENT), "", "What happens at a time by itself"),
    key("switch", Each(&Keys(SWITCH)), "", "Options of the scene, set with `--set NAME=false`"),
    key(
        "difficulty",
        Each(&Shape::Scene(DIFFICULTY)),
        "",
        "Levels of difficulty: tables of the scene again, with what is different",
    ),
    key("briefing", Keys(BRIEFING), "", "Makes the scene a game: a person commands a team"),
    key("order", Each(&Keys(ORDER)), "", "What the person may order"),
    key("objective", List(OBJECTIVE), "", "What counts in the game"),
    key("player", Each(&Keys(PLAYER)), "", "Scripts that play the game"),
    key("quest", Keys(QUEST), "", "Map, items and enemies from a quest file, instead of `map`"),
];

const HEADER: &[SceneKey] = &[
    key("name", Text, "", "The name of the scene"),
    key("doc", Text, "\"\"", "What it shows"),
    key("seed", Int, "0", "The seed, if none is given"),
    key("teams", Texts, "[]", "The teams; each is the enemy of all others"),
    key("map", Text, "", "The rows of the map, one letter for each cell"),
    key(
        "crowd",
        Int,
        "",
        "The number of actors in groups; groups, stocks and places of jobs are scaled to it",
    ),
    key("difficulty", Text, "", "The level that is used by default"),
];

const LEGEND: &[SceneKey] = &[
    key("spot", Text, "", "Ground that belongs to this place"),
    key("spots", Text, "", "Ground that is a place of its own: `bed` makes `bed1`, `bed2` and so on"),
    key("door", Word(&["open", "closed", "locked"]), "", "A door"),
    key("name", Text, "", "The name of the door"),
    key("key", Text, "", "The item that unlocks the door"),
];

const ITEM: &[SceneKey] = &[
    key("heals", Int, "0", "The health that using it restores"),
    key("blast", Keys(BLAST), "", "Makes it a grenade"),
];

const BLAST: &[SceneKey] = &[
    key("range", Int, "9", "How far it can be thrown, in cells"),
    key("radius", Int, "3", "How far the blast reaches, in cells"),
    key("damage", Int, "80", "The damage at the centre"),
    key("fuse", Time, "2.5", "The time until it goes off"),
    key("loudness", Int, "60", "How far the blast is heard, in cells"),
];

const WEAPON: &[SceneKey] = &[
    key("range", Int, "12", "The range, in cells"),
    key("damage", Int, "20", "The damage of a hit"),
    key("near", Number, "0.8", "The chance of a hit next to the target"),
    key("far", Number, "0.2", "The chance of a hit at full range"),
    key("magazine", Int, "12", "The rounds of a magazine"),
    key("interval", Time, "0.4", "The time between two shots"),
    key("reload", Time, "1.5", "The time to reload"),
    key("draw", Time, "0.5", "The time to take it in hand instead of another weapon"),
    key("ammunition", Text, "", "The item that a reload uses up; none is endless"),
    key("suppression", Number, "0.15", "What a shot adds to the suppression of its target"),
    key("loudness", Int, "30", "How far a shot is heard, in cells"),
];

const BODY: &[SceneKey] = &[
    key("speed", Number, "3.5", "Cells a second; half of it crouched"),
    key("health", Int, "100", "The health at the start"),
    key("sight", Int, "20", "How far it sees, in cells"),
    key("view", Int, "120", "The angle of view, in degrees"),
    key("hearing", Number, "1", "How well it hears: noises reach this many times as far"),
];

const NAVIGATOR: &[SceneKey] = &[
    key("fear", Number, "0", "The weight of its knowledge against the straight distance, from 0 to 1"),
    key("reach", Int, "1024", "The most cells around a memory that are feared"),
    key(
        "map_range",
        Int,
        "",
        "How many steps around its walks it remembers the ground, where it takes the shortest path that it does not fear; without it, it keeps no map",
    ),
    key("half_life", Time, "", "The time in which half of a memory fades; without it, memories stay"),
    key(
        "knows",
        Texts,
        "[\"memory\"]",
        "What it knows: `memory` its own walks, `seen` walks of others that it saw, `computed` the cost of walking from every cell",
    ),
];

const RULES: &[SceneKey] = &[
    key("time_limit", Time, "", "The time after which the scene is a draw"),
    key("money", Text, "", "The item that prices are in"),
    key("bodies", Word(&["solid", "pass"]), "\"solid\"", "Whether actors stand in each other's way"),
    key(
        "jitter",
        Int,
        "0",
        "Every actor starts at a random cell within that many steps of its starting cell",
    ),
    key(
        "scatter",
        Truth,
        "false",
        "Whether an actor whose `at` is a place starts at a random cell of that place",
    ),
    key("vary", Number, "0", "The share by which the times of jobs vary with the seed"),
    key("day", Time, "", "The length of a day; with it, there are hours"),
    key("hour", Int, "", "The hour at the start; without it, it is drawn from the seed"),
    key("suppression", Keys(SUPPRESSION), "", "How suppression works"),
];

const SUPPRESSION: &[SceneKey] = &[
    key("pins", Number, "", "The suppression from which an actor is pinned; without it, none is"),
    key("holds", Time, "0", "The time after the last shot during which it does not fade"),
    key("fades", Number, "0.25", "How much fades in a second"),
    key(
        "cover",
        Number,
        "0.2",
        "The factor on the chance to hit a pinned actor from the front of its low cover",
    ),
];

const BASELINE: &[SceneKey] = &[
    key("burst", Int, "5", "The rounds of a burst"),
    key("hold", Time, "6", "How long it waits in cover for an enemy that it has lost"),
    key("remember", Time, "20", "How long it looks for an enemy that it has lost"),
    key("wounded", Int, "50", "The health below which it treats itself"),
    key("reload", Number, "0.5", "The share of a magazine below which it reloads when no enemy is in sight"),
    key("distance", Int, "3", "The distance from which it looks at where it saw a lost enemy, in cells"),
    key(
        "cover",
        Int,
        "6",
        "How much farther away an enemy in the open may be to be shot at before one in cover, in cells",
    ),
];

const OBSERVER: &[SceneKey] = &[
    key("at", Cells, "", "The place"),
    key("follows", Text, "", "An actor, instead of a place"),
    key("near", Int, "20", "The distance up to which agents have full importance, in cells"),
    key("far", Int, "60", "The distance from which on they have the least importance, in cells"),
    key("least", Number, "0", "The least importance, from 0 to 1; sensors are polled less often below 0.5"),
];

const STATION: &[SceneKey] = &[
    key("name", Text, "", "The name"),
    key("at", Cells, "", "Where it is"),
    key("stock", Goods, "{}", "What is there at the start"),
    key("sells", Goods, "{}", "Items for sale, with their prices"),
    key("buys", Goods, "{}", "Items that it buys, with their prices"),
    key("wants", Goods, "{}", "The stock at which prices are as written; less is dearer, more is cheaper"),
    key("till", Text, "", "The station above that its money goes to and comes from"),
    key("job", List(JOB), "", "Work that can be done there"),
];

const JOB: &[SceneKey] = &[
    key("name", Text, "", "The name"),
    key("time", Time, "1", "How long it takes"),
    key("places", Int, "1", "How many can work at once"),
    key("takes", Goods, "{}", "What the worker gives"),
    key("yields", Goods, "{}", "What the worker gets"),
    key("uses", Goods, "{}", "What is taken from the stock"),
    key("makes", Goods, "{}", "What is added to the stock"),
    key("pays", Goods, "{}", "What the worker gets from the stock as pay"),
];

const ACTOR: &[SceneKey] = &[
    key("name", Text, "", "The name; with `count`, the start of numbered names"),
    key("team", Text, "", "The team"),
    key("at", Cells, "", "Where it starts"),
    key("count", Int, "", "Makes a group of this many"),
    key("body", Text, "\"human\"", "The body"),
    key("weapon", Text, "", "The weapon that it has in its hands at the start"),
    key(
        "weapons",
        Texts,
        "[]",
        "Further weapons that it carries, each with a full magazine; `draw` takes one in hand",
    ),
    key(
        "facing",
        Word(&["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"]),
        "\"east\"",
        "Where it looks at the start",
    ),
    key("stance", Word(&["standing", "crouched"]), "\"standing\"", "How it starts"),
    key("items", Goods, "{}", "What it carries"),
    key("navigator", Text, "", "How it finds its way when it seeks"),
    key("archetype", Text, "", "The archetype of its mind, from the domain file"),
    key("domain", Text, "", "The domain file; without one it has no mind"),
    key("squad", Text, "", "The squad that it belongs to"),
    key("commands", Texts, "[]", "The squads that it commands"),
    key(
        "means",
        Each(&Text),
        "{}",
        "Places that objects of the domain stand for: `{ home = \"house\" }` gives `house1`, `house2` and so on to the members of a group in turn",
    ),
    key("set", Each(&Value), "{}", "Beliefs at the start; `\"0..5\"` is drawn from the seed"),
    key("traits", Each(&Number), "{}", "Traits that are given instead of drawn, as in `{ courage = 0.9 }`"),
    WITHOUT,
    ACTIONS,
    SENSORS,
    GOALS,
    COSTS,
    key("if", Text, "", "The switch without which it is not there"),
];

/// What an actor or commander has otherwise than its archetype.
const WITHOUT: SceneKey =
    key("without", Texts, "[]", "Actions, goals and sensors of its archetype that it does not have");
const ACTIONS: SceneKey = key("actions", Texts, "[]", "Further actions of the domain that it can do");
const SENSORS: SceneKey = key("sensors", Texts, "[]", "Further sensors that it has");
const GOALS: SceneKey = key(
    "goals",
    Each(&Number),
    "{}",
    "Goals with other weights than those of its archetype, or further ones",
);
const COSTS: SceneKey =
    key("costs", Each(&Number), "{}", "Factors of the costs of actions, as in `{ throw = 3 }`");

const COMMANDER: &[SceneKey] = &[
    key("name", Text, "", "The name"),
    key("team", Text, "", "The team"),
    key("archetype", Text, "", "The archetype of its mind, from the domain file"),
    key("domain", Text, "", "The domain file"),
    key("squad", Text, "", "The squad that it belongs to"),
    key("commands", Texts, "[]", "The squads that it commands"),
    key("set", Each(&Value), "{}", "Beliefs at the start"),
    key("traits", Each(&Number), "{}", "Traits that are given instead of drawn, as in `{ courage = 0.9 }`"),
    WITHOUT,
    ACTIONS,
    SENSORS,
    GOALS,
    COSTS,
    key("if", Text, "", "The switch without which it is not there"),
];

const ITEM_AT: &[SceneKey] = &[
    key("item", Text, "", "The item"),
    key("at", Cells, "", "Where it lies"),
    key("count", Int, "1", "How many"),
];

const SENSE: &[SceneKey] = &[key("every", Time, "0.5", "The time between two readings")];

const WIN: &[SceneKey] = &[
    key("team", Text, "", "The team that wins"),
    key("dead", Text, "", "If all of this team are dead"),
    key("item", Text, "", "If this item is at the place of `at`"),
    key("at", Text, "", "A station or place"),
    key("fact", Text, "", "If a mind of the team believes this fact"),
];

const EVENT: &[SceneKey] = &[
    key("at", Time, "0", "When it happens"),
    key("edit", Text, "", "Any edit in words, as for `--event`: `\"kill ann\"`"),
    key("remove", Text, "", "An item that disappears"),
    key("from", Text, "", "Where `remove` takes it; everywhere if missing"),
    key("add", Text, "", "An item that appears"),
    key("move", Text, "", "An item on the ground that moves"),
    key("to", Text, "", "Where `add` and `move` put it"),
    key("count", Int, "1", "How many `add` puts there"),
    key("open", Text, "", "A door that opens"),
    key("close", Text, "", "A door that closes"),
    key("lock", Text, "", "A door that is locked"),
    key("noise", Text, "", "A place where there is a noise"),
    key("loudness", Int, "20", "How far the noise is heard, in cells"),
    key("say", Text, "", "A text for the narration"),
    key("if", Text, "", "The switch without which it does not happen"),
];

const SWITCH: &[SceneKey] = &[
    key("doc", Text, "\"\"", "What it is for"),
    key("default", Truth, "true", "Whether it is on"),
    key("off", Each(&Text), "{}", "Archetypes, each with the one that replaces it when the switch is off"),
];

const DIFFICULTY: &[SceneKey] = &[key("doc", Text, "\"\"", "What is different")];

const BRIEFING: &[SceneKey] = &[
    key("team", Text, "", "The team that the person commands"),
    key("text", Text, "\"\"", "What the person has to know"),
];

const ORDER: &[SceneKey] = &[
    key("goal", Text, "the name of the order", "The goal that is ordered"),
    key("doc", Text, "\"\"", "What it does"),
    key("bias", Number, "1", "How much it counts against other goals"),
    key("within", Time, "", "The time after which it lapses"),
    key("rigid", Truth, "false", "Whether it comes before everything else"),
];

const OBJECTIVE: &[SceneKey] = &[
    key("name", Text, "", "The name"),
    key("doc", Text, "\"\"", "What has to be done"),
    key("score", Int, "0", "The points; for `alive`, of each living member"),
    key("win", Truth, "false", "Whether reaching it wins"),
    key("alive", Text, "", "A team whose living members count"),
    key("dead", Text, "", "Reached when all of this team are dead"),
    key("item", Text, "", "Reached when this item is at the place of `at`"),
    key("at", Text, "", "A station or place"),
    key("fact", Text, "", "Reached when a mind of the team believes this fact"),
];

const PLAYER: &[SceneKey] =
    &[key("doc", Text, "\"\"", "How it plays"), key("script", Texts, "", "The lines of its script")];

const QUEST: &[SceneKey] = &[
    key("file", Text, "", "The quest file"),
    key("enemies", Text, "", "The team of the quest's enemies"),
    key("epsilon", Number, "100", "The weight of the planner's estimate"),
    key("w1", Number, "20", "How much worse than that the experience may be"),
    key("w2", Number, "50", "The weight between the estimates of the experience"),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fmt::Write;

    use cunning_diag::Source;

    use super::*;
    use crate::Scene;
    use crate::scene::read::table::ASKED;

    /// A value of a shape. Names are unknown, but that is another mistake than an unknown key.
    fn sample(key: &str, shape: &Shape) -> String {
        match shape {
            Text if key == "map" => "\"...\"".to_owned(),
            Text | Shape::Phrases | Value => "\"a\"".to_owned(),
            Truth => "true".to_owned(),
            Int | Number | Time => "1".to_owned(),
            Cells | Places => "[1, 0]".to_owned(),
            Goods => "{ a = 1 }".to_owned(),
            Word(words) => format!("\"{}\"", words[0]),
            Texts => "[\"a\"]".to_owned(),
            Keys(keys) | Letter(keys) | Sense(keys) | Shape::Scene(keys) => table(keys),
            List(keys) => format!("[{}]", table(keys)),
            Each(inner) => format!("{{ a = {} }}", sample("", inner)),
        }
    }

    fn table(keys: &[SceneKey]) -> String {
        let members = keys.iter().map(|key| format!("{} = {}", key.name, sample(key.name, &key.shape)));
        format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
    }

    fn names(keys: &'static [SceneKey], into: &mut BTreeSet<&'static str>) {
        for key in keys {
            into.insert(key.name);
            let mut shape = &key.shape;
            while let Each(inner) = shape {
                shape = inner;
            }
            if let Keys(keys) | List(keys) | Letter(keys) | Sense(keys) | Shape::Scene(keys) = shape {
                names(keys, into);
            }
        }
    }

    #[test]
    fn reader_knows_these_keys_and_no_others() {
        // A quest has its own map, which is not there.
        for is_quest in [false, true] {
            let mut text = String::new();
            for key in SCENE_KEYS.iter().filter(|key| key.name != "quest" || is_quest) {
                writeln!(text, "{} = {}", key.name, sample(key.name, &key.shape)).unwrap();
            }
            let found = Scene::parse(&Source::new("all.toml", &text)).unwrap_err();
            let found = found.render(cunning_diag::Style::default());
            assert!(!found.contains("there is no key"), "{found}");
        }
        let mut known = BTreeSet::new();
        names(SCENE_KEYS, &mut known);
        ASKED.with_borrow(|asked| assert_eq!(*asked, known));
    }
}
