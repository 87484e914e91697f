use expect_test::expect;
use quote::quote;

use super::{assert_nowhere, parse, pretty};
use crate::entry;

#[test]
fn a_tool_of_every_kind_of_parameter() {
    let item = parse(
        r#"
        /// Returns invoices.
        pub(crate) async fn find_overdue(
            /// Fewest days.
            #[arg(default = 1, min = 1, header = "Days")]
            days: u32,
            /// A name.
            #[arg(max_len = 40, pattern = "^[A-Z]", example = "Acme")]
            name: Option<String>,
            #[arg(flatten)] page: PageRequest<20, 100>,
            db: &Db,
        ) -> Json<Invoices> {
            todo!()
        }
        "#,
    );
    let attribute = parse(
        r#"readonly, when = "when arrears are wanted", instead(billing::get_invoice = "one is"), scope = "a", timeout = "2s",
        needs(sampling_tools), allow(long_name, reason = "people know it so")"#,
    );
    expect![[r#"
        /// Returns invoices.
        #[allow(
            clippy::needless_pass_by_value,
            clippy::too_many_arguments,
            clippy::unused_async
        )]
        pub(crate) async fn find_overdue(
            days: u32,
            name: Option<String>,
            page: PageRequest<20, 100>,
            db: &Db,
        ) -> Json<Invoices> {
            todo!()
        }
        #[doc(hidden)]
        #[allow(missing_copy_implementations, non_camel_case_types)]
        pub(crate) struct find_overdue {}
        #[doc(hidden)]
        #[allow(
            deprecated,
            unreachable_pub,
            unused_variables,
            clippy::all,
            clippy::nursery,
            clippy::pedantic,
            clippy::restriction
        )]
        const _: () = {
            #[automatically_derived]
            impl ::core::fmt::Debug for find_overdue {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    f.write_str("find_overdue")
                }
            }
            pub struct __TaffrailArguments {
                days: u32,
                name: Option<String>,
                page: PageRequest<20, 100>,
            }
            enum __TaffrailParts {}
            #[automatically_derived]
            impl ::taffrail::__private::Parameter<0> for __TaffrailParts {
                type Value = u32;
                const NAME: &'static ::core::primitive::str = "days";
                const DESCRIPTION: &'static ::core::primitive::str = "Fewest days.";
                const HEADER: ::core::option::Option<&'static ::core::primitive::str> = ::core::option::Option::Some(
                    "Days",
                );
                fn rule() -> ::taffrail::__private::Rule<Self, 0> {
                    let mut __taffrail_rule: ::taffrail::__private::Rule<Self, 0> = ::core::default::Default::default();
                    ::taffrail::__private::range::<
                        <__TaffrailParts as ::taffrail::__private::Parameter<0>>::Value,
                    >(
                        &mut __taffrail_rule,
                        ::core::option::Option::Some({
                            let __taffrail_bound: ::taffrail::__private::Bound<
                                __TaffrailParts,
                                0,
                            > = 1;
                            __taffrail_bound
                        }),
                        ::core::option::Option::None,
                    );
                    __taffrail_rule
                }
                fn fallback() -> ::core::option::Option<u32> {
                    ::core::option::Option::Some({
                        let __taffrail_value: u32 = 1;
                        __taffrail_value
                    })
                }
            }
            #[automatically_derived]
            impl ::taffrail::__private::Parameter<1> for __TaffrailParts {
                type Value = Option<String>;
                const NAME: &'static ::core::primitive::str = "name";
                const DESCRIPTION: &'static ::core::primitive::str = "A name.";
                fn rule() -> ::taffrail::__private::Rule<Self, 1> {
                    let mut __taffrail_rule: ::taffrail::__private::Rule<Self, 1> = ::core::default::Default::default();
                    ::taffrail::__private::measure::<
                        <__TaffrailParts as ::taffrail::__private::Parameter<1>>::Value,
                    >(
                        &mut __taffrail_rule,
                        ::core::option::Option::None,
                        ::core::option::Option::Some({
                            let __taffrail_bound: ::core::primitive::usize = 40;
                            __taffrail_bound
                        }),
                    );
                    static __TAFFRAIL_PATTERN: ::taffrail::__private::Pattern = ::taffrail::__private::Pattern::new(
                        "^[A-Z]",
                    );
                    ::taffrail::__private::pattern::<
                        <__TaffrailParts as ::taffrail::__private::Parameter<1>>::Value,
                    >(&mut __taffrail_rule, &__TAFFRAIL_PATTERN);
                    __taffrail_rule
                }
                fn examples() -> ::taffrail::__private::Vec<::taffrail::__private::Value> {
                    ::taffrail::__private::examples([
                        ::taffrail::__private::example::<
                            String,
                        >(
                            &{
                                let __taffrail_value: String = ::core::convert::Into::into(
                                    "Acme",
                                );
                                __taffrail_value
                            },
                        ),
                    ])
                }
            }
            #[automatically_derived]
            impl ::taffrail::__private::Group<2> for __TaffrailParts {
                type Value = PageRequest<20, 100>;
            }
            #[derive(::core::default::Default)]
            pub struct __TaffrailPartial(
                ::taffrail::__private::Slot<
                    <__TaffrailParts as ::taffrail::__private::Parameter<0>>::Value,
                >,
                ::taffrail::__private::Slot<
                    <__TaffrailParts as ::taffrail::__private::Parameter<1>>::Value,
                >,
                ::taffrail::__private::GroupSlot<__TaffrailParts, 2>,
            );
            #[automatically_derived]
            impl ::taffrail::__private::ToolInput for __TaffrailArguments {
                type Partial = __TaffrailPartial;
                const HEADERS: ::taffrail::__private::HeaderTree = ::taffrail::__private::HeaderTree::of(
                    &["Days"],
                    &[<__TaffrailParts as ::taffrail::__private::Group<2>>::HEADERS],
                );
                fn describe(__taffrail_object: &mut ::taffrail::__private::ObjectSchema) {
                    ::taffrail::__private::describe::<__TaffrailParts, 0>(__taffrail_object);
                    ::taffrail::__private::describe::<__TaffrailParts, 1>(__taffrail_object);
                    ::taffrail::__private::describe_group::<
                        __TaffrailParts,
                        2,
                    >(__taffrail_object);
                }
                fn accept<'de, __TaffrailMap: ::taffrail::__private::MapAccess<'de>>(
                    __taffrail_partial: &mut Self::Partial,
                    __taffrail_entry: &mut ::taffrail::__private::Entry<'_, 'de, __TaffrailMap>,
                ) -> ::core::result::Result<::core::primitive::bool, __TaffrailMap::Error> {
                    match __taffrail_entry.name() {
                        "days" => {
                            ::taffrail::__private::read::<
                                __TaffrailParts,
                                0,
                                _,
                            >(&mut __taffrail_partial.0, __taffrail_entry)
                        }
                        "name" => {
                            ::taffrail::__private::read::<
                                __TaffrailParts,
                                1,
                                _,
                            >(&mut __taffrail_partial.1, __taffrail_entry)
                        }
                        _ => {
                            ::core::result::Result::Ok(
                                ::taffrail::__private::read_group::<
                                    __TaffrailParts,
                                    2,
                                    _,
                                >(&mut __taffrail_partial.2, __taffrail_entry)?,
                            )
                        }
                    }
                }
                fn finish(
                    __taffrail_partial: Self::Partial,
                    __taffrail_at: &mut ::taffrail::__private::Place<'_>,
                ) -> ::core::option::Option<Self> {
                    let __taffrail_0 = ::taffrail::__private::finish::<
                        __TaffrailParts,
                        0,
                    >(__taffrail_partial.0, __taffrail_at);
                    let __taffrail_1 = ::taffrail::__private::finish::<
                        __TaffrailParts,
                        1,
                    >(__taffrail_partial.1, __taffrail_at);
                    let __taffrail_2 = ::taffrail::__private::finish_group::<
                        __TaffrailParts,
                        2,
                    >(__taffrail_partial.2, __taffrail_at);
                    ::core::option::Option::Some(Self {
                        days: __taffrail_0?,
                        name: __taffrail_1?,
                        page: __taffrail_2?,
                    })
                }
                fn encode_into(
                    &self,
                    __taffrail_object: &mut ::taffrail::__private::Map<
                        ::taffrail::__private::String,
                        ::taffrail::__private::Value,
                    >,
                ) {
                    ::taffrail::__private::encode::<
                        __TaffrailParts,
                        0,
                    >(&self.days, __taffrail_object);
                    ::taffrail::__private::encode::<
                        __TaffrailParts,
                        1,
                    >(&self.name, __taffrail_object);
                    ::taffrail::__private::encode_group::<
                        __TaffrailParts,
                        2,
                    >(&self.page, __taffrail_object);
                }
            }
            const _: () = ::taffrail::__private::assert_header_range::<
                u32,
            >(
                "days",
                ::core::option::Option::Some((1) as ::core::primitive::i128),
                ::core::option::Option::None,
            );
            const _: () = ::taffrail::__private::assert_unique_headers(
                &<__TaffrailArguments as ::taffrail::__private::ToolInput>::HEADERS,
            );
            #[automatically_derived]
            impl ::taffrail::__private::Declared for find_overdue {
                const NAME: &'static ::core::primitive::str = "find_overdue";
                const DECLARATION: ::taffrail::__private::Declaration = ::taffrail::__private::Declaration {
                    name: "find_overdue",
                    title: ::core::option::Option::None,
                    what: "Returns invoices.",
                    when: ::core::option::Option::Some("arrears are wanted"),
                    not_when: ::core::option::Option::None,
                    instead: &[
                        ::taffrail::__private::Instead {
                            tool: <billing::get_invoice as ::taffrail::__private::Declared>::NAME,
                            when: "one is",
                        },
                    ],
                    effect: ::taffrail::__private::Effect::Readonly,
                    idempotent: false,
                    closed_world: false,
                    needs: &[::taffrail::__private::Capability::SamplingTools],
                    uses: &[],
                    consequences: ::taffrail::__private::Consequences {
                        undo: ::core::option::Option::None,
                        confirm: ::core::option::Option::None,
                        max_affected: ::core::option::Option::None,
                        charges: ::core::option::Option::None,
                        sends: ::core::option::Option::None,
                    },
                    scopes: &["a"],
                    timeout_ms: ::core::option::Option::Some(2000u64),
                    waivers: &[
                        ::taffrail::__private::Waiver {
                            guardrail: "long_name",
                            reason: "people know it so",
                        },
                    ],
                    icons: &[],
                    remarks: &[
                        ::taffrail::__private::Remark {
                            guardrail: "may_panic",
                            problem: "`todo!` may panic, and the model then gets \"internal error\" only",
                            help: "return a failure that says what to do: `.validation(\"…\")?`, or a `#[derive(ToolFailure)]` error",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        },
                    ],
                    source: ::taffrail::__private::Source {
                        module: ::core::module_path!(),
                        file: ::core::file!(),
                        line: ::core::line!(),
                    },
                };
            }
            #[automatically_derived]
            impl ::taffrail::__private::Signature for __TaffrailParts {
                type Tool = find_overdue;
                type Arguments = __TaffrailArguments;
                type Reply = Json<Invoices>;
            }
            #[automatically_derived]
            impl<__TaffrailState> ::taffrail::__private::Tool<__TaffrailState> for find_overdue
            where
                __TaffrailState: ::core::marker::Send + ::core::marker::Sync + 'static,
                __TaffrailState: ::taffrail::__private::Provides<Db>,
            {
                fn definition(&self) -> ::taffrail::__private::Definition {
                    ::taffrail::__private::define::<__TaffrailParts>()
                }
                fn call<'__taffrail>(
                    &'__taffrail self,
                    __taffrail_call: ::taffrail::__private::Call<'__taffrail, __TaffrailState>,
                ) -> ::core::result::Result<
                    ::taffrail::__private::Running<'__taffrail>,
                    ::taffrail::__private::Violations,
                > {
                    let __taffrail_arguments = ::taffrail::__private::decode::<
                        __TaffrailArguments,
                    >(__taffrail_call.arguments)?;
                    ::core::result::Result::Ok(
                        ::taffrail::__private::start::<
                            __TaffrailParts,
                            _,
                        >(
                            find_overdue(
                                __taffrail_arguments.days,
                                __taffrail_arguments.name,
                                __taffrail_arguments.page,
                                ::taffrail::__private::provide::<
                                    Db,
                                    __TaffrailState,
                                >(&__taffrail_call),
                            ),
                        ),
                    )
                }
            }
            use ::taffrail::__private::ReadAccess as _;
            const _: () = ::taffrail::__private::assert_readonly(
                ::taffrail::__private::Access::<Db>::WRITES,
                "`readonly` tool `find_overdue` borrows `&Db`, which can write\nnote: clients run read-only tools without asking anybody\nhelp: declare `additive` or `destructive`, or borrow a type that can only read",
            );
            const _: () = ::taffrail::__private::assert_no_media::<
                __TaffrailParts,
            >(
                "`find_overdue` returns an image or sound inline\nnote: it is large, and it stays in the conversation and is paid for with every further request (`inline_media`)\nhelp: return a `ResourceLink` to where the client can read it\nhelp: if it is small and the model must see it, write `allow(inline_media, reason = \"…\")`",
            );
        };
    "#]].assert_eq(&pretty(&entry::tool(attribute, item)));
}

