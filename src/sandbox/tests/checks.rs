//! Every rule for requests, broken once.

use super::*;

fn long(length: usize) -> String {
    "a".repeat(length)
}

fn option(value: &str) -> Value {
    json!({"label": value, "value": value})
}

fn pick(options: &Value) -> Value {
    json!({"type": 3, "custom_id": "s", "options": options})
}

/// A message whose only fault is in its components.
fn with(components: &Value) -> Value {
    json!({"content": "x", "components": components})
}

fn row(component: &Value) -> Value {
    with(&rows(json!([component])))
}

fn message_faults() -> Vec<(&'static str, Value)> {
    let many = |n: usize| (0..n).map(|n| option(&n.to_string())).collect::<Value>();
    let mut no_label = button("a");
    no_label["label"] = "".into();
    let mut wide = pick(&json!([option("a")]));
    wide["max_values"] = 2.into();
    let mut lost = pick(&json!([option("a")]));
    lost["placeholder"] = long(151).into();
    vec![
        ("2001 characters", json!({"content": long(2001)})),
        ("a field of no meaning", json!({"content": "x", "contents": "y"})),
        ("an ephemeral channel message", json!({"content": "x", "flags": 64})),
        ("a mention without allowed_mentions", json!({"content": "<@1>"})),
        ("parsed and listed", json!({"content": "<@1>", "allowed_mentions": {"parse": ["users"], "users": ["1"]}})),
        ("embeds over 6000", json!({"embeds": [{"description": long(4000)}, {"description": long(2001)}]})),
        ("eleven embeds", json!({"embeds": vec![json!({"title": "x"}); 11]})),
        ("a long title", json!({"embeds": [{"title": long(257)}]})),
        ("six rows", with(&(0..6).map(|n| json!({"type": 1, "components": [button(&n.to_string())]})).collect())),
        ("six buttons", with(&rows((0..6).map(|n| button(&n.to_string())).collect()))),
        ("an empty row", with(&rows(json!([])))),
        ("a button without its row", with(&json!([button("a")]))),
        ("the same id twice", with(&rows(json!([button("a"), button("a")])))),
        ("two selects in a row", with(&rows(json!([menu("a"), menu("b")])))),
        ("a select beside a button", with(&rows(json!([menu("a"), button("b")])))),
        ("a button without words", row(&no_label)),
        ("81 characters on a button", row(&json!({"type": 2, "style": 1, "label": long(81), "custom_id": "a"}))),
        ("a button without an id", row(&json!({"type": 2, "style": 1, "label": "a"}))),
        (
            "a link with an id",
            row(&json!({"type": 2, "style": 5, "label": "a", "url": "https://a.example", "custom_id": "a"})),
        ),
        ("an id of 101", row(&button(&long(101)))),
        ("a letter as an emoji", row(&json!({"type": 2, "style": 1, "emoji": {"name": "a"}, "custom_id": "a"}))),
        ("no options", row(&pick(&json!([])))),
        ("26 options", row(&pick(&many(26)))),
        ("the same value twice", row(&pick(&json!([option("a"), option("a")])))),
        ("a label of 101", row(&pick(&json!([{"label": long(101), "value": "a"}])))),
        ("a description of 101", row(&pick(&json!([{"label": "a", "value": "a", "description": long(101)}])))),
        ("more choices than options", row(&wide)),
        ("a placeholder of 151", row(&lost)),
        ("a listed file that did not come", json!({"content": "x", "attachments": [{"id": 0}]})),
        ("a part of no meaning", row(&json!({"type": 2, "style": 1, "label": "a", "custom_id": "a", "colour": 1}))),
    ]
}

#[tokio::test]
async fn every_fault_of_a_message_is_found() {
    for schema in [false, true] {
        let mut config = config();
        config.checks.schema = schema;
        let stage = Stage::with(config).await;
        assert_eq!(stage.post(row(&button("a"))).await.0, 200);
        assert_eq!(stage.post(row(&menu("a"))).await.0, 200);
        for (what, body) in message_faults() {
            let before = stage.sandbox.violations().len();
            let (status, answer) = stage.post(body).await;
            assert_eq!((status, answer["code"].as_u64()), (400, Some(50_035)), "{what}: {answer}");
            assert!(answer["errors"].is_object(), "{what}");
            assert!(stage.sandbox.violations().len() > before, "{what}");
        }
    }
}

