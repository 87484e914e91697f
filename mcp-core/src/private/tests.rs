//! A tool as a macro writes it, by hand: the contract between expansions and this crate.

use serde_json::json;

use super::*;
use crate::Json;

#[derive(Debug, PartialEq)]
enum Region {
    Eu,
    Us,
}

impl Choice for Region {
    const WORDS: &'static [(&'static str, &'static str)] = &[("eu", "Europe"), ("us", "")];

    fn at(index: usize) -> Option<Self> {
        [Self::Eu, Self::Us].into_iter().nth(index)
    }

    fn index(&self) -> usize {
        match self {
            Self::Eu => 0,
            Self::Us => 1,
        }
    }
}

impl Argument for Region {
    type Rule = ();

    fn schema((): &()) -> Schema {
        choice_schema::<Self>()
    }

    fn decode<'de, D: Deserializer<'de>>(input: D, (): &(), at: Place<'_>) -> Result<Option<Self>, D::Error> {
        decode_choice(input, at)
    }

    fn encode(&self) -> Value {
        encode_choice(self)
    }
}

impl HeaderParam for Region {}

#[derive(Debug, PartialEq)]
struct Arguments {
    days: u32,
    customer: Option<String>,
    region: Region,
    tags: Vec<String>,
    page: crate::PageRequest<20, 100>,
}

impl Arguments {
    fn rule_days() -> <u32 as Argument>::Rule {
        let mut rule = Default::default();
        range::<u32>(&mut rule, Some(1), Some(365));
        rule
    }
}

impl ToolInput for Arguments {
    type Partial = (
        Slot<u32>,
        Slot<Option<String>>,
        Slot<Region>,
        Slot<Vec<String>>,
        <crate::PageRequest<20, 100> as ToolInput>::Partial,
    );

    const HEADERS: HeaderTree =
        HeaderTree::of(&["Region"], &[<u32 as Argument>::HEADERS, <Vec<String> as Argument>::HEADERS]);

    fn describe(object: &mut ObjectSchema) {
        let days = Field {
            description: "Fewest days past due.",
            default: Some(<u32 as Argument>::encode(&1)),
            ..Field::default()
        };
        object.field::<u32>("days", days, &Self::rule_days());
        object.field::<Option<String>>(
            "customer",
            Field { description: "A name.", ..Field::default() },
            &Default::default(),
        );
        let region = Field { description: "Ledger.", header: Some("Region"), ..Field::default() };
        object.field::<Region>("region", region, &Default::default());
        object.field::<Vec<String>>(
            "tags",
            Field { description: "Tags.", ..Field::default() },
            &Default::default(),
        );
        object.flatten::<crate::PageRequest<20, 100>>();
    }

    fn accept(partial: &mut Self::Partial, entry: &mut Entry<'_, '_>) -> bool {
        match entry.name() {
            "days" => entry.read::<u32>(&mut partial.0, &Self::rule_days()),
            "customer" => entry.read::<Option<String>>(&mut partial.1, &Default::default()),
            "region" => entry.read::<Region>(&mut partial.2, &Default::default()),
            "tags" => entry.read::<Vec<String>>(&mut partial.3, &Default::default()),
            _ => return <crate::PageRequest<20, 100> as ToolInput>::accept(&mut partial.4, entry),
        }
        true
    }

    fn settle(partial: &mut Self::Partial, at: &mut Place<'_>) {
        partial.1.settle("customer", at);
        partial.2.settle("region", at);
        partial.3.settle("tags", at);
        <crate::PageRequest<20, 100> as ToolInput>::settle(&mut partial.4, at);
    }

    fn finish(partial: Self::Partial) -> Option<Self> {
        Some(Self {
            days: partial.0.or_default(|| 1)?,
            customer: partial.1.given()?,
            region: partial.2.given()?,
            tags: partial.3.given()?,
            page: <crate::PageRequest<20, 100> as ToolInput>::finish(partial.4)?,
        })
    }

