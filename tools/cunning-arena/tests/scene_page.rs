//! The page on scene files in the guide lists all tables and keys. `CUNNING_GUIDE=write` writes them.

use cunning_arena::scene::reference;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/scenes.md");

#[test]
fn page_lists_all_keys() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let begin = page.find("### `[scene]`").unwrap_or(page.len());
    let wanted = format!("{}{}", &page[..begin], reference().trim_end()) + "\n";
    if std::env::var("CUNNING_GUIDE").is_ok_and(|value| value == "write") {
        std::fs::write(PAGE, wanted).unwrap();
    } else {
        assert!(page == wanted, "docs/scenes.md differs; CUNNING_GUIDE=write writes it");
    }
}
