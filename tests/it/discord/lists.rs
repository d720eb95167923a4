//! Lists that are turned over page by page.

use super::party::Party;

impl Party {
    /// So many members have won a game each, and as many points as their number, from 1.
    async fn winners(&self, count: u64) {
        // A result is of a table.
        self.slash(self.members[0], "new", &[]).await;
        for number in 1..=count {
            let member = "insert into members (user_id, name, changed_at) values";
            self.sql(&format!("{member} ({number}, 'Member {number:02}', 0)")).await;
            let result = "insert into results (table_id, game, seat, guild_id, user_id, team, won, rounds, points, \
                 natural_canastas, mixed_canastas, wild_canastas, concealed_canastas, outs, concealed_outs, best_round, \
                 finished_at) values";
            let values = format!("{}, {number}, 'north-south', 1, 1, {number}, 0, 0, 0, 0, 0, 0, 0, 0", self.guild);
            self.sql(&format!("{result} (1, {number}, 0, {values})")).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_of_the_leaderboard_can_be_turned_to() {
    let party = Party::unlimited(4).await;
    party.winners(23).await;
    let [reader, ..] = party.members[..] else { panic!("members") };
    party.slash(reader, "leaderboard", &[]).await;
    let mut seen = Vec::new();
    let mut turns = ["▶", "▶", "◀", "Show here"].into_iter();
    loop {
        let page = party.private(reader).expect("a page");
        let listed: Vec<&str> = page.content.split("Member ").skip(1).map(|line| &line[..2]).collect();
        seen.push((listed.first().copied().unwrap_or_default().to_owned(), listed.len()));
        let Some(turn) = turns.next() else { break };
        party.click(reader, &page, &page.button(turn).expect("a button").custom_id).await;
    }
    // Of equals whoever has most points stands first.
    let pages = [("23", 10), ("13", 10), ("03", 3), ("13", 10), ("13", 10)];
    assert_eq!(seen, pages.map(|(first, count)| (first.to_owned(), count)));
    assert!(party.board().expect("a page").content.contains("Member 13"), "another page is shown to all");
    party.assert_clean();
}
