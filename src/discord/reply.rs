//! Exactly one answer to every interaction, in time, whatever the handler does: slow, refused, failed or panicking.
//! Must never know what the interaction is about.

use std::collections::{HashSet, VecDeque};
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt;

use super::panel::Panel;
use super::send::{Answer, Handle, SendError, Sender};

/// Discord waits three seconds for the first answer; half of that is left for the way there.
const PATIENCE: Duration = Duration::from_millis(1500);
/// Interactions are delivered again after a reconnect: of so many the ids are remembered.
const REMEMBERED: usize = 4096;

/// What a handler has to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Reply {
    /// The message of the click shows this now.
    Update(Panel),
    /// A new message for the member alone.
    Private(Panel),
    /// A new message for all.
    Public(Panel),
}

/// What a slow answer announces: what is announced can't be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Announce {
    /// The message of the click may change. It does only by [`Reply::Update`]; anything else is said beside it.
    Update,
    /// A message for the member alone will come.
    Private,
}

/// The interactions that came lately.
#[derive(Default)]
pub(super) struct Seen(Mutex<(HashSet<u64>, VecDeque<u64>)>);

impl Seen {
    /// Whether this interaction comes for the first time.
    pub(super) fn is_new(&self, id: u64) -> bool {
        let mut guard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (known, order) = &mut *guard;
        if !known.insert(id) {
            return false;
        }
        order.push_back(id);
        if order.len() > REMEMBERED
            && let Some(oldest) = order.pop_front()
        {
            known.remove(&oldest);
        }
        true
    }
}

/// Runs a handler to its end and answers once; whether Discord took it. `failed` says what a member is told when the
/// handler panics.
pub(super) async fn answer_once(
    sender: &Sender,
    handle: &Handle,
    announce: Announce,
    handler: impl Future<Output = Reply> + Send,
    failed: impl FnOnce(&str) -> Panel,
) -> bool {
    // What a handler shares is behind locks, which a panic leaves usable.
    let mut handler = pin!(AssertUnwindSafe(handler).catch_unwind());
    let (reply, announced) = match tokio::time::timeout(PATIENCE, &mut handler).await {
        Ok(reply) => (reply, false),
        Err(_) => {
            let announcement = match announce {
                Announce::Update => Answer::DeferUpdate,
                Announce::Private => Answer::DeferMessage,
            };
            // A slow commit goes on meanwhile.
            let (sent, reply) = tokio::join!(sender.answer(handle, announcement), handler);
            note(&sent, handle);
            (reply, true)
        }
    };
    // The text of a panic may hold anything; where it happened is in the panic hook's line.
    let reply = reply.unwrap_or_else(|_| Reply::Private(failed(&report(handle))));
    let sent =
        if announced { fulfil(sender, handle, announce, &reply).await } else { first(sender, handle, &reply).await };
    note(&sent, handle);
    sent.is_ok()
}

/// What was announced comes. A refusal takes no hand off the screen, and what is for all becomes no private copy.
async fn fulfil(sender: &Sender, handle: &Handle, announce: Announce, reply: &Reply) -> Result<(), SendError> {
    match (announce, reply) {
        (Announce::Private, reply) => edit_answer(sender, handle, panel_of(reply)).await,
        (Announce::Update, Reply::Update(panel)) => match edit_answer(sender, handle, panel).await {
            // The message of the click is gone by now: the member still learns what became of it.
            Err(error) if error.is_unknown_message() => sender.follow_up(handle, panel, true).await,
            sent => sent,
        },
        (Announce::Update, Reply::Private(panel)) => sender.follow_up(handle, panel, true).await,
        (Announce::Update, Reply::Public(panel)) => sender.follow_up(handle, panel, false).await,
    }
}

/// What was announced has no other way to its member: it is tried once more, which edits no more than once would.
async fn edit_answer(sender: &Sender, handle: &Handle, panel: &Panel) -> Result<(), SendError> {
    match sender.edit_answer(handle, panel).await {
        Err(error) if error.may_pass() => sender.edit_answer(handle, panel).await,
        sent => sent,
    }
}

async fn first(sender: &Sender, handle: &Handle, reply: &Reply) -> Result<(), SendError> {
    match first_try(sender, handle, reply).await {
        // Nobody else will answer, and there is time for one more try.
        Err(error) if error.may_pass() => match first_try(sender, handle, reply).await {
            // The first try got there: only what Discord said to it was lost.
            Err(error) if error.is_answered() => Ok(()),
            sent => sent,
        },
        sent => sent,
    }
}

async fn first_try(sender: &Sender, handle: &Handle, reply: &Reply) -> Result<(), SendError> {
    let answer = match reply {
        Reply::Update(panel) => Answer::Update(panel),
        Reply::Private(panel) => Answer::Message { panel, ephemeral: true },
        Reply::Public(panel) => Answer::Message { panel, ephemeral: false },
    };
    match sender.answer(handle, answer).await {
        // The message of the click is gone by now: the member still learns what became of it.
        Err(error) if error.is_unknown_message() => {
            sender.answer(handle, Answer::Message { panel: panel_of(reply), ephemeral: true }).await
        }
        sent => sent,
    }
}

