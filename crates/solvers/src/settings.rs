//! Parameters of algorithms and the values a user gives them.

use std::fmt;

/// What kind of value a parameter takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ParameterKind {
    /// A real number within a range, both ends included.
    Real {
        /// The smallest value.
        min: f64,
        /// The largest value.
        max: f64,
    },
    /// A whole number within a range, both ends included.
    Whole {
        /// The smallest value.
        min: u64,
        /// The largest value.
        max: u64,
    },
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Words separated by commas, each one of these.
    List(&'static [&'static str]),
}

impl fmt::Display for ParameterKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParameterKind::Real { min, max } => write!(f, "{min}..{max}"),
            ParameterKind::Whole { min, max } if *max == u64::MAX => write!(f, "{min}.."),
            ParameterKind::Whole { min, max } => write!(f, "{min}..{max}"),
            ParameterKind::Choice(words) => f.write_str(&words.join("|")),
            ParameterKind::List(words) => write!(f, "any of {}", words.join(",")),
        }
    }
}

/// Something that can be set on an algorithm.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameter {
    /// The name used in `--set name=value`.
    pub name: &'static str,
    /// The value it has when nothing is said.
    pub default: &'static str,
    /// What it takes.
    pub kind: ParameterKind,
    /// One line of help.
    pub help: &'static str,
}

/// The values of an algorithm's parameters.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    parameters: &'static [Parameter],
    values: Vec<String>,
}

/// Why a setting is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SettingError {
    /// No parameter has this name.
    Unknown {
        /// The name given.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The value does not fit the parameter.
    Value {
        /// The parameter.
        name: &'static str,
        /// The value given.
        value: String,
        /// What it takes.
        takes: String,
    },
    /// The words are not `name=value`.
    Form(String),
    /// Values that each fit, but not together.
    Clash(String),
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingError::Unknown { name, known } if known.is_empty() => {
                write!(f, "there is no parameter {name:?}; this algorithm has none")
            }
            SettingError::Unknown { name, known } => {
                write!(f, "there is no parameter {name:?}; there are {}", known.join(", "))
            }
            SettingError::Value { name, value, takes } => {
                write!(f, "{name} = {value:?} does not fit; it takes {takes}")
            }
            SettingError::Form(text) => write!(f, "{text:?} is not of the form name=value"),
            SettingError::Clash(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for SettingError {}

impl Settings {
    pub(crate) fn defaults(
        parameters: &'static [Parameter],
        preset: &[(&'static str, &'static str)],
    ) -> Settings {
        let value = |p: &Parameter| {
            let preset = preset.iter().find(|(name, _)| *name == p.name);
            preset.map_or(p.default, |(_, value)| value).to_owned()
        };
        Settings { parameters, values: parameters.iter().map(value).collect() }
    }

    /// Sets a parameter, if it exists and the value fits.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        let value = value.trim();
        let place = self.parameters.iter().position(|p| p.name == name.trim());
        let place = place.ok_or_else(|| SettingError::Unknown {
            name: name.to_owned(),
            known: self.parameters.iter().map(|p| p.name).collect(),
        })?;
        let parameter = &self.parameters[place];
        let fits = match parameter.kind {
            ParameterKind::Real { min, max } => {
                value.parse().is_ok_and(|v: f64| v >= min && v <= max)
            }
            ParameterKind::Whole { min, max } => {
                value.parse().is_ok_and(|v: u64| v >= min && v <= max)
            }
            ParameterKind::Choice(words) => words.contains(&value),
            ParameterKind::List(words) => value.split(',').all(|w| words.contains(&w.trim())),
        };
        if !fits {
            return Err(SettingError::Value {
                name: parameter.name,
                value: value.to_owned(),
                takes: parameter.kind.to_string(),
            });
        }
        self.values[place] = value.to_owned();
        Ok(())
    }

    /// Sets a parameter from `name=value`.
    pub fn set_from(&mut self, text: &str) -> Result<(), SettingError> {
        let (name, value) =
            text.split_once('=').ok_or_else(|| SettingError::Form(text.to_owned()))?;
        self.set(name, value)
    }

    /// Every parameter with its value.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Parameter, &str)> {
        self.parameters.iter().zip(self.values.iter().map(String::as_str))
    }

    /// The value of a parameter as it was given.
    ///
    /// # Panics
    /// When the algorithm does not declare the parameter: a mistake in the algorithm, not in the
    /// user's input.
    pub fn text(&self, name: &str) -> &str {
        let place = self.parameters.iter().position(|p| p.name == name);
        &self.values[place.expect("an algorithm asks only for parameters it declares")]
    }

    /// The value of a real parameter.
    ///
    /// # Panics
    /// As [`Settings::text`], and when the parameter is not a number.
    pub fn real(&self, name: &str) -> f64 {
        self.text(name).parse().expect("numbers were checked when they were set")
    }

    /// The value of a whole parameter.
    ///
    /// # Panics
    /// As [`Settings::text`], and when the parameter is not a whole number.
    pub fn whole(&self, name: &str) -> u64 {
        self.text(name).parse().expect("numbers were checked when they were set")
    }

    /// Whether a `yes|no` choice is `yes`.
    ///
    /// # Panics
    /// As [`Settings::text`].
    pub fn flag(&self, name: &str) -> bool {
        self.text(name) == "yes"
    }

    /// The words of a list parameter.
    ///
    /// # Panics
    /// As [`Settings::text`].
    pub fn list(&self, name: &str) -> Vec<&str> {
        self.text(name).split(',').map(str::trim).filter(|w| !w.is_empty()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAMETERS: &[Parameter] = &[
        Parameter {
            name: "cooling",
            default: "0.99",
            kind: ParameterKind::Real { min: 0.5, max: 1.0 },
            help: "factor per plateau",
        },
        Parameter {
            name: "order",
            default: "first",
            kind: ParameterKind::Choice(&["first", "random"]),
            help: "which cell comes next",
        },
    ];

    #[test]
    fn a_setting_that_does_not_fit_is_refused_with_what_would() {
        let mut settings = Settings::defaults(PARAMETERS, &[("order", "random")]);
        assert_eq!((settings.real("cooling"), settings.text("order")), (0.99, "random"));
        settings.set_from("cooling = 0.7").unwrap();
        assert_eq!(settings.real("cooling"), 0.7);
        let message = |text| settings.clone().set_from(text).unwrap_err().to_string();
        assert_eq!(message("cooling=2"), "cooling = \"2\" does not fit; it takes 0.5..1");
        assert_eq!(message("cooling=NaN"), "cooling = \"NaN\" does not fit; it takes 0.5..1");
        assert_eq!(message("order=last"), "order = \"last\" does not fit; it takes first|random");
        assert_eq!(message("heat=2"), "there is no parameter \"heat\"; there are cooling, order");
        assert_eq!(message("cooling"), "\"cooling\" is not of the form name=value");
    }
}