#[test]
fn the_smallest_tool() {
    let item = parse("/// Says hello.\nasync fn hello() {}");
    expect![[r#"
        /// Says hello.
        #[allow(
            clippy::needless_pass_by_value,
            clippy::too_many_arguments,
            clippy::unused_async
        )]
        async fn hello() {}
        #[doc(hidden)]
        #[allow(missing_copy_implementations, non_camel_case_types)]
        struct hello {}
        #[doc(hidden)]
        #[allow(
            deprecated,
            unreachable_pub,
            unused_variables,
            clippy::all,
            clippy::nursery,
            clippy::pedantic,
            clippy::restriction
        )]
        const _: () = {
            #[automatically_derived]
            impl ::core::fmt::Debug for hello {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    f.write_str("hello")
                }
            }
            pub struct __TaffrailArguments {}
            enum __TaffrailParts {}
            #[derive(::core::default::Default)]
            pub struct __TaffrailPartial();
            #[automatically_derived]
            impl ::taffrail::__private::ToolInput for __TaffrailArguments {
                type Partial = __TaffrailPartial;
                const HEADERS: ::taffrail::__private::HeaderTree = ::taffrail::__private::HeaderTree::of(
                    &[],
                    &[],
                );
                fn describe(__taffrail_object: &mut ::taffrail::__private::ObjectSchema) {}
                fn accept<'de, __TaffrailMap: ::taffrail::__private::MapAccess<'de>>(
                    __taffrail_partial: &mut Self::Partial,
                    __taffrail_entry: &mut ::taffrail::__private::Entry<'_, 'de, __TaffrailMap>,
                ) -> ::core::result::Result<::core::primitive::bool, __TaffrailMap::Error> {
                    match __taffrail_entry.name() {
                        _ => ::core::result::Result::Ok(false),
                    }
                }
                fn finish(
                    __taffrail_partial: Self::Partial,
                    __taffrail_at: &mut ::taffrail::__private::Place<'_>,
                ) -> ::core::option::Option<Self> {
                    ::core::option::Option::Some(Self {})
                }
                fn encode_into(
                    &self,
                    __taffrail_object: &mut ::taffrail::__private::Map<
                        ::taffrail::__private::String,
                        ::taffrail::__private::Value,
                    >,
                ) {}
            }
            #[automatically_derived]
            impl ::taffrail::__private::Declared for hello {
                const NAME: &'static ::core::primitive::str = "hello";
                const DECLARATION: ::taffrail::__private::Declaration = ::taffrail::__private::Declaration {
                    name: "hello",
                    title: ::core::option::Option::None,
                    what: "Says hello.",
                    when: ::core::option::Option::None,
                    not_when: ::core::option::Option::None,
                    instead: &[],
                    effect: ::taffrail::__private::Effect::Additive,
                    idempotent: true,
                    closed_world: false,
                    needs: &[],
                    uses: &[],
                    consequences: ::taffrail::__private::Consequences {
                        undo: ::core::option::Option::None,
                        confirm: ::core::option::Option::None,
                        max_affected: ::core::option::Option::None,
                        charges: ::core::option::Option::None,
                        sends: ::core::option::Option::None,
                    },
                    scopes: &[],
                    timeout_ms: ::core::option::Option::None,
                    waivers: &[],
                    icons: &[],
                    remarks: &[],
                    source: ::taffrail::__private::Source {
                        module: ::core::module_path!(),
                        file: ::core::file!(),
                        line: ::core::line!(),
                    },
                };
            }
            #[automatically_derived]
            impl ::taffrail::__private::Signature for __TaffrailParts {
                type Tool = hello;
                type Arguments = __TaffrailArguments;
                type Reply = ();
            }
            #[automatically_derived]
            impl<__TaffrailState> ::taffrail::__private::Tool<__TaffrailState> for hello
            where
                __TaffrailState: ::core::marker::Send + ::core::marker::Sync + 'static,
            {
                fn definition(&self) -> ::taffrail::__private::Definition {
                    ::taffrail::__private::define::<__TaffrailParts>()
                }
                fn call<'__taffrail>(
                    &'__taffrail self,
                    __taffrail_call: ::taffrail::__private::Call<'__taffrail, __TaffrailState>,
                ) -> ::core::result::Result<
                    ::taffrail::__private::Running<'__taffrail>,
                    ::taffrail::__private::Violations,
                > {
                    let __taffrail_arguments = ::taffrail::__private::decode::<
                        __TaffrailArguments,
                    >(__taffrail_call.arguments)?;
                    ::core::result::Result::Ok(
                        ::taffrail::__private::start::<__TaffrailParts, _>(hello()),
                    )
                }
            }
        };
    "#]]
    .assert_eq(&pretty(&entry::tool(quote!(additive, idempotent), item)));
}

