//! Prompts, resources and completers.

use expect_test::expect;
use quote::quote;

use super::{assert_nowhere, parse, pretty};
use crate::entry;
use crate::model::kind::Kind;

#[test]
fn a_prompt_is_the_function_a_type_and_what_the_type_says() {
    expect![[r#"
        /// Asks for a look.
        #[allow(
            clippy::needless_pass_by_value,
            clippy::too_many_arguments,
            clippy::unused_async
        )]
        async fn look(name: String, mode: Option<Mode>, db: &Db) -> Vec<Message> {
            vec![]
        }
        #[doc(hidden)]
        #[allow(missing_copy_implementations, non_camel_case_types)]
        struct look {}
        #[doc(hidden)]
        #[allow(
            deprecated,
            unreachable_pub,
            unused_imports,
            unused_qualifications,
            unused_variables,
            clippy::all,
            clippy::nursery,
            clippy::pedantic,
            clippy::restriction
        )]
        const _: () = {
            use ::taffrail::__private as __taffrail;
            #[automatically_derived]
            impl ::core::fmt::Debug for look {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    f.write_str("look")
                }
            }
            use __taffrail::from_text as __taffrail_texts;
            enum __TaffrailParts {}
            #[automatically_derived]
            impl __taffrail_texts::Parameter<__taffrail_texts::position::P0>
            for __TaffrailParts {
                type Value = String;
                const NAME: &'static ::core::primitive::str = "name";
                const DESCRIPTION: &'static ::core::primitive::str = "A name.";
                fn rule() -> __taffrail_texts::Rule<Self, __taffrail_texts::position::P0> {
                    let mut __taffrail_rule: __taffrail_texts::Rule<
                        Self,
                        __taffrail_texts::position::P0,
                    > = ::core::default::Default::default();
                    __taffrail_texts::measure::<
                        <__TaffrailParts as __taffrail_texts::Parameter<
                            __taffrail_texts::position::P0,
                        >>::Value,
                    >(
                        &mut __taffrail_rule,
                        ::core::option::Option::Some({
                            let __taffrail_bound: ::core::primitive::usize = 1;
                            __taffrail_bound
                        }),
                        ::core::option::Option::None,
                    );
                    __taffrail_rule
                }
            }
            #[automatically_derived]
            impl __taffrail_texts::Parameter<__taffrail_texts::position::P1>
            for __TaffrailParts {
                type Value = Option<Mode>;
                const NAME: &'static ::core::primitive::str = "mode";
                const DESCRIPTION: &'static ::core::primitive::str = "A mode.";
            }
            #[automatically_derived]
            impl __taffrail::Completed<__taffrail::position::P0> for __TaffrailParts {
                type By = names;
            }
            const _: () = __taffrail::assert_context::<
                __TaffrailParts,
                __taffrail::position::P0,
            >("prompt `look`", &["name", "mode"]);
            #[automatically_derived]
            impl __taffrail::DeclaredPrompt for look {
                const DECLARATION: __taffrail::PromptDeclaration = __taffrail::PromptDeclaration {
                    name: "look",
                    title: ::core::option::Option::Some("Look"),
                    what: "Asks for a look.",
                    icons: &[
                        __taffrail::icon(
                            "https://example.com/a.png",
                            ::core::option::Option::None,
                            &[],
                            ::core::option::Option::None,
                        ),
                    ],
                    needs: &[],
                    scopes: &[],
                    timeout_ms: ::core::option::Option::None,
                    source: __taffrail::Source {
                        module: ::core::module_path!(),
                        file: ::core::file!(),
                        line: ::core::line!(),
                    },
                };
            }
            #[automatically_derived]
            impl __taffrail::PromptSignature for __TaffrailParts {
                type Prompt = look;
                type Reply = Vec<Message>;
            }
            #[automatically_derived]
            impl<__TaffrailState> __taffrail::Prompt<__TaffrailState> for look
            where
                __TaffrailState: ::core::marker::Send + ::core::marker::Sync + 'static,
                __TaffrailState: __taffrail::Provides<Db>,
                <__TaffrailParts as __taffrail::Completed<
                    __taffrail::position::P0,
                >>::By: __taffrail::Completer<__TaffrailState>,
            {
                fn definition(&self) -> __taffrail::PromptDefinition {
                    __taffrail::define_prompt::<
                        __TaffrailParts,
                    >(
                        __taffrail::list([
                            __taffrail::from_text::argument::<
                                __TaffrailParts,
                                __taffrail::position::P0,
                            >(true),
                            __taffrail::from_text::argument::<
                                __TaffrailParts,
                                __taffrail::position::P1,
                            >(false),
                        ]),
                    )
                }
                fn get<'__taffrail>(
                    &'__taffrail self,
                    __taffrail_call: __taffrail::PromptCall<'__taffrail, __TaffrailState>,
                ) -> ::core::result::Result<
                    __taffrail::Work<'__taffrail, __taffrail::PromptReply>,
                    __taffrail::Violations,
                > {
                    let mut __taffrail_texts = __taffrail::from_text::Texts::new(
                        __taffrail_call.arguments,
                    );
                    let __taffrail_0 = __taffrail_texts
                        .take::<__TaffrailParts, __taffrail::position::P0>();
                    let __taffrail_1 = __taffrail_texts
                        .take::<__TaffrailParts, __taffrail::position::P1>();
                    let (
                        ::core::option::Option::Some(__taffrail_0),
                        ::core::option::Option::Some(__taffrail_1),
                    ) = (__taffrail_0, __taffrail_1) else {
                        return ::core::result::Result::Err(__taffrail_texts.into_violations());
                    };
                    ::core::result::Result::Ok(
                        __taffrail::start_prompt::<
                            __TaffrailParts,
                            _,
                        >(
                            look(
                                __taffrail_0,
                                __taffrail_1,
                                __taffrail::lend::<
                                    Db,
                                    __TaffrailState,
                                >(__taffrail_call.state, __taffrail_call.context),
                            ),
                        ),
                    )
                }
                fn complete<'__taffrail>(
                    &'__taffrail self,
                    __taffrail_argument: &::core::primitive::str,
                    __taffrail_call: __taffrail::CompletionCall<'__taffrail, __TaffrailState>,
                ) -> ::core::option::Option<
                    __taffrail::Work<'__taffrail, __taffrail::Completion>,
                > {
                    match __taffrail_argument {
                        "name" => {
                            __taffrail::complete_with::<
                                __TaffrailParts,
                                __taffrail::position::P0,
                                __TaffrailState,
                            >(__taffrail_call)
                        }
                        "mode" => {
                            __taffrail::from_text::complete_words::<
                                __TaffrailParts,
                                __taffrail::position::P1,
                                __TaffrailState,
                            >(__taffrail_call)
                        }
                        _ => ::core::option::Option::None,
                    }
                }
            }
        };
    "#]].assert_eq(&pretty(&entry::prompt(
        quote!(title = "Look", complete(name = names), icon = "https://example.com/a.png"),
        parse(
            "/// Asks for a look.\nasync fn look(\n/// A name.\n#[arg(min_len = 1)] name: String,\n/// A mode.\nmode: Option<Mode>, db: &Db) -> Vec<Message> { vec![] }",
        ),
    )));
}

