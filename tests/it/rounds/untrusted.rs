//! Whatever a client sends back: nothing altered is accepted, and nothing panics.

use serde_json::{Map, Value, json};

use super::{Fixture, call, code, fixture, yes};

async fn charge(service: &Fixture, state: Value, answers: Value) -> Value {
    call(service, "charge", json!({"cents": 7})).with_state(state).answering(answers).send().await
}

async fn asked(service: &Fixture) -> String {
    let asked = call(service, "charge", json!({"cents": 7})).send().await;
    asked["result"]["requestState"].as_str().unwrap().to_owned()
}

/// Numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[usize::try_from(self.roll(from.len() as u64)).unwrap()]
    }

    /// A value that likes the names and words of answers.
    fn value(&mut self, depth: u64) -> Value {
        const NAMES: &[&str] = &[
            "action",
            "content",
            "confirm",
            "confirm-1",
            "elicit-1",
            "user_name",
            "name",
            "roots",
            "",
            "é\u{0}",
        ];
        const WORDS: &[&str] = &["accept", "decline", "cancel", "true", "", "Ada", "\u{7f}\u{202e}"];
        match self.roll(if depth == 0 { 6 } else { 9 }) {
            0 => Value::Null,
            1 => (self.roll(2) == 0).into(),
            2 => i64::MIN.into(),
            3 => 1.5e300.into(),
            4 | 5 => self.pick(WORDS).into(),
            6 => (0..self.roll(4)).map(|_| self.value(depth - 1)).collect(),
            _ => {
                let members = (0..self.roll(4)).map(|_| (self.pick(NAMES).to_owned(), self.value(depth - 1)));
                members.collect::<Map<_, _>>().into()
            }
        }
    }
}

#[tokio::test]
async fn mrtr_08_no_altered_state_is_accepted() {
    let service = fixture();
    let state = asked(&service).await;
    let answers = json!({"confirm-1": yes()});
    for at in 0..state.len() {
        let (before, after) = state.split_at(at);
        let mut altered =
            vec![before.to_owned(), format!("{before}A{after}"), format!("{before}{}", &after[1..])];
        for other in ["A", "_", "+", "=", "é"] {
            altered.push(format!("{before}{other}{}", &after[1..]));
        }
        for altered in altered.into_iter().filter(|altered| *altered != state) {
            let answer = charge(&service, json!(altered), answers.clone()).await;
            assert_eq!(code(&answer), -32602, "{altered}");
        }
    }
    assert_eq!(service.app.effects(), 0);
    // It was good all the while.
    let answer = charge(&service, json!(state), answers).await;
    assert_eq!((answer["result"]["resultType"].as_str(), service.app.effects()), (Some("complete"), 1));
}

#[tokio::test]
async fn mrtr_08_no_foreign_state_is_accepted() {
    let (service, mut dice) = (fixture(), Dice(1));
    for _ in 0..500 {
        let state = dice.value(3);
        let answer = charge(&service, state.clone(), json!({"confirm-1": yes()})).await;
        assert_eq!(code(&answer), -32602, "{state}");
    }
}

#[tokio::test]
async fn mrtr_14_no_answers_panic_or_authorise() {
    let (service, mut dice) = (fixture(), Dice(2));
    let state = asked(&service).await;
    for _ in 0..2_000 {
        let answers = dice.value(4);
        let given = &answers["confirm-1"];
        // The one right answer would be one.
        if given["action"] == "accept" && given["content"]["confirm"] == true {
            continue;
        }
        let answer = charge(&service, json!(state), answers.clone()).await;
        assert_ne!(answer["error"]["code"], -32603, "{answers}");
        let single = json!({"user_name": answers});
        let answer = call(&service, "greet", json!({})).answering(single.clone()).send().await;
        assert_ne!(answer["error"]["code"], -32603, "{single}");
    }
    assert_eq!(service.app.effects(), 0);
}
