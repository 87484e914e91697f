//! Whatever a URI, a path or an argument holds: nothing panics, and nothing leads elsewhere.

use proptest::prelude::*;
use serde_json::json;
use taffrail::uri::{self, UriTemplate};
use taffrail::{SafePath, TextArguments};

/// Text that templates and URIs are made of, more often than chance would have it.
fn uri_like() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "x:", "notes://", "file:///", "{", "}", "{a}", "{b}", "{+p}", "{?q}", "{?q,r}", "/", "?", "#", "%",
        "%2e", "%2F", "%00", "%252e", "..", ".", "a", "bc", "&", "=", "q=", "\\", " ", "ä",
    ]);
    prop::collection::vec(pieces, 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn res_08_reading_templates_and_uris_never_panics(template in uri_like(), other in uri_like(), uri in uri_like()) {
        let _ = uri::check(&uri);
        if let (Ok(template), Ok(other)) = (UriTemplate::parse(&template), UriTemplate::parse(&other)) {
            let _ = template.matches(&uri);
            if let Some(witness) = template.overlap(&other) {
                prop_assert!(template.matches(&witness).is_some() && other.matches(&witness).is_some(), "{witness}");
            }
            prop_assert!(template.overlap(&template).is_some());
        }
    }

    #[test]
    fn res_08_what_was_put_into_a_template_comes_out_again(a in "[a-zA-Z0-9._~-]{1,12}", p in "[a-zA-Z0-9._~/-]{1,20}", q in "[a-zA-Z0-9 /?#%&=ä]{0,12}") {
        let encoded: String = q.bytes().map(|byte| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02x}") }).collect();
        let template = UriTemplate::parse("x://{a}/in/{+p}{?q}").unwrap();
        let uri = format!("x://{a}/in/{p}?q={encoded}");
        let found = template.matches(&uri).unwrap();
        prop_assert_eq!(found.get("a"), Some(&*a));
        prop_assert_eq!(found.get("p"), Some(&*p));
        prop_assert_eq!(found.get("q"), Some(&*q));
    }

    #[test]
    fn res_09_templates_without_an_overlap_never_match_one_uri(first in uri_like(), second in uri_like(), uri in uri_like()) {
        if let (Ok(first), Ok(second)) = (UriTemplate::parse(&first), UriTemplate::parse(&second)) {
            // Two open queries may share names; the walk finds the shortest text only, so that pair is left out.
            let both = first.matches(&uri).is_some() && second.matches(&uri).is_some();
            prop_assert!(!both || first.overlap(&second).is_some(), "{uri}");
        }
    }

    #[test]
    fn res_14_a_safe_path_never_leads_out(text in ".{0,40}", pieces in prop::collection::vec(prop::sample::select(vec!["..", ".", "a", "/", "\\", "%2e", "\0", "b"]), 0..8)) {
        for text in [text, pieces.concat()] {
            let Ok(path) = SafePath::new(&text) else { continue };
            let joined = std::path::Path::new("/root").join(path.names().collect::<std::path::PathBuf>());
            prop_assert!(joined.starts_with("/root"));
            prop_assert!(joined.components().all(|part| !matches!(part, std::path::Component::ParentDir)), "{text}");
            prop_assert!(!path.names().any(|name| name.is_empty() || name == ".." || name.contains(['\\', '\0'])));
        }
    }

    #[test]
    fn prompt_03_reading_arguments_never_panics(text in ".{0,60}", pairs in prop::collection::btree_map(".{0,6}", ".{0,6}", 0..5)) {
        let _ = TextArguments::parse(&text);
        let json = json!(pairs).to_string();
        let read = TextArguments::parse(&json).unwrap();
        prop_assert_eq!(read.iter().count(), pairs.len());
        for (name, value) in &pairs {
            prop_assert_eq!(read.get(name), Some(&**value));
        }
    }
}
