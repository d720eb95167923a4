//! A member at several tables, and one who manages the channel where others' tables stand.

use canasta::sandbox::permissions::MANAGE_CHANNELS;
use canasta::sandbox::{Id, Message};
use serde_json::json;

use super::party::{Party, SOON};

impl Party {
    /// Chooses a table where a command asks for which of several; what the message says then.
    async fn choose_table(&self, member: Id, command: &str, table: &str) -> Message {
        self.slash(member, command, &[]).await;
        let asked = self.private(member).expect("a question");
        let menu = asked.selects().pop().unwrap_or_else(|| panic!("no menu: {}", asked.content));
        let outcome = self.select(member, &asked, &menu.custom_id, &[table]).await;
        let shown = self.sandbox.shown(&outcome, SOON).await.expect("an answer");
        assert_eq!(shown.id, asked.id, "the question stands there still");
        shown
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_several_tables_one_is_chosen() {
    let party = Party::unlimited(4).await;
    let (host, manager) = (party.members[0], party.members[1]);
    for _ in 0..3 {
        party.slash(host, "new", &[]).await;
    }
    let posted = party.choose_table(host, "table", "2").await;
    assert!(posted.content.contains("Your table is at the bottom of its channel again"), "{}", posted.content);
    assert!(party.board().expect("a table").content.contains("Table 2"), "another is at the bottom");
    party.slash(host, "table", &[]).await;
    let late = party.private(host).expect("a question");
    let asked = party.choose_table(host, "end", "2").await;
    assert!(asked.content.contains("End table 2?"), "{}", asked.content);
    party.click(host, &asked, &asked.button("End the table").expect("to end it").custom_id).await;
    assert!(party.private(host).expect("an answer").content.contains("Table 2 has ended"));
    let outcome = party.select(host, &late, &late.selects()[0].custom_id, &["2"]).await;
    let told = party.sandbox.shown(&outcome, SOON).await.expect("an answer").content;
    assert_eq!(told, "Ana, the host, has ended this table.");
    let left = party.choose_table(host, "leave", "1").await;
    assert!(left.content.contains("You have left table 1") && left.selects().is_empty(), "{}", left.content);
    let told = party.told(0, "hand", &[]).await;
    assert!(told.contains("[Table 3]") && told.contains("has not begun"), "{told}");
    assert!(party.told(0, "leave", &[]).await.contains("You have left table 3"));

    // Who manages the channel ends games of others there, and nowhere else.
    party.slash(host, "new", &[("computers", json!(3))]).await;
    assert!(party.told(1, "end", &[]).await.contains("You sit at no table"));
    party.sandbox.allow(party.channel, manager, MANAGE_CHANNELS);
    assert!(party.told(1, "end", &[]).await.contains("End table 4 for good?"));
    party.slash(host, "new", &[]).await;
    let asked = party.choose_table(manager, "end", "5").await;
    party.click(manager, &asked, &asked.button("End the table").expect("to end it").custom_id).await;
    assert!(party.private(manager).expect("an answer").content.contains("Table 5 has ended"));
    let ended = "Cy, who may manage this channel, has ended this table.";
    party.board_when("says who ended it", |board| board.content.contains(ended)).await;
    let elsewhere = party.sandbox.add_channel(party.guild, "elsewhere");
    party.sandbox.slash(manager, elsewhere, "canasta end", &[]).await.expect("an answer");
    let told = party.sandbox.visible_last(manager, elsewhere, 5).pop().expect("an answer");
    assert!(told.content.contains("You sit at no table"), "{}", told.content);

    // A vote begins at one of them, too; alone, its member decides.
    party.slash(host, "new", &[("computers", json!(3))]).await;
    party.slash(host, "vote", &[("about", party.choice("vote", "about", "pause the game"))]).await;
    let asked = party.private(host).expect("a question");
    let menu = asked.selects().pop().unwrap_or_else(|| panic!("no menu: {}", asked.content));
    let of_four = menu.choices.iter().find(|choice| choice.value.starts_with("4 ")).expect("table 4");
    let outcome = party.select(host, &asked, &menu.custom_id, &[&of_four.value]).await;
    assert_eq!(party.sandbox.shown(&outcome, SOON).await.map(|shown| shown.id), Some(asked.id));
    assert!(party.stored(4).await.0.table.paused && !party.stored(6).await.0.table.paused);
    party.assert_clean();
}
