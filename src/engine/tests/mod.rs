//! What the rules are held to. Positions and actions are written in the notation.
