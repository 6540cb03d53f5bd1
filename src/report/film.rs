//! A film as a page that needs nothing else: the board in SVG, the words of the game beside it, and a slider.

use std::io;

use minijinja::{Environment, value::Serde};

use crate::game::Film;

const TEMPLATE: &str = include_str!("templates/film.html");

/// The page of a film. `title` says who met, `address` which game it is, if it is one, and `command` how to have it again.
///
/// # Errors
/// None that a film could give; whatever the template reports.
pub fn page(film: &Film, title: &str, address: Option<&str>, command: &str) -> io::Result<String> {
    let mut environment = Environment::new();
    // The ending of the name turns escaping on.
    environment.add_template("film.html", TEMPLATE).map_err(io::Error::other)?;
    // Nothing in the data may end the element that they stand in.
    let data = serde_json::to_string(film).map_err(io::Error::other)?.replace('<', "\\u003c");
    let context = minijinja::context! {
        title, data, address, command, scenario => film.scenario.as_str(), lists => Serde(&film.lists),
        light => crate::charts::ground_style(false), dark => crate::charts::ground_style(true),
    };
    environment.get_template("film.html").and_then(|template| template.render(context)).map_err(io::Error::other)
}
