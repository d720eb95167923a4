//! The one reader of the environment. Must never print a token.

use std::num::NonZero;

use thiserror::Error;

/// What Discord takes from every bot. It raises this for large ones, on request.
pub const REQUESTS_PER_SECOND: NonZero<u16> = match NonZero::new(50) {
    Some(limit) => limit,
    None => NonZero::<u16>::MIN,
};

/// What the environment says.
#[derive(Clone, PartialEq, Eq)]
pub struct Config {
    /// The bot's token, if there is one.
    pub token: Option<String>,
    /// Where the database is.
    pub database_url: String,
    /// Where Discord's API is, if it is not Discord's own.
    pub api_url: Option<String>,
    /// How many requests a second Discord takes from the bot.
    pub requests_per_second: NonZero<u16>,
    /// Whose clock to follow, if not the system's.
    pub clock_url: Option<String>,
    /// What to log, as `tracing` filters say it.
    pub log: String,
}

/// Why the environment can't be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ConfigError {
    /// A variable is not readable text.
    #[error("{0} is not valid Unicode")]
    NotUnicode(&'static str),
    /// The file `.env` can't be read; what stands in it may be a token.
    #[error(
        "the file .env can't be read: each of its lines must be like NAME=value, and begin with # to say something else"
    )]
    BrokenEnvFile,
    /// The database is not SQLite.
    #[error("DATABASE_URL must begin with sqlite: (it is now something else)")]
    NotSqlite,
    /// The address is not one.
    #[error("{0} must be an address like http://127.0.0.1:8080")]
    NotAnAddress(&'static str),
    /// The number is not one.
    #[error("{0} must be a whole number from 1 to 65535")]
    NotANumber(&'static str),
}

impl Config {
    /// Reads the environment; a file `.env` beside counts as part of it.
    ///
    /// # Errors
    /// If a variable can't be used; its value is not shown.
    pub fn from_env() -> Result<Self, ConfigError> {
        // No such file is the usual case.
        if dotenvy::dotenv().is_err_and(|error| !error.not_found()) {
            return Err(ConfigError::BrokenEnvFile);
        }
        Self::read(|name| match std::env::var(name) {
            Ok(value) => Ok(Some(value).filter(|value| !value.trim().is_empty())),
            Err(std::env::VarError::NotPresent) => Ok(None),
            Err(std::env::VarError::NotUnicode(_)) => Err(ConfigError::NotUnicode(name)),
        })
    }

    fn read(get: impl Fn(&'static str) -> Result<Option<String>, ConfigError>) -> Result<Self, ConfigError> {
        let database_url = get("DATABASE_URL")?.unwrap_or_else(|| "sqlite://canasta.db".to_owned());
        if !database_url.starts_with("sqlite:") {
            return Err(ConfigError::NotSqlite);
        }
        let address = |name| match get(name)? {
            Some(url) if !url.starts_with("http://") && !url.starts_with("https://") => {
                Err(ConfigError::NotAnAddress(name))
            }
            url => Ok(url),
        };
        let requests_per_second = match get("DISCORD_REQUESTS_PER_SECOND")? {
            None => REQUESTS_PER_SECOND,
            Some(number) => {
                number.trim().parse().map_err(|_| ConfigError::NotANumber("DISCORD_REQUESTS_PER_SECOND"))?
            }
        };
        Ok(Self {
            token: get("DISCORD_TOKEN")?.map(|token| token.trim().to_owned()),
            database_url,
            api_url: address("DISCORD_API_URL")?,
            requests_per_second,
            clock_url: address("CANASTA_CLOCK_URL")?,
            log: get("RUST_LOG")?.unwrap_or_else(|| "info".to_owned()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(pairs: &[(&'static str, &str)]) -> Result<Config, ConfigError> {
        Config::read(|name| Ok(pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())))
    }

    #[test]
    fn without_anything_it_is_a_file_beside_and_no_token() {
        let config = with(&[]).ok();
        assert_eq!(config.as_ref().map(|config| config.database_url.as_str()), Some("sqlite://canasta.db"));
        assert_eq!(config.as_ref().map(|config| config.requests_per_second.get()), Some(50));
        assert_eq!(config.and_then(|config| config.token), None);
    }

    #[test]
    fn what_can_not_work_is_refused_by_name_without_its_value() {
        assert_eq!(with(&[("DATABASE_URL", "postgres://secret")]).err(), Some(ConfigError::NotSqlite));
        let bad = with(&[("DISCORD_API_URL", "localhost")]).err();
        assert_eq!(bad, Some(ConfigError::NotAnAddress("DISCORD_API_URL")));
        for number in ["0", "fifty", "65536"] {
            let bad = with(&[("DISCORD_REQUESTS_PER_SECOND", number)]).err();
            assert_eq!(bad, Some(ConfigError::NotANumber("DISCORD_REQUESTS_PER_SECOND")));
        }
        assert!(!ConfigError::NotSqlite.to_string().contains("secret"));
    }
}