#[tokio::test]
async fn a_refused_answer_can_be_given_again() {
    let mut stage = Stage::new().await;
    let heard = stage.play(stage.ana).await;
    let bad = json!({"type": 4, "data": {"content": "x", "components": rows(json!([button("a"), button("a")]))}});
    assert_eq!(stage.answer(&heard, bad).await, (400, 50_035));
    assert_eq!(stage.answer(&heard, json!({"type": 4})).await, (400, 50_035));
    assert_eq!(stage.answer(&heard, json!({"type": 3, "data": {}})).await, (400, 50_035));
    assert_eq!(stage.answer(&heard, json!({"type": 4, "data": {"content": "x"}})).await, (204, 0));
    assert_eq!(stage.outcome(&heard).answers.len(), 4);
    assert!(!stage.outcome(&heard).answered_once());
}

#[tokio::test]
async fn every_fault_of_a_command_is_found() {
    let stage = Stage::new().await;
    let path = format!("/applications/{}/commands", stage.app());
    let command = |change: Value| {
        let mut command = json!({"name": "canasta", "description": "Plays", "type": 1});
        command.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        command
    };
    let opt = |kind: u64, name: &str| json!({"type": kind, "name": name, "description": "d"});
    let big = |name: String| {
        let choices: Vec<_> =
            (0..25).map(|n| json!({"name": format!("{n}{}", long(90)), "value": format!("{n}{}", long(90))})).collect();
        json!({"type": 3, "name": name, "description": "d", "choices": choices})
    };
    let mut needed = opt(3, "b");
    needed["required"] = true.into();
    let choices = |list: Value| json!({"options": [{"type": 3, "name": "a", "description": "d", "choices": list}]});
    let faults = [
        ("an upper-case name", json!({"name": "Canasta"})),
        ("a name with a space", json!({"name": "can asta"})),
        ("a long name", json!({"name": long(33)})),
        ("no description", json!({"description": ""})),
        ("a long description", json!({"description": long(101)})),
        ("a language unknown", json!({"name_localizations": {"pl-PL": "kanasta"}})),
        ("a translated name in upper case", json!({"name_localizations": {"pl": "Kanasta"}})),
        ("a long translation", json!({"description_localizations": {"pl": long(101)}})),
        ("an option in upper case", json!({"options": [opt(3, "A")]})),
        ("the same option twice", json!({"options": [opt(3, "a"), opt(3, "a")]})),
        ("a required option behind", json!({"options": [opt(3, "a"), needed]})),
        ("sub-commands mixed", json!({"options": [opt(1, "a"), opt(3, "b")]})),
        ("26 options", json!({"options": (0..26).map(|n| opt(3, &format!("o{n}"))).collect::<Vec<_>>()})),
        ("the same choice twice", choices(json!([{"name": "a", "value": "a"}, {"name": "a", "value": "b"}]))),
        ("an empty choice", choices(json!([{"name": "", "value": "a"}]))),
        ("over 8000 characters", json!({"options": [big("a".into()), big("b".into())]})),
        ("a field of no meaning", json!({"descriptions": "x"})),
    ];
    for (what, change) in faults {
        let (status, answer) = stage.bot.put(&path, json!([command(change)])).await;
        assert_eq!((status, answer["code"].as_u64()), (400, Some(50_035)), "{what}: {answer}");
    }
    let twice = json!([command(json!({})), command(json!({}))]);
    assert_eq!(stage.bot.put(&path, twice).await.0, 400);
    let good = command(
        json!({"name_localizations": {"pl": "kanasta", "lt": "kanasta"}, "default_member_permissions": "2048"}),
    );
    let (status, answer) = stage.bot.put(&path, json!([good])).await;
    assert_eq!(status, 200, "{answer}");
}

#[tokio::test]
async fn the_specification_finds_what_nobody_thought_of() {
    let stage = Stage::new().await;
    if !stage.sandbox.notes().is_empty() {
        eprintln!("skipped: {:?}", stage.sandbox.notes());
        return;
    }
    for body in [
        json!({"content": 5}),
        json!({"content": "x", "embeds": [{"color": -1}]}),
        json!({"content": "x", "tts": "no"}),
    ] {
        assert_eq!(stage.post(body).await.1["code"], 50_035);
    }
    let (_, answer) = stage.post(row(&json!({"type": 2, "style": 9, "label": "x", "custom_id": "x"}))).await;
    assert!(answer["errors"]["components"]["0"]["components"]["0"]["style"].is_object(), "{answer:#}");
}

#[tokio::test]
async fn a_missing_specification_is_said() {
    for path in [None, Some("/nowhere/openapi.json".into())] {
        let sandbox = Sandbox::start(SandboxConfig { openapi: path, ..config() }).await.unwrap();
        assert!(sandbox.notes()[0].contains("skipped"), "{:?}", sandbox.notes());
    }
}
