//! The likely word.

use super::assert_mistakes;

const WORLD: &str = "[types]\nplace = ['beach', 'docks']\nitem = ['coin', 'bottle']\n[facts]\nat = 'place'\ndrunk = 'bool'\n\
    gold = { type = 'int', min = 0, max = 9 }\nhas = { type = 'bool', of = ['item'] }\n[tables]\nprice = { of = ['item'] }\n\
    [action.a]\nparams = { item = 'item', target = 'place' }";

#[test]
fn unknown_names_get_the_nearest_suggestion() {
    assert_mistakes(
        WORLD,
        &[
            ("unknown-name", "did you mean `drunk`?", "when = ['«drnuk']"),
            ("unknown-name", "did you mean `gold`?", "when = ['«glod > 3']"),
            ("unknown-name", "did you mean `gold`?", "then = ['«glod += 1']"),
            ("unknown-name", "did you mean `docks`?", "when = ['at == «dock']"),
            ("unknown-name", "did you mean `target`?", "when = ['at == «tarqet']"),
            ("unknown-name", "did you mean `bottle`?", "when = ['has[«botle]']"),
            ("unknown-name", "did you mean `item`?", "when = ['has[«itm]']"),
            ("unknown-name", "did you mean `has`?", "when = ['«hass[coin]']"),
            ("unknown-name", "did you mean `price`?", "cost = '«prize[item]'"),
            ("indices", "did you mean `has[coin]`?", "when = ['«has']"),
            ("unknown-name", "did you mean `has[coin]`?", "when = ['«coin']"),
            ("unknown-name", "did you mean `has[coin]`?", "when = ['«has(coin)']"),
            ("unknown-name", "did you mean `price[item]`?", "cost = '«price(item)'"),
            ("unknown-name", "did you mean `price[item]`?", "when = ['gold >= «price(item)']"),
            ("unknown-name", "did you mean `price[item]`?", "when = ['«price(item) > 3']"),
        ],
    );
}
