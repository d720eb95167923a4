//! What came of finished games: one row for each member, and the sums over them. Must never count a game twice, and
//! knows no points but those of the sheets.

use sqlx::{FromRow, SqliteConnection, SqlitePool};

use super::Store;
use super::error::StoreError;
use super::row::{id_from_sql, id_to_sql};
use crate::engine::{ByTeam, Event, Seat, Sheet, Team};
use crate::table::{Change, Deeds, GuildId, Member, UserId};

/// Members on a page of the leaderboard.
const PAGE: u32 = 10;

/// A member's games in a server, in sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, FromRow)]
pub struct Stats {
    /// Games finished.
    pub games: u32,
    /// Games won.
    pub wins: u32,
    /// Rounds played.
    pub rounds: u32,
    /// The side's points.
    pub points: i64,
    /// The side's canastas of natural cards alone.
    pub natural_canastas: u32,
    /// The side's canastas with wild cards.
    pub mixed_canastas: u32,
    /// The side's canastas of wild cards alone.
    pub wild_canastas: u32,
    /// How many of them were put down in one placement from the hand.
    pub concealed_canastas: u32,
    /// Times the member went out, concealed or not.
    pub outs: u32,
    /// Times the member went out concealed.
    pub concealed_outs: u32,
    /// The side's most points in one round; none before the first game.
    pub best_round: Option<i32>,
    /// Games with a computer player at their end, which count nowhere else.
    pub computer_games: u32,
    /// Of them, games won.
    pub computer_wins: u32,
    /// Games left, or not there at the end of, which count nowhere else.
    pub left: u32,
}

/// One page of the members of a server, best first: by wins, then by wins a game. Who is equal in both shares a place,
/// and stands there by points, then by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Leaderboard {
    /// The page, from 0.
    pub page: u32,
    /// How many there are; at least one, which may be empty.
    pub pages: u32,
    /// Its members.
    pub rows: Vec<Ranked>,
}

/// A member on the leaderboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// The place, from 1.
    pub place: u32,
    /// Who.
    pub user: UserId,
    /// The name last seen.
    pub name: String,
    /// Games finished.
    pub games: u32,
    /// Games won.
    pub wins: u32,
    /// The side's points in all of them.
    pub points: i64,
}

/// A finished game for one member.
struct GameResult {
    member: Member,
    seat: Seat,
    won: bool,
    side: SideResult,
    deeds: Deeds,
    /// How many seats the computer played at the end.
    computers: i64,
}

/// A finished game for one side.
#[derive(Clone, Copy, Default)]
struct SideResult {
    rounds: i64,
    points: i64,
    natural: i64,
    mixed: i64,
    wild: i64,
    concealed: i64,
    best_round: i64,
}

impl SideResult {
    fn new(team: Team, sheets: &[ByTeam<Sheet>]) -> Self {
        let best_round = sheets.iter().map(|sheet| sheet[team].total()).max().unwrap_or(0);
        let start = Self { best_round: i64::from(best_round), ..Self::default() };
        sheets.iter().map(|sheet| sheet[team]).fold(start, |sum, sheet| Self {
            rounds: sum.rounds + 1,
            points: sum.points + i64::from(sheet.total()),
            natural: sum.natural + i64::from(sheet.canastas.natural),
            mixed: sum.mixed + i64::from(sheet.canastas.mixed),
            wild: sum.wild + i64::from(sheet.canastas.wild),
            concealed: sum.concealed + i64::from(sheet.canastas.concealed),
            best_round: sum.best_round,
        })
    }
}

/// All that came of a finished game.
pub(super) struct Finished {
    results: Vec<GameResult>,
    leavers: Vec<Member>,
}

impl Finished {
    /// What came of a change that won the game; nothing of any other.
    pub(super) fn of(change: &Change) -> Option<Self> {
        let winner = change.events().find_map(|event| match event {
            Event::GameWon { team } => Some(*team),
            _ => None,
        })?;
        let (table, sheets) = (&change.table, change.table.game.as_ref()?.sheets());
        let computers = table.seats_in_use().filter(|&seat| table.is_computers(seat)).count() as i64;
        let result = |(seat, member): (Seat, &Member)| GameResult {
            member: member.clone(),
            seat,
            won: seat.team() == winner,
            side: SideResult::new(seat.team(), sheets),
            deeds: table.deeds[seat],
            computers,
        };
        Some(Self {
            results: table.holders().map(result).collect(),
            leavers: table.leavers().into_iter().cloned().collect(),
        })
    }

    /// Writes what came of one game of a table.
    pub(super) async fn write(
        &self,
        table: i64,
        guild: i64,
        now: i64,
        conn: &mut SqliteConnection,
    ) -> Result<(), sqlx::Error> {
        let last = "select coalesce(max(game), 0) from (select game from results where table_id = ?1 \
             union all select game from departures where table_id = ?1)";
        let last: i64 = sqlx::query_scalar(last).bind(table).fetch_one(&mut *conn).await?;
        for result in &self.results {
            result.write(table, last + 1, guild, now, conn).await?;
        }
        for leaver in &self.leavers {
            remember(leaver, now, conn).await?;
            let insert =
                "insert into departures (table_id, game, user_id, guild_id, finished_at) values (?, ?, ?, ?, ?)";
            sqlx::query(insert)
                .bind(table)
                .bind(last + 1)
                .bind(id_to_sql(leaver.user.0))
                .bind(guild)
                .bind(now)
                .execute(&mut *conn)
                .await?;
        }
        Ok(())
    }
}