#[test]
fn a_resource_is_the_function_a_type_and_what_the_type_says() {
    expect![[r#"
        /// A file.
        #[allow(
            clippy::needless_pass_by_value,
            clippy::too_many_arguments,
            clippy::unused_async
        )]
        async fn file(path: SafePath) -> Option<String> {
            None
        }
        #[doc(hidden)]
        #[allow(missing_copy_implementations, non_camel_case_types)]
        struct file {}
        #[doc(hidden)]
        #[allow(
            deprecated,
            unreachable_pub,
            unused_imports,
            unused_qualifications,
            unused_variables,
            clippy::all,
            clippy::nursery,
            clippy::pedantic,
            clippy::restriction
        )]
        const _: () = {
            use ::taffrail::__private as __taffrail;
            #[automatically_derived]
            impl ::core::fmt::Debug for file {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    f.write_str("file")
                }
            }
            use __taffrail::from_text as __taffrail_texts;
            enum __TaffrailParts {}
            #[automatically_derived]
            impl __taffrail_texts::Parameter<__taffrail_texts::position::P0>
            for __TaffrailParts {
                type Value = SafePath;
                const NAME: &'static ::core::primitive::str = "path";
                const DESCRIPTION: &'static ::core::primitive::str = "";
            }
            const _: () = __taffrail::from_text::assert_contained::<SafePath>();
            #[automatically_derived]
            impl __taffrail::DeclaredResource for file {
                const URI: &'static ::core::primitive::str = "files://{+path}";
                const DECLARATION: __taffrail::ResourceDeclaration = __taffrail::ResourceDeclaration {
                    uri: "files://{+path}",
                    name: "file",
                    title: ::core::option::Option::None,
                    what: "A file.",
                    icons: &[],
                    after: &[<index as __taffrail::DeclaredResource>::URI],
                    mime_type: ::core::option::Option::Some("text/plain"),
                    audience: &[],
                    priority: ::core::option::Option::Some(__taffrail::priority(1.0)),
                    last_modified: ::core::option::Option::None,
                    size: ::core::option::Option::None,
                    cache: ::core::option::Option::Some((
                        __taffrail::CacheScope::Public,
                        300000u64,
                    )),
                    needs: &[],
                    scopes: &[],
                    timeout_ms: ::core::option::Option::None,
                    source: __taffrail::Source {
                        module: ::core::module_path!(),
                        file: ::core::file!(),
                        line: ::core::line!(),
                    },
                };
            }
            #[automatically_derived]
            impl __taffrail::ResourceSignature for __TaffrailParts {
                type Resource = file;
                type Reply = Option<String>;
            }
            #[automatically_derived]
            impl<__TaffrailState> __taffrail::Resource<__TaffrailState> for file
            where
                __TaffrailState: ::core::marker::Send + ::core::marker::Sync + 'static,
            {
                fn definition(&self) -> __taffrail::ResourceDefinition {
                    __taffrail::define_resource::<
                        __TaffrailParts,
                    >(
                        &[
                            __taffrail::from_text::variable::<
                                __TaffrailParts,
                                __taffrail::position::P0,
                            >(false),
                        ],
                    )
                }
                fn read<'__taffrail>(
                    &'__taffrail self,
                    __taffrail_call: __taffrail::ResourceCall<'__taffrail, __TaffrailState>,
                ) -> ::core::result::Result<
                    __taffrail::Work<'__taffrail, __taffrail::Reading>,
                    __taffrail::Violations,
                > {
                    let mut __taffrail_texts = __taffrail::from_text::Texts::new(
                        __taffrail_call.variables,
                    );
                    let __taffrail_0 = __taffrail_texts
                        .take::<__TaffrailParts, __taffrail::position::P0>();
                    let (::core::option::Option::Some(__taffrail_0),) = (__taffrail_0,) else {
                        return ::core::result::Result::Err(__taffrail_texts.into_violations());
                    };
                    ::core::result::Result::Ok(
                        __taffrail::start_reading::<__TaffrailParts, _>(file(__taffrail_0)),
                    )
                }
                fn complete<'__taffrail>(
                    &'__taffrail self,
                    __taffrail_argument: &::core::primitive::str,
                    __taffrail_call: __taffrail::CompletionCall<'__taffrail, __TaffrailState>,
                ) -> ::core::option::Option<
                    __taffrail::Work<'__taffrail, __taffrail::Completion>,
                > {
                    match __taffrail_argument {
                        "path" => {
                            __taffrail::from_text::complete_words::<
                                __TaffrailParts,
                                __taffrail::position::P0,
                                __TaffrailState,
                            >(__taffrail_call)
                        }
                        _ => ::core::option::Option::None,
                    }
                }
            }
        };
    "#]]
    .assert_eq(&pretty(&entry::resource(
        quote!("files://{+path}", mime_type = "text/plain", priority = 1, cache(public = "5m"), after(index)),
        parse("/// A file.\nasync fn file(path: SafePath) -> Option<String> { None }"),
    )));
}

