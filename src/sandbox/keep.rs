//! What exists, kept in a file between two starts: read once, written whole and at once, so that a crash leaves the old file
//! or the new one. It must never keep what a bot on its own would lose: sockets, limits and the log begin anew.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::message::Attachment;
use super::state::{Id, World};
use super::{Sandbox, Shared, lock};

/// Changes are written so long after the first of them.
const PAUSE: Duration = Duration::from_secs(1);
/// A file of another shape is refused instead of being guessed at.
const VERSION: u32 = 1;

/// The file.
#[derive(Serialize, Deserialize)]
struct Kept<W> {
    version: u32,
    /// How far the clock has been moved on, in milliseconds.
    clock: i64,
    world: W,
    /// What is in the attachments, as hexadecimal digits.
    files: BTreeMap<Id, String>,
}

/// What was kept, and how far its clock had been moved; nothing if there is no such file yet.
pub(super) fn read(path: &Path) -> io::Result<Option<(World, i64)>> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let unusable = |why: String| io::Error::new(io::ErrorKind::InvalidData, format!("{}: {why}", path.display()));
    let kept: Kept<World> = serde_json::from_str(&text).map_err(|error| unusable(error.to_string()))?;
    if kept.version != VERSION {
        return Err(unusable(format!("it is of version {}; {VERSION} can be read", kept.version)));
    }
    let Kept { clock, mut world, files, .. } = kept;
    for attachment in attachments(&mut world) {
        let data = files.get(&attachment.id).and_then(|digits| hex::decode(digits).ok());
        attachment.data = data.ok_or_else(|| unusable(format!("the file {} is broken", attachment.id)))?.into();
    }
    Ok(Some((world, clock)))
}

fn attachments(world: &mut World) -> impl Iterator<Item = &mut Attachment> {
    let messages = world.channels.values_mut().flat_map(|channel| channel.messages.values_mut());
    messages.flat_map(|message| &mut message.attachments)
}

fn write(shared: &Shared, path: &Path) -> io::Result<()> {
    let text = {
        let world = lock(&shared.world);
        let messages = world.channels.values().flat_map(|channel| channel.messages.values());
        let files = messages.flat_map(|message| &message.attachments).map(|file| (file.id, hex::encode(&file.data)));
        let kept = Kept { version: VERSION, clock: shared.clock.ahead(), world: &*world, files: files.collect() };
        serde_json::to_vec(&kept)?
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut fresh = tempfile::NamedTempFile::new_in(folder)?;
    fresh.write_all(&text)?;
    fresh.as_file().sync_all()?;
    fresh.persist(path)?;
    Ok(())
}

/// Writes what changed, for as long as the stand-in runs.
pub(super) async fn keep_on(shared: Arc<Shared>) {
    // A handle without the server: it must not keep it alive.
    let sandbox = Sandbox { shared: Arc::clone(&shared), server: None };
    loop {
        shared.changed.notified().await;
        tokio::time::sleep(PAUSE).await;
        sandbox.forget_old_interactions();
        let handle = sandbox.clone();
        // A disk that fails now may work the next time; the last time, the caller of `save` is told.
        let _ = tokio::task::spawn_blocking(move || handle.save()).await;
    }
}

impl Sandbox {
    /// Writes what exists into the file it is kept in, if there is one.
    ///
    /// # Errors
    /// The file can't be written; what was in it is still there.
    pub fn save(&self) -> io::Result<()> {
        match &self.shared.config.keep {
            Some(path) => write(&self.shared, path),
            None => Ok(()),
        }
    }
}

/// Maps whose keys are no texts, which JSON can't have as an object, as a list of pairs.
pub(super) mod pairs {
    use std::collections::HashMap;
    use std::hash::Hash;

    use serde::de::DeserializeOwned;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<K, V, S>(map: &HashMap<K, V>, out: S) -> Result<S::Ok, S::Error>
    where
        K: Serialize,
        V: Serialize,
        S: Serializer,
    {
        out.collect_seq(map)
    }

    pub(crate) fn deserialize<'de, K, V, D>(from: D) -> Result<HashMap<K, V>, D::Error>
    where
        K: DeserializeOwned + Eq + Hash,
        V: DeserializeOwned,
        D: Deserializer<'de>,
    {
        Ok(Vec::<(K, V)>::deserialize(from)?.into_iter().collect())
    }
}