#[test]
fn tools_are_checked_and_added_in_order() {
    expect![[r#"
        fn main() {
            {
                #[cfg(panic = "abort")]
                ::core::compile_error!(
                    "`panic = \"abort\"` turns a panic in any tool into a dead server (`panic_abort`)\nnote: with `panic = \"unwind\"` it is the error of one call, and all others go on\nhelp: remove `panic = \"abort\"` from the profile in Cargo.toml\nhelp: if something restarts the server at once, write `tools![allow(panic_abort, reason = \"…\"); …]`"
                );
                const _: () = ::taffrail::__private::check_tools(
                    &[
                        ::taffrail::__private::declaration(&hello {}),
                        #[cfg(feature = "admin")]
                        ::taffrail::__private::declaration(&admin::purge {}),
                    ],
                );
                let __taffrail_set = ::taffrail::__private::Tools::new(::taffrail::__private::Identity {
                    name: ::core::env!("CARGO_PKG_NAME"),
                    version: ::core::env!("CARGO_PKG_VERSION"),
                });
                let __taffrail_set = __taffrail_set.with(hello {});
                #[cfg(feature = "admin")]
                let __taffrail_set = __taffrail_set.with(admin::purge {});
                __taffrail_set
            }
        }
    "#]]
    .assert_eq(&pretty(&entry::tools(quote!(
        hello,
        #[cfg(feature = "admin")]
        admin::purge
    ))));
}

#[test]
fn another_crate_path_is_used_everywhere() {
    let item = parse("/// Says hello.\nasync fn hello(#[arg(flatten)] page: Page, db: &Db) {}");
    assert_nowhere("taffrail", entry::tool(quote!(readonly, crate = ::other), item));
    assert_nowhere("taffrail", entry::tools(quote!(crate = ::other; hello)));
}
