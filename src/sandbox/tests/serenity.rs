//! A real serenity client from connecting to a resume.

use std::sync::Arc;

use ::serenity::all::{
    ActivityData, ButtonStyle, Client, ClientBuilder, Command, Context, CreateActionRow, CreateAllowedMentions,
    CreateAttachment, CreateButton, CreateCommand, CreateCommandOption, CreateInteractionResponse,
    CreateInteractionResponseFollowup, CreateInteractionResponseMessage, CreateMessage, CreateSelectMenu,
    CreateSelectMenuKind, CreateSelectMenuOption, EditInteractionResponse, EditMessage, EventHandler, GatewayIntents,
    HttpBuilder, Interaction, Ready, ResumedEvent, ShardManager,
};
use ::serenity::async_trait;
use ::serenity::model::application::CommandOptionType;

use super::*;

struct Handler;

fn hand(ephemeral: bool) -> CreateInteractionResponseMessage {
    let menu = CreateSelectMenuKind::String { options: vec![CreateSelectMenuOption::new("King", "k")] };
    CreateInteractionResponseMessage::new()
        .content("your hand")
        .ephemeral(ephemeral)
        .allowed_mentions(CreateAllowedMentions::new())
        .components(vec![
            CreateActionRow::Buttons(vec![
                CreateButton::new("draw").label("Draw").style(ButtonStyle::Success).emoji('🂡'),
                CreateButton::new("file").label("File"),
            ]),
            CreateActionRow::SelectMenu(CreateSelectMenu::new("pick", menu).placeholder("Pick")),
        ])
}

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, ctx: Context, ready: Ready) {
        assert_eq!(ready.guilds.len(), 1);
        let option =
            CreateCommandOption::new(CommandOptionType::User, "partner", "With whom").name_localized("pl", "partner");
        let command = CreateCommand::new("canasta").description("Plays").description_localized("pl", "Gra");
        let sub = CreateCommandOption::new(CommandOptionType::SubCommand, "new", "A new table").add_sub_option(option);
        Command::set_global_commands(&ctx.http, vec![command.add_option(sub)]).await.unwrap();
        ctx.set_activity(Some(ActivityData::playing("canasta")));
    }

    async fn resume(&self, _: Context, _: ResumedEvent) {}

    async fn interaction_create(&self, ctx: Context, interaction: Interaction) {
        match interaction {
            Interaction::Command(command) => {
                assert!(command.data.resolved.users.len() <= 1);
                command.create_response(&ctx, CreateInteractionResponse::Message(hand(true))).await.unwrap();
                let table = CreateMessage::new().content("table").add_file(CreateAttachment::bytes(*b"png", "t.png"));
                let mut table = command.channel_id.send_message(&ctx, table).await.unwrap();
                table.edit(&ctx, EditMessage::new().content("table, edited")).await.unwrap();
            }
            Interaction::Component(click) if click.data.custom_id == "draw" => {
                let update = hand(false).content("drawn");
                click.create_response(&ctx, CreateInteractionResponse::UpdateMessage(update)).await.unwrap();
                let more = CreateInteractionResponseFollowup::new().content("more").ephemeral(true);
                let more = click.create_followup(&ctx, more).await.unwrap();
                click.delete_followup(&ctx, more.id).await.unwrap();
            }
            Interaction::Component(click) => {
                click.create_response(&ctx, CreateInteractionResponse::Acknowledge).await.unwrap();
                click.edit_response(&ctx, EditInteractionResponse::new().content("picked")).await.unwrap();
            }
            _ => {}
        }
    }
}

async fn client(sandbox: &Sandbox) -> Client {
    let http = HttpBuilder::new(sandbox.token()).proxy(sandbox.base_url()).ratelimiter_disabled(true).build();
    ClientBuilder::new_with_http(http, GatewayIntents::GUILDS).event_handler(Handler).await.unwrap()
}

async fn stop(manager: &Arc<ShardManager>) {
    tokio::time::timeout(5 * SECOND, manager.shutdown_all()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn serenity_plays_along() {
    let sandbox = Sandbox::start(config()).await.unwrap();
    let guild = sandbox.add_guild("Cards");
    let (channel, ana) = (sandbox.add_channel(guild, "table"), sandbox.add_member(guild, "ana"));
    let mut client = client(&sandbox).await;
    let manager = client.shard_manager.clone();
    let running = tokio::spawn(async move { client.start().await });
    let ready = sandbox.wait_until(10 * SECOND, || (!sandbox.commands().is_empty()).then_some(())).await;
    assert!(ready.is_some(), "{:?}", sandbox.requests());

    let outcome = sandbox.slash(ana, channel, "canasta new", &[("partner", json!(ana))]).await.unwrap();
    assert!(outcome.answered_once(), "{outcome:?} {:?}", sandbox.violations());
    let hand = sandbox.message(channel, outcome.message.unwrap()).unwrap();
    assert_eq!((hand.content.as_str(), hand.viewer), ("your hand", Some(ana)));
    let table = || sandbox.visible(ana, channel).into_iter().find(|message| message.content == "table, edited");
    assert_eq!(sandbox.wait_until(5 * SECOND, table).await.unwrap().attachments.len(), 1);

    let outcome = sandbox.click_label(ana, &hand, "Draw").await.unwrap();
    assert!(outcome.answered_once(), "{outcome:?} {:?}", sandbox.violations());
    assert_eq!(sandbox.message(channel, hand.id).unwrap().content, "drawn");

    sandbox.cut_gateway();
    let id = sandbox.send_select(ana, channel, hand.id, "pick", &["k"]).unwrap();
    let resumed = sandbox.wait_until(10 * SECOND, || (sandbox.resumes() == 1).then_some(())).await;
    assert!(resumed.is_some(), "serenity resumes after a cut");
    assert!(sandbox.answered(id).await.unwrap().answered_once(), "and hears of what it missed");
    let picked = || sandbox.message(channel, hand.id).filter(|message| message.content == "picked");
    assert!(sandbox.wait_until(5 * SECOND, picked).await.is_some());
    assert_eq!(sandbox.identifies(), 1);
    assert_eq!(sandbox.badly_answered().len(), 0);
    let deleted = || sandbox.requests().iter().any(|request| request.method == "DELETE").then_some(());
    assert!(sandbox.wait_until(5 * SECOND, deleted).await.is_some());
    assert_eq!(sandbox.violations().len(), 0, "{:#?}", sandbox.violations());
    stop(&manager).await;
    drop(running);
}
