//! Forms: what they say, and what they take.

use expect_test::expect;
use serde_json::{Value, json};
use taffrail::prelude::*;
use taffrail::{Form, FormAnswers};

/// How to travel.
#[derive(Clone, Copy, Debug, Elicit, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Means {
    ByTrain,
    OnFoot,
}

#[derive(Clone, Copy, Debug, Elicit, PartialEq)]
enum Meal {
    /// No meat.
    #[arg(name = "vegetarian")]
    Vegetarian,
    #[arg(name = "fish", title = "With fish")]
    Fish,
    #[arg(name = "any")]
    Any,
}

#[allow(deprecated)]
#[derive(Clone, Copy, Debug, Elicit, PartialEq)]
#[elicit(enum_names)]
enum Class {
    /// With a table.
    First,
    Second,
}

/// A seat, in the form of titles that the protocol has deprecated.
#[derive(Debug, Elicit, PartialEq)]
struct Seat {
    #[arg(default = Class::Second)]
    class: Class,
    others: Vec<Class>,
}

#[test]
fn elic_06_no_client_of_this_revision_gets_the_deprecated_form_of_titles() {
    let schema: Value = serde_json::from_str(&Form::schema::<Seat>()).unwrap();
    let titled = json!([{"const": "First", "title": "With a table"}, {"const": "Second", "title": "Second"}]);
    assert_eq!(
        schema["properties"]["class"],
        json!({"type": "string", "oneOf": titled, "title": "Class", "default": "Second"})
    );
    assert_eq!(schema["properties"]["others"]["items"], json!({"anyOf": titled}));
    let seat = FormAnswers::read::<Seat>(json!({"class": "First", "others": []}).as_object().unwrap());
    assert_eq!(seat.unwrap().class, Class::First);
}

#[derive(Debug, Elicit, PartialEq)]
struct Journey {
    /// Where the ticket is sent.
    #[arg(format = "email", title = "E-mail")]
    mail: String,
    #[arg(format = "uri")]
    home_page: Option<String>,
    #[arg(format = "date")]
    leaves: String,
    #[arg(format = "date-time")]
    arrives: String,
    #[arg(min_len = 1, max_len = 3, default = "VIE")]
    airport: String,
    #[arg(min = 1, max = 9, default = 1)]
    travellers: u8,
    #[arg(min = 0.5, max = 99.5)]
    budget: Option<f64>,
    #[arg(default = true)]
    insured: bool,
    #[arg(default = Means::ByTrain)]
    means: Means,
    meal: Meal,
    #[arg(min_len = 1, max_len = 2, default = [Means::OnFoot])]
    transfers: Vec<Means>,
    sides: Vec<Meal>,
}

fn read(content: &Value) -> Result<Journey, String> {
    FormAnswers::read(content.as_object().unwrap())
        .map_err(|unfit| unfit.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
}

fn whole() -> Value {
    json!({"mail": "ada@example.com", "leaves": "2026-07-28", "arrives": "2026-07-28T12:00:00Z", "meal": "any", "sides": []})
}

#[test]
fn elic_04_05_and_06_every_property_form_is_the_permitted_one() {
    let schema: Value = serde_json::from_str(&Form::schema::<Journey>()).unwrap();
    let mut shown = String::new();
    for (name, property) in schema["properties"].as_object().unwrap() {
        shown.push_str(&format!("{name}: {property}\n"));
    }
    shown.push_str(&format!("required: {}", schema["required"]));
    expect![[r#"
        airport: {"default":"VIE","maxLength":3,"minLength":1,"title":"Airport","type":"string"}
        arrives: {"format":"date-time","title":"Arrives","type":"string"}
        budget: {"maximum":99.5,"minimum":0.5,"title":"Budget","type":"number"}
        home_page: {"format":"uri","title":"Home page","type":"string"}
        insured: {"default":true,"title":"Insured","type":"boolean"}
        leaves: {"format":"date","title":"Leaves","type":"string"}
        mail: {"description":"Where the ticket is sent.","format":"email","title":"E-mail","type":"string"}
        meal: {"oneOf":[{"const":"vegetarian","title":"No meat"},{"const":"fish","title":"With fish"},{"const":"any","title":"any"}],"title":"Meal","type":"string"}
        means: {"default":"by_train","enum":["by_train","on_foot"],"title":"Means","type":"string"}
        sides: {"items":{"anyOf":[{"const":"vegetarian","title":"No meat"},{"const":"fish","title":"With fish"},{"const":"any","title":"any"}]},"title":"Sides","type":"array"}
        transfers: {"default":["on_foot"],"items":{"enum":["by_train","on_foot"],"type":"string"},"maxItems":2,"minItems":1,"title":"Transfers","type":"array"}
        travellers: {"default":1,"maximum":9,"minimum":1,"title":"Travellers","type":"integer"}
        required: ["mail","leaves","arrives","meal","sides"]"#]].assert_eq(&shown);
}

#[test]
fn elic_07_and_11_what_is_left_empty_is_filled_in_and_what_does_not_fit_is_told_together() {
    let journey = read(&whole()).unwrap();
    assert_eq!((journey.airport.as_str(), journey.travellers, journey.insured), ("VIE", 1, true));
    assert_eq!((journey.means, journey.transfers), (Means::ByTrain, vec![Means::OnFoot]));
    let mut odd = whole();
    for (name, value) in [
        ("mail", json!("ada")),
        ("home_page", json!("example.com")),
        ("leaves", json!("28.7.2026")),
        ("arrives", json!("2026-07-28")),
        ("airport", json!("Vienna")),
        ("travellers", json!(10)),
        ("budget", json!(0.25)),
        ("insured", json!("yes")),
        ("means", json!("by_trains")),
        ("meal", json!(3)),
        ("transfers", json!(["by_train", "on_foot", "by_train"])),
        ("sides", json!(["fish", "meat"])),
    ] {
        odd[name] = value;
    }
    expect![[r#"
        `mail` must be an e-mail address, such as `ada@example.com`
        `home_page` must be a URI, such as `https://example.com/`
        `leaves` must be a day, such as `2026-07-28`
        `arrives` must be a moment with its offset, such as `2026-07-28T09:30:00Z`
        `airport` must have at most 3 characters, has 6
        `travellers` must be at most 9
        `budget` must be at least 0.5
        `insured` must be true or false
        `means` must be one of `by_train`, `on_foot`; did you mean `by_train`?
        `meal` must be one of `vegetarian`, `fish`, `any`
        `transfers` must have at most 2 choices, has 3
        `sides` must be one of `vegetarian`, `fish`, `any`"#]]
    .assert_eq(&read(&odd).unwrap_err());
}

#[test]
fn elic_11_and_schema_13_numbers_may_be_fractions_and_whole_numbers_may_be_written_as_such() {
    let mut content = whole();
    content["budget"] = json!(2);
    content["travellers"] = json!(5.0);
    assert_eq!(read(&content).map(|journey| (journey.budget, journey.travellers)), Ok((Some(2.0), 5)));
    content["travellers"] = json!(5.5);
    assert!(read(&content).is_err());
}