/// By the name under which they last did something at the table.
async fn remember(member: &Member, now: i64, conn: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let insert = "insert into members (user_id, name, changed_at) values (?, ?, ?) \
         on conflict (user_id) do update set name = excluded.name, changed_at = excluded.changed_at";
    let insert = sqlx::query(insert).bind(id_to_sql(member.user.0)).bind(&member.name).bind(now);
    insert.execute(conn).await.map(|_| ())
}

impl GameResult {
    async fn write(
        &self,
        table: i64,
        game: i64,
        guild: i64,
        now: i64,
        conn: &mut SqliteConnection,
    ) -> Result<(), sqlx::Error> {
        let user = id_to_sql(self.member.user.0);
        remember(&self.member, now, conn).await?;
        let insert = "insert into results (table_id, game, seat, guild_id, user_id, team, won, rounds, points, \
             natural_canastas, mixed_canastas, wild_canastas, concealed_canastas, outs, concealed_outs, best_round, \
             finished_at, computers) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
        sqlx::query(insert)
            .bind(table)
            .bind(game)
            .bind(self.seat as i64)
            .bind(guild)
            .bind(user)
            .bind(team_to_sql(self.seat.team()))
            .bind(self.won)
            .bind(self.side.rounds)
            .bind(self.side.points)
            .bind(self.side.natural)
            .bind(self.side.mixed)
            .bind(self.side.wild)
            .bind(self.side.concealed)
            .bind(self.deeds.outs)
            .bind(self.deeds.concealed_outs)
            .bind(self.side.best_round)
            .bind(now)
            .bind(self.computers)
            .execute(conn)
            .await?;
        Ok(())
    }
}

const fn team_to_sql(team: Team) -> &'static str {
    match team {
        Team::NorthSouth => "north-south",
        Team::EastWest => "east-west",
    }
}

impl Store {
    /// A member's finished games in a server.
    pub async fn stats(&self, guild: GuildId, user: UserId) -> Result<Stats, StoreError> {
        let sums = "select count(*) as games, coalesce(sum(won), 0) as wins, coalesce(sum(rounds), 0) as rounds, \
             coalesce(sum(points), 0) as points, \
             coalesce(sum(natural_canastas), 0) as natural_canastas, \
             coalesce(sum(mixed_canastas), 0) as mixed_canastas, \
             coalesce(sum(wild_canastas), 0) as wild_canastas, \
             coalesce(sum(concealed_canastas), 0) as concealed_canastas, \
             coalesce(sum(outs), 0) as outs, coalesce(sum(concealed_outs), 0) as concealed_outs, \
             max(best_round) as best_round, \
             (select count(*) from results where guild_id = ?1 and user_id = ?2 and computers > 0) as computer_games, \
             (select coalesce(sum(won), 0) from results where guild_id = ?1 and user_id = ?2 and computers > 0) \
             as computer_wins, \
             (select count(*) from departures where guild_id = ?1 and user_id = ?2) as left \
             from results where guild_id = ?1 and user_id = ?2 and computers = 0";
        let sums = sqlx::query_as(sums).bind(id_to_sql(guild.0)).bind(id_to_sql(user.0));
        Ok(sums.fetch_one(&self.readers).await?)
    }

    /// A page of the leaderboard of a server; beyond the last, the last.
    pub async fn leaderboard(&self, guild: GuildId, page: u32) -> Result<Leaderboard, StoreError> {
        let count = "select count(distinct user_id) from results where guild_id = ? and computers = 0";
        let members: u32 = sqlx::query_scalar(count).bind(id_to_sql(guild.0)).fetch_one(&self.readers).await?;
        let pages = members.div_ceil(PAGE).max(1);
        let page = page.min(pages - 1);
        let rows = ranked(&self.readers, guild, page * PAGE).await?;
        Ok(Leaderboard { page, pages, rows })
    }
}

async fn ranked(readers: &SqlitePool, guild: GuildId, skipped: u32) -> Result<Vec<Ranked>, StoreError> {
    let best = "select rank() over (order by sum(won) desc, cast(sum(won) as real) / count(*) desc) as place, \
         user_id, members.name, count(*) as games, sum(won) as wins, sum(points) as points \
         from results join members using (user_id) where guild_id = ? and computers = 0 group by user_id \
         order by place, points desc, members.name, user_id limit ? offset ?";
    let best = sqlx::query_as(best).bind(id_to_sql(guild.0)).bind(PAGE).bind(skipped);
    let rows: Vec<(u32, i64, String, u32, u32, i64)> = best.fetch_all(readers).await?;
    let rank = |(place, user, name, games, wins, points)| Ranked {
        place,
        user: UserId(id_from_sql(user)),
        name,
        games,
        wins,
        points,
    };
    Ok(rows.into_iter().map(rank).collect())
}