#[test]
fn a_completer_is_the_function_and_a_type() {
    expect![[r##"
        #[allow(
            clippy::needless_pass_by_value,
            clippy::too_many_arguments,
            clippy::unused_async
        )]
        async fn names(typed: String, mode: Option<Mode>, db: &Db) -> Completion {
            todo()
        }
        #[doc(hidden)]
        #[allow(missing_copy_implementations, non_camel_case_types)]
        struct names {}
        #[doc(hidden)]
        #[allow(
            deprecated,
            unreachable_pub,
            unused_imports,
            unused_qualifications,
            unused_variables,
            clippy::all,
            clippy::nursery,
            clippy::pedantic,
            clippy::restriction
        )]
        const _: () = {
            use ::taffrail::__private as __taffrail;
            #[automatically_derived]
            impl ::core::fmt::Debug for names {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    f.write_str("names")
                }
            }
            enum __TaffrailParts {}
            #[automatically_derived]
            impl __taffrail::CompleterSignature for __TaffrailParts {
                type Typed = String;
                type Reply = Completion;
            }
            #[automatically_derived]
            impl __taffrail::DeclaredCompleter for names {
                const CONTEXT: &'static [&'static ::core::primitive::str] = &["mode"];
                const IT: &'static Self = &names {};
            }
            #[automatically_derived]
            impl<__TaffrailState> __taffrail::Completer<__TaffrailState> for names
            where
                __TaffrailState: ::core::marker::Send + ::core::marker::Sync + 'static,
                __TaffrailState: __taffrail::Provides<Db>,
            {
                fn complete<'__taffrail>(
                    &'__taffrail self,
                    __taffrail_call: __taffrail::CompletionCall<'__taffrail, __TaffrailState>,
                ) -> __taffrail::Work<'__taffrail, __taffrail::Completion> {
                    __taffrail::start_completion::<
                        __TaffrailParts,
                        _,
                    >(
                        names(
                            __taffrail::typed::<
                                __TaffrailParts,
                                __TaffrailState,
                            >(&__taffrail_call),
                            __taffrail::filled_in::<
                                Option<Mode>,
                                __TaffrailState,
                            >(&__taffrail_call, "mode"),
                            __taffrail::lend::<
                                Db,
                                __TaffrailState,
                            >(__taffrail_call.state, __taffrail_call.context),
                        ),
                    )
                }
            }
        };
    "##]]
    .assert_eq(&pretty(&entry::completer(
        quote!(),
        parse("async fn names(typed: String, mode: Option<Mode>, db: &Db) -> Completion { todo() }"),
    )));
}

