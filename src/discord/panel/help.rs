//! Help: how the game goes, and how it is played here. One message of plain words. Must never depend on a table.

use super::Panel;
use crate::i18n::Lang;

/// The help.
pub fn panel(lang: Lang) -> Panel {
    Panel { content: format!("{}\n\n{}", lang.word("help-game"), lang.word("help-discord")), ..Panel::default() }
}
