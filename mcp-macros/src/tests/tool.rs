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
            impl __taffrail::Parameter<__taffrail::position::P0> for __TaffrailParts {
                type Value = u32;
                fn rule() -> __taffrail::Rule<Self, __taffrail::position::P0> {
                    let mut __taffrail_rule: __taffrail::Rule<Self, __taffrail::position::P0> = ::core::default::Default::default();
                    __taffrail::range::<
                        <__TaffrailParts as __taffrail::Parameter<
                            __taffrail::position::P0,
                        >>::Value,
                    >(
                        &mut __taffrail_rule,
                        ::core::option::Option::Some({
                            let __taffrail_bound: __taffrail::Bound<
                                __TaffrailParts,
                                __taffrail::position::P0,
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
            impl __taffrail::Parameter<__taffrail::position::P1> for __TaffrailParts {
                type Value = Option<String>;
                fn rule() -> __taffrail::Rule<Self, __taffrail::position::P1> {
                    let mut __taffrail_rule: __taffrail::Rule<Self, __taffrail::position::P1> = ::core::default::Default::default();
                    __taffrail::measure::<
                        <__TaffrailParts as __taffrail::Parameter<
                            __taffrail::position::P1,
                        >>::Value,
                    >(
                        &mut __taffrail_rule,
                        ::core::option::Option::None,
                        ::core::option::Option::Some({
                            let __taffrail_bound: ::core::primitive::usize = 40;
                            __taffrail_bound
                        }),
                    );
                    static __TAFFRAIL_PATTERN: __taffrail::Pattern = __taffrail::Pattern::new(
                        "^[A-Z]",
                    );
                    __taffrail::pattern::<
                        <__TaffrailParts as __taffrail::Parameter<
                            __taffrail::position::P1,
                        >>::Value,
                    >(&mut __taffrail_rule, &__TAFFRAIL_PATTERN);
                    __taffrail_rule
                }
                fn examples() -> __taffrail::Vec<__taffrail::Value> {
                    __taffrail::examples([
                        __taffrail::example::<
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
            impl __taffrail::Group<__taffrail::position::P2> for __TaffrailParts {
                type Value = PageRequest<20, 100>;
            }
            #[derive(::core::default::Default)]
            pub struct __TaffrailPartial(
                __taffrail::Slot<
                    <__TaffrailParts as __taffrail::Parameter<__taffrail::position::P0>>::Value,
                >,
                __taffrail::Slot<
                    <__TaffrailParts as __taffrail::Parameter<__taffrail::position::P1>>::Value,
                >,
                __taffrail::GroupSlot<__TaffrailParts, __taffrail::position::P2>,
            );
            #[automatically_derived]
            impl __taffrail::ToolInput for __TaffrailArguments {
                type Partial = __TaffrailPartial;
                const HEADERS: __taffrail::HeaderTree = __taffrail::HeaderTree::of(
                    &["Days"],
                    &[<__TaffrailParts as __taffrail::Group<__taffrail::position::P2>>::HEADERS],
                );
                fn describe(__taffrail_object: &mut __taffrail::ObjectSchema) {
                    __taffrail::describe::<
                        __TaffrailParts,
                        __taffrail::position::P0,
                    >(__taffrail_object, "days", "Fewest days.");
                    __taffrail::describe_fallback::<
                        __TaffrailParts,
                        __taffrail::position::P0,
                    >(__taffrail_object);
                    __taffrail::describe_header(__taffrail_object, "Days");
                    __taffrail::describe::<
                        __TaffrailParts,
                        __taffrail::position::P1,
                    >(__taffrail_object, "name", "A name.");
                    __taffrail::describe_examples::<
                        __TaffrailParts,
                        __taffrail::position::P1,
                    >(__taffrail_object);
                    __taffrail::describe_group::<
                        __TaffrailParts,
                        __taffrail::position::P2,
                    >(__taffrail_object);
                }
                fn accept(
                    __taffrail_partial: &mut Self::Partial,
                    __taffrail_entry: &mut __taffrail::Entry<'_, '_>,
                ) -> ::core::primitive::bool {
                    match __taffrail_entry.name() {
                        "days" => {
                            __taffrail::read::<
                                __TaffrailParts,
                                __taffrail::position::P0,
                            >(&mut __taffrail_partial.0, __taffrail_entry)
                        }
                        "name" => {
                            __taffrail::read::<
                                __TaffrailParts,
                                __taffrail::position::P1,
                            >(&mut __taffrail_partial.1, __taffrail_entry)
                        }
                        _ => {
                            __taffrail::read_group::<
                                __TaffrailParts,
                                __taffrail::position::P2,
                            >(&mut __taffrail_partial.2, __taffrail_entry)
                        }
                    }
                }
                fn settle(
                    __taffrail_partial: &mut Self::Partial,
                    __taffrail_at: &mut __taffrail::Place<'_>,
                ) {
                    __taffrail::fall_back::<
                        __TaffrailParts,
                        __taffrail::position::P0,
                    >(&mut __taffrail_partial.0);
                    __taffrail::settle_argument::<
                        __TaffrailParts,
                        __taffrail::position::P1,
                    >(&mut __taffrail_partial.1, "name", __taffrail_at);
                    __taffrail::settle_group::<
                        __TaffrailParts,
                        __taffrail::position::P2,
                    >(&mut __taffrail_partial.2, __taffrail_at);
                }
                fn finish(__taffrail_partial: Self::Partial) -> ::core::option::Option<Self> {
                    let __TaffrailPartial(
                        __taffrail::Slot::Given(__taffrail_0),
                        __taffrail::Slot::Given(__taffrail_1),
                        __taffrail_2,
                    ) = __taffrail_partial else {
                        return ::core::option::Option::None;
                    };
                    ::core::option::Option::Some(Self {
                        days: __taffrail_0,
                        name: __taffrail_1,
                        page: __taffrail::finish_group::<
                            __TaffrailParts,
                            __taffrail::position::P2,
                        >(__taffrail_2)?,
                    })
                }
            }
            const _: () = __taffrail::assert_header_range::<
                u32,
            >(
                "days",
                ::core::option::Option::Some((1) as ::core::primitive::i128),
                ::core::option::Option::None,
            );
            const _: () = __taffrail::assert_unique_headers(
                &<__TaffrailArguments as __taffrail::ToolInput>::HEADERS,
                &["days"],
                &["page"],
            );
            #[automatically_derived]
            impl __taffrail::Declared for find_overdue {
                const NAME: &'static ::core::primitive::str = "find_overdue";
                const DECLARATION: __taffrail::Declaration = __taffrail::Declaration {
                    when: ::core::option::Option::Some("arrears are wanted"),
                    instead: &[
                        __taffrail::Instead {
                            tool: <billing::get_invoice as __taffrail::Declared>::NAME,
                            when: "one is",
                        },
                    ],
                    needs: &[__taffrail::Capability::SamplingTools],
                    scopes: &["a"],
                    timeout_ms: ::core::option::Option::Some(2000u64),
                    waivers: &[
                        __taffrail::Waiver {
                            guardrail: "long_name",
                            reason: "people know it so",
                            idle: __taffrail::IDLE_WAIVERS,
                        },
                    ],
                    remarks: &[
                        __taffrail::Remark {
                            guardrail: "may_panic",
                            problem: "`todo!` may panic, and the model then gets \"internal error\" only",
                            help: "return a failure that says what to do: `.validation(\"…\")?`, or a `#[derive(ToolFailure)]` error",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        },
                    ],
                    ..__taffrail::declared(
                        "find_overdue",
                        "Returns invoices.",
                        __taffrail::Effect::Readonly,
                        __taffrail::Source {
                            module: ::core::module_path!(),
                            file: ::core::file!(),
                            line: ::core::line!(),
                        },
                    )
                };
            }
            #[automatically_derived]
            impl __taffrail::Signature for __TaffrailParts {
                type Tool = find_overdue;
                type Arguments = __TaffrailArguments;
                type Reply = Json<Invoices>;
            }
            #[automatically_derived]
            impl<__TaffrailState> __taffrail::Tool<__TaffrailState> for find_overdue
            where
                __TaffrailState: ::core::marker::Send + ::core::marker::Sync + 'static,
                __TaffrailState: __taffrail::Provides<Db>,
            {
                fn definition(&self) -> __taffrail::Definition {
                    __taffrail::define::<__TaffrailParts>()
                }
                fn call<'__taffrail>(
                    &'__taffrail self,
                    __taffrail_call: __taffrail::Call<'__taffrail, __TaffrailState>,
                ) -> ::core::result::Result<
                    __taffrail::Running<'__taffrail>,
                    __taffrail::Violations,
                > {
                    let __taffrail_arguments = __taffrail::decode::<
                        __TaffrailArguments,
                    >(__taffrail_call.arguments)?;
                    ::core::result::Result::Ok(
                        __taffrail::start::<
                            __TaffrailParts,
                            _,
                            _,
                        >(move || find_overdue(
                            __taffrail_arguments.days,
                            __taffrail_arguments.name,
                            __taffrail_arguments.page,
                            __taffrail::provide::<Db, __TaffrailState>(&__taffrail_call),
                        )),
                    )
                }
            }
            use __taffrail::ReadAccess as _;
            const _: () = __taffrail::assert_readonly(
                __taffrail::Access::<Db>::WRITES,
                "`readonly` tool `find_overdue` borrows `&Db`, which can write\nnote: clients run read-only tools without asking anybody\nhelp: declare `additive` or `destructive`, or borrow a type that can only read",
            );
            const _: () = __taffrail::assert_no_media::<
                __TaffrailParts,
            >(
                "`find_overdue` returns an image or sound inline\nnote: it is large, it stays in the conversation, and every further request pays for it (`inline_media`)\nhelp: return a `taffrail::ResourceLink` to where the client can read it: `taffrail::ResourceLink::new(uri, name)`\nhelp: if it is small and the model must see it, say why: `#[tool(…, allow(inline_media, reason = \"…\"))]`",
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
            impl __taffrail::ToolInput for __TaffrailArguments {
                type Partial = __TaffrailPartial;
                const HEADERS: __taffrail::HeaderTree = __taffrail::HeaderTree::of(&[], &[]);
                fn describe(__taffrail_object: &mut __taffrail::ObjectSchema) {}
                fn accept(
                    __taffrail_partial: &mut Self::Partial,
                    __taffrail_entry: &mut __taffrail::Entry<'_, '_>,
                ) -> ::core::primitive::bool {
                    match __taffrail_entry.name() {
                        _ => false,
                    }
                }
                fn settle(
                    __taffrail_partial: &mut Self::Partial,
                    __taffrail_at: &mut __taffrail::Place<'_>,
                ) {}
                fn finish(__taffrail_partial: Self::Partial) -> ::core::option::Option<Self> {
                    let __TaffrailPartial() = __taffrail_partial;
                    ::core::option::Option::Some(Self {})
                }
            }
            #[automatically_derived]
            impl __taffrail::Declared for hello {
                const NAME: &'static ::core::primitive::str = "hello";
                const DECLARATION: __taffrail::Declaration = __taffrail::Declaration {
                    idempotent: true,
                    ..__taffrail::declared(
                        "hello",
                        "Says hello.",
                        __taffrail::Effect::Additive,
                        __taffrail::Source {
                            module: ::core::module_path!(),
                            file: ::core::file!(),
                            line: ::core::line!(),
                        },
                    )
                };
            }
            #[automatically_derived]
            impl __taffrail::Signature for __TaffrailParts {
                type Tool = hello;
                type Arguments = __TaffrailArguments;
                type Reply = ();
            }
            #[automatically_derived]
            impl<__TaffrailState> __taffrail::Tool<__TaffrailState> for hello
            where
                __TaffrailState: ::core::marker::Send + ::core::marker::Sync + 'static,
            {
                fn definition(&self) -> __taffrail::Definition {
                    __taffrail::define::<__TaffrailParts>()
                }
                fn call<'__taffrail>(
                    &'__taffrail self,
                    __taffrail_call: __taffrail::Call<'__taffrail, __TaffrailState>,
                ) -> ::core::result::Result<
                    __taffrail::Running<'__taffrail>,
                    __taffrail::Violations,
                > {
                    let __taffrail_arguments = __taffrail::decode::<
                        __TaffrailArguments,
                    >(__taffrail_call.arguments)?;
                    ::core::result::Result::Ok(
                        __taffrail::start::<__TaffrailParts, _, _>(move || hello()),
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
                use ::taffrail::__private as __taffrail;
                #[cfg(panic = "abort")]
                ::core::compile_error!(
                    "`panic = \"abort\"` turns a panic in any tool into a dead server (`panic_abort`)\nnote: with `panic = \"unwind\"` it is the error of one call, and all others go on\nhelp: remove `panic = \"abort\"` from the profile in Cargo.toml\nhelp: if something restarts the server at once, write `tools![allow(panic_abort, reason = \"…\"); …]`"
                );
                const _: () = __taffrail::check_tools(
                    &[
                        __taffrail::declaration(&hello {}),
                        #[cfg(feature = "admin")]
                        __taffrail::declaration(&admin::purge {}),
                    ],
                );
                let __taffrail_set = __taffrail::Tools::new(__taffrail::Identity {
                    name: ::core::env!("CARGO_PKG_NAME"),
                    version: ::core::env!("CARGO_PKG_VERSION"),
                });
                #[allow(unused_imports)]
                use __taffrail::Unlisted as _;
                let __taffrail_set = __taffrail_set.with(__taffrail::Listed(hello {}).tool());
                #[cfg(feature = "admin")]
                let __taffrail_set = __taffrail_set
                    .with(__taffrail::Listed(admin::purge {}).tool());
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
