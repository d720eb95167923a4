//! Help: how the game goes, and how it is played here. One message of plain words. Must never depend on a table.

use super::Panel;
use crate::i18n::Lang;

/// The help.
pub fn panel(lang: Lang) -> Panel {
    let part = |heading: String, text: String| format!("**{heading}**\n{text}");
    let game = part(lang.word("help-heading-game"), lang.word("help-game"));
    let here = part(lang.word("help-heading-discord"), lang.word("help-discord"));
    Panel { content: format!("{game}\n\n{here}"), ..Panel::default() }
}
