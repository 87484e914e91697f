use std::task::Waker;

use serde_json::value::RawValue;

use super::*;

fn round() -> Round {
    let client = RawValue::from_string(r#"{"elicitation":{}}"#.into()).unwrap();
    let origin =
        Origin { principal: Principal::NOBODY, method: "tools/call", target: "probe", arguments: "{}" };
    let begun = Begun {
        origin,
        client: ClientCapabilities::read(&client).unwrap(),
        consent: Consent::default(),
        responses: Value::Null,
        state: None,
    };
    Round::begin(&Sealing::new(InputSettings::default()), begun).unwrap()
}

fn ask(round: &Round, key: String) {
    let mut asking = round.ask(Question::new(key, QuestionKind::Form, "{}".into()));
    assert!(asking.as_mut().poll(&mut std::task::Context::from_waker(Waker::noop())).is_pending());
}

#[test]
fn each_kind_of_question_is_numbered_for_itself() {
    let round = round();
    assert_eq!(round.number(QuestionKind::Form), 1);
    assert_eq!(round.number(QuestionKind::Roots), 1);
    assert_eq!(round.number(QuestionKind::Sampling { tools: true }), 1);
    assert_eq!(round.number(QuestionKind::Sampling { tools: false }), 2);
    assert_eq!(round.number(QuestionKind::Form), 2);
}

/// A tool may ask about each thing that its arguments name. Were the keys searched one by one, this would take minutes.
#[test]
fn a_call_that_asks_very_often_costs_no_more_for_each_question() {
    let round = round();
    for _ in 0..200_000 {
        let number = round.number(QuestionKind::Form);
        ask(&round, format!("elicit-{number}"));
    }
    match round.conclude() {
        Conclusion::Broken(problem) => assert!(problem.contains("more than 32 questions"), "{problem}"),
        _ => panic!("so many questions fit in no round"),
    }
}

#[test]
fn a_key_that_was_used_ends_the_call() {
    let round = round();
    ["a", "b", "a"].into_iter().for_each(|key| ask(&round, key.into()));
    match round.conclude() {
        Conclusion::Broken(problem) => {
            assert!(problem.contains("two questions with the key `a`"), "{problem}")
        }
        _ => panic!("an answer would belong to both"),
    }
}