const fn panel_of(reply: &Reply) -> &Panel {
    match reply {
        Reply::Update(panel) | Reply::Private(panel) | Reply::Public(panel) => panel,
    }
}

/// The id under which a failure is found in the log.
pub(super) fn failure_id(handle: &Handle) -> String {
    format!("{:x}", handle.id)
}

fn report(handle: &Handle) -> String {
    let id = failure_id(handle);
    tracing::error!(failure = %id, "a handler did not finish");
    id
}

fn note(sent: &Result<(), SendError>, handle: &Handle) {
    if let Err(error) = sent {
        tracing::warn!(interaction = handle.id, %error, "an answer was not taken");
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{SocketAddr, TcpListener, TcpStream};
    use std::num::NonZero;

    use super::*;
    use crate::discord::Access;

    /// All requests to something that takes whatever comes, until somebody connects and says nothing.
    fn listen() -> (SocketAddr, std::thread::JoinHandle<Vec<String>>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let one = move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = Vec::new();
            let mut part = [0; 1024];
            // A body is JSON: it is whole where its brackets are closed.
            while let text = String::from_utf8_lossy(&request).into_owned()
                && (text.matches('{').count() == 0 || text.matches('{').count() != text.matches('}').count())
            {
                match stream.read(&mut part).unwrap() {
                    0 => return None,
                    read => request.extend_from_slice(&part[..read]),
                }
            }
            stream.write_all(b"HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n").unwrap();
            Some(String::from_utf8_lossy(&request).into_owned())
        };
        (address, std::thread::spawn(move || std::iter::from_fn(one).collect()))
    }

    /// The method, the end of the path, and what of the body tells where it goes and what it says.
    fn told(request: &str) -> String {
        let line = request.lines().next().unwrap().trim_end_matches(" HTTP/1.1");
        let (method, path) = line.split_once(' ').unwrap();
        let body: serde_json::Value = serde_json::from_str(request.split("\r\n\r\n").nth(1).unwrap()).unwrap();
        let end = path.rsplit('/').next().unwrap();
        match (end, body.get("data")) {
            ("callback", None) => format!("type {}", body["type"]),
            ("callback", Some(data)) => format!("type {} flags {} {}", body["type"], data["flags"], data["content"]),
            _ => format!("{method} {end} flags {} {}", body["flags"], body["content"]),
        }
    }

    /// All that is sent for a handler. A member whom it fails is told the id.
    async fn sent(announce: Announce, handler: impl Future<Output = Reply> + Send) -> String {
        let (address, listening) = listen();
        let base = format!("http://{address}");
        let access = Access { token: "bot", api_url: Some(&base), requests_per_second: NonZero::<u16>::MAX };
        let sender = Sender::new(access, 1).unwrap();
        let handle = Handle { id: 0x2f, token: "token".to_owned() };
        let failed = |id: &str| Panel { content: format!("failed {id}"), ..Panel::default() };
        answer_once(&sender, &handle, announce, handler, failed).await;
        drop(TcpStream::connect(address).unwrap());
        let requests = tokio::task::spawn_blocking(|| listening.join().unwrap()).await.unwrap();
        requests.iter().map(|request| told(request)).collect::<Vec<_>>().join(", ")
    }

    /// Longer than the first answer is waited for.
    async fn too_long() {
        tokio::time::sleep(PATIENCE + Duration::from_millis(100)).await;
    }

    /// What is sent for a reply that took longer than Discord waits.
    async fn sent_late(announce: Announce, reply: Reply) -> String {
        let slow = async {
            too_long().await;
            reply
        };
        sent(announce, slow).await
    }

    #[tokio::test]
    async fn a_late_reply_goes_where_it_is_meant() {
        let panel = || Panel { content: "late".to_owned(), ..Panel::default() };
        let (update, private, public, beside) = tokio::join!(
            sent_late(Announce::Update, Reply::Update(panel())),
            sent_late(Announce::Update, Reply::Private(panel())),
            sent_late(Announce::Update, Reply::Public(panel())),
            sent_late(Announce::Private, Reply::Private(panel())),
        );
        assert_eq!(update, r#"type 6, PATCH @original flags null "late""#);
        assert_eq!(private, r#"type 6, POST token flags 64 "late""#);
        assert_eq!(public, r#"type 6, POST token flags null "late""#);
        assert_eq!(beside, r#"type 5 flags 64 null, PATCH @original flags null "late""#);
    }

    #[tokio::test]
    async fn a_panic_is_answered_once_and_keeps_its_text_to_itself() {
        let at_once = async || -> Reply { panic!("secret") };
        let late = async || -> Reply {
            too_long().await;
            panic!("secret")
        };
        let (update, private, late_update, late_private) = tokio::join!(
            sent(Announce::Update, at_once()),
            sent(Announce::Private, at_once()),
            sent(Announce::Update, late()),
            sent(Announce::Private, late()),
        );
        assert_eq!(update, r#"type 4 flags 64 "failed 2f""#);
        assert_eq!(private, update);
        assert_eq!(late_update, r#"type 6, POST token flags 64 "failed 2f""#);
        assert_eq!(late_private, r#"type 5 flags 64 null, PATCH @original flags null "failed 2f""#);
    }
}