#[test]
fn the_function_and_stand_ins_are_what_is_left_of_a_faulty_item() {
    expect![[r#"
        /// A note.
        #[allow(
            clippy::needless_pass_by_value,
            clippy::too_many_arguments,
            clippy::unused_async
        )]
        async fn note(id: u32) -> String {
            String::new()
        }
        #[doc(hidden)]
        #[allow(missing_copy_implementations, non_camel_case_types)]
        struct note {}
        #[doc(hidden)]
        #[allow(
            deprecated,
            unreachable_pub,
            unused_imports,
            unused_qualifications,
            unused_variables,
            clippy::all,
            clippy::nursery,
            clippy::pedantic,
            clippy::restriction
        )]
        const _: () = {
            use ::taffrail::__private as __taffrail;
            #[automatically_derived]
            impl ::core::fmt::Debug for note {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    f.write_str("note")
                }
            }
            impl __taffrail::DeclaredResource for note {
                const URI: &'static ::core::primitive::str = "note";
                const DECLARATION: __taffrail::ResourceDeclaration = __taffrail::recovered_resource(
                    "note",
                );
            }
            impl<
                __TaffrailState: ::core::marker::Send + ::core::marker::Sync + 'static,
            > __taffrail::Resource<__TaffrailState> for note {
                fn definition(&self) -> __taffrail::ResourceDefinition {
                    ::core::unimplemented!()
                }
                fn read<'a>(
                    &'a self,
                    _: __taffrail::ResourceCall<'a, __TaffrailState>,
                ) -> ::core::result::Result<
                    __taffrail::Work<'a, __taffrail::Reading>,
                    __taffrail::Violations,
                > {
                    ::core::unimplemented!()
                }
            }
        };
        ::core::compile_error! {
            "`notes/{id}` is not an absolute URI\nhelp: begin with a scheme of your own, for example `notes://{id}`"
        }
    "#]].assert_eq(&pretty(&entry::resource(
        quote!("notes/{id}"),
        parse("/// A note.\nasync fn note(id: u32) -> String { String::new() }"),
    )));
}