    fn encode_into(&self, object: &mut Map<String, Value>) {
        object.insert("days".into(), self.days.encode());
    }
}

#[test]
fn a_good_call_is_read_with_its_defaults() {
    let arguments = decode::<Arguments>(r#"{"region":"us","tags":["a","\u0062"],"limit":7}"#).unwrap();
    let page = crate::PageRequest::new(7, None);
    let expected =
        Arguments { days: 1, customer: None, region: Region::Us, tags: vec!["a".into(), "b".into()], page };
    assert_eq!(arguments, expected);
}

#[test]
fn gr_57_and_tool_22_everything_wrong_is_told_at_once() {
    let text = decode::<Arguments>(r#"{"dayz":3,"days":0,"region":"eur","customer":null,"tags":["a",1]}"#)
        .unwrap_err()
        .to_string();
    let expected = "5 arguments are not acceptable:\n\
        - `dayz` is not an argument; did you mean `days`? Accepted: `days`, `customer`, `region`, `tags`, `limit`, `cursor`\n\
        - `days` must be at least 1, is 0\n\
        - `region` must be one of `eu`, `us`, is \"eur\"; did you mean `eu`?\n\
        - `customer` must be a string, is null\n\
        - `tags[1]` must be a string, is an integer";
    assert_eq!(text, expected);
}

#[test]
fn a_missing_argument_and_one_given_twice_are_told() {
    let text = decode::<Arguments>(r#"{"days":1,"days":2,"tags":[]}"#).unwrap_err().to_string();
    assert!(text.contains("`days` is given twice") && text.contains("`region` is missing"), "{text}");
}

#[test]
fn numbers_beyond_the_reader_are_one_violation_and_no_panic() {
    let text = decode::<Arguments>(r#"{"days":1e999}"#).unwrap_err().to_string();
    assert!(text.contains("too large"), "{text}");
}

#[test]
fn whatever_an_unknown_argument_holds_is_passed_over() {
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    for value in ["1e999", r#""\ud800""#, &deep] {
        let text =
            decode::<Arguments>(&format!(r#"{{"extra":{value},"days":0,"region":"us"}}"#)).unwrap_err();
        let text = text.to_string();
        assert!(text.contains("`extra` is not an argument") && text.contains("`days` must be"), "{text}");
    }
}

#[test]
fn tool_36_integers_keep_every_digit() {
    use crate::argument::Faults;
    let mut faults = Faults::default();
    let mut input = serde_json::Deserializer::from_str("9223372036854775807");
    let value = i64::decode(&mut input, &Default::default(), faults.root()).unwrap();
    assert_eq!(value, Some(i64::MAX));
}

#[test]
fn the_schema_is_flat_portable_and_in_the_order_of_the_parameters() {
    let schema = serde_json::to_string(&object_schema::<Arguments>()).unwrap();
    let expected = concat!(
        r#"{"type":"object","properties":{"#,
        r#""days":{"type":"integer","description":"Fewest days past due.","minimum":1,"maximum":365,"default":1},"#,
        r#""customer":{"type":"string","description":"A name."},"#,
        r#""region":{"type":"string","description":"Ledger.\n`eu`: Europe","enum":["eu","us"],"x-mcp-header":"Region"},"#,
        r#""tags":{"type":"array","description":"Tags.","items":{"type":"string"}},"#,
        r#""limit":{"type":"integer","description":"How many items to return, at most 100; more is reduced to that, and the result says so.","minimum":1,"maximum":4294967295,"default":20},"#,
        r#""cursor":{"type":"string","description":"Where to go on: `next_cursor` of the page before. Leave out for the first page."}},"#,
        r#""required":["region","tags"],"additionalProperties":false}"#,
    );
    assert_eq!(schema, expected);
}

const DECLARATION: Declaration = Declaration {
    remarks: &[],
    name: "find",
    title: None,
    what: "Finds things.",
    when: Some("something is lost"),
    not_when: None,
    instead: &[],
    effect: Effect::Readonly,
    idempotent: true,
    closed_world: false,
    needs: &[],
    uses: &[],
    consequences: crate::Consequences::NONE,
    task: None,
    scopes: &[],
    timeout_ms: None,
    waivers: &[],
    icons: &[],
    source: Source { module: "m", file: "m.rs", line: 3 },
};

#[expect(non_camel_case_types, reason = "as `#[tool]` writes it")]
struct find {}

impl Declared for find {
    const NAME: &'static str = "find";
    const DECLARATION: Declaration = DECLARATION;
}

impl<S: Send + Sync + 'static + Provides<Context>> Tool<S> for find {
    fn definition(&self) -> Definition {
        definition::<Self, Arguments, Json<u32>>()
    }

    fn call<'a>(&'a self, call: Call<'a, S>) -> Result<Running<'a>, Violations> {
        let Arguments { days, .. } = decode::<Arguments>(call.arguments)?;
        let context: &Context = provide::<Context, S>(&call);
        Ok(run(move || async move { Json(days + u32::from(context.wants_progress())) }))
    }
}

#[test]
fn a_definition_has_everything_that_the_declaration_says() {
    let definition = <find as Tool<()>>::definition(&find {});
    assert_eq!(definition.title, "Find");
    assert_eq!(definition.description, "Finds things.\n\nUse when something is lost.");
    assert_eq!(serde_json::to_value(definition.output).unwrap(), json!({"type": "integer", "minimum": 0}));
}

#[test]
#[should_panic(expected = "duplicate tool name `FIND`")]
fn gr_04_names_that_differ_in_case_only_are_duplicates() {
    check_tools(&[DECLARATION, Declaration { name: "FIND", ..DECLARATION }]);
}

/// Names of one length, so that no pair of them is told apart by that.
const fn many_tools() -> [Declaration; MANY] {
    let (mut tools, mut rest) = ([DECLARATION; MANY], NAMES);
    let mut at = 0;
    while at < MANY {
        let (name, others) = rest.split_at(NAMES.len() / MANY);
        tools[at].name = name;
        (at, rest) = (at + 1, others);
    }
    tools
}

const MANY: usize = 512;

const NAMES: &str = match core::str::from_utf8(&LETTERS) {
    Ok(names) => names,
    Err(_) => "",
};

static LETTERS: [u8; 16 * MANY] = {
    let mut names = [b'a'; 16 * MANY];
    let mut at = 0;
    while at < MANY {
        (names[16 * at + 14], names[16 * at + 15]) = (b'a' + (at / 26) as u8, b'a' + (at % 26) as u8);
        at += 1;
    }
    names
};

#[test]
fn gr_04_hundreds_of_tools_are_checked_before_the_compiler_gives_up() {
    const TOOLS: &[Declaration; MANY] = &many_tools();
    const _: () = check_tools(TOOLS);
    let mut again = many_tools();
    again[MANY - 1].name = again[3].name;
    assert!(std::panic::catch_unwind(|| check_tools(&again)).is_err());
}

#[test]
#[should_panic(expected = "tool `b` does not say when to use it")]
fn gr_12_with_two_tools_each_says_when() {
    check_tools(&[DECLARATION, Declaration { name: "b", when: None, ..DECLARATION }]);
}

#[test]
fn gr_12_one_tool_alone_or_a_waiver_needs_no_when() {
    check_tools(&[Declaration { when: None, ..DECLARATION }]);
    let waivers = &[Waiver { guardrail: "no_when", reason: "it is the only sensible one", idle: None }];
    check_tools(&[DECLARATION, Declaration { name: "b", when: None, waivers, ..DECLARATION }]);
}

#[test]
fn a_call_is_kept_once() {
    const LARGE: usize = 1024;
    let running = run(|| async {
        let large = [1_u8; LARGE];
        std::future::ready(()).await;
        Json(large.iter().map(|byte| u32::from(*byte)).sum::<u32>())
    });
    let kept = std::mem::size_of_val(&*running);
    assert!((LARGE..2 * LARGE).contains(&kept), "{kept} bytes");
}