#[test]
fn sets_are_checked_and_added_in_order() {
    expect![[r#"
        fn main() {
            {
                use ::taffrail::__private as __taffrail;
                const _: () = __taffrail::check_resources(
                    &[
                        __taffrail::resource_declaration(&index {}),
                        __taffrail::resource_declaration(&notes::one {}),
                    ],
                );
                let __taffrail_set = __taffrail::Resources::new(__taffrail::Identity {
                    name: ::core::env!("CARGO_PKG_NAME"),
                    version: ::core::env!("CARGO_PKG_VERSION"),
                });
                #[allow(unused_imports)]
                use __taffrail::Unlisted as _;
                let __taffrail_set = __taffrail_set
                    .with(__taffrail::Listed(index {}).resource());
                let __taffrail_set = __taffrail_set
                    .with(__taffrail::Listed(notes::one {}).resource());
                __taffrail_set
            }
        }
    "#]]
    .assert_eq(&pretty(&entry::set(quote!(index, notes::one), Kind::Resource)));
}

#[test]
fn another_path_of_the_library_is_the_only_one() {
    let function = || parse("/// A.\nasync fn a(/** B. */ b: String, db: &Db) -> String { b }");
    assert_nowhere("taffrail", entry::prompt(quote!(crate = ::other, complete(b = c)), function()));
    assert_nowhere(
        "taffrail",
        entry::resource(quote!("x:{+b}", crate = ::other, complete(b = c)), function()),
    );
    assert_nowhere("taffrail", entry::completer(quote!(crate = ::other), parse("async fn a(b: String) {}")));
    for kind in [Kind::Prompt, Kind::Resource] {
        assert_nowhere("taffrail", entry::set(quote!(crate = ::other; a), kind));
    }
}

#[test]
fn no_input_makes_a_macro_panic() {
    let arguments = [
        "",
        "=",
        ",",
        "\"\"",
        "\"x\"",
        "\"x:{a}\"",
        "\"x:{\"",
        "\"x:{a}\",",
        "\"x:{+a}{?b}\", after(",
        "complete()",
        "complete(a = )",
        "icon()",
        "icon(,)",
        "icon(\"\", sizes())",
        "cache()",
        "\"x:a\", cache(public)",
        "audience(,)",
        "priority = ",
        "((",
    ];
    let items = [
        "",
        "fn",
        "async fn f() {}",
        "async fn f(a: u8, &b: &u8) {}",
        "struct S;",
        "fn f(self) {}",
        "trait T {}",
        "async fn f(#[arg(=)] a: u8) {}",
    ];
    let readable = |code: &str| code.parse::<proc_macro2::TokenStream>().ok();
    for item in items.iter().filter_map(|item| readable(item)) {
        for arguments in arguments.iter().filter_map(|arguments| readable(arguments)) {
            for entry in [entry::prompt, entry::resource, entry::completer] {
                drop(entry(arguments.clone(), item.clone()));
            }
            drop(entry::set(arguments, Kind::Prompt));
        }
    }
}
