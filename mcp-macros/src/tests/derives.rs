use expect_test::expect;

use super::{assert_nowhere, parse, pretty};
use crate::entry;

#[test]
fn a_structured_result() {
    let item = parse(
        "/// Found.\n#[serde(rename_all = \"camelCase\")] pub struct Found { /// How many.\n #[other] pub how_many: u32 }",
    );
    expect![[r##"
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
            use ::core::convert::{From as _, Into as _};
            #[derive(
                ::taffrail::__private::serde::Serialize,
                ::taffrail::__private::schemars::JsonSchema
            )]
            #[serde(remote = "Found", crate = "::taffrail::__private::serde")]
            #[schemars(rename = "Found", crate = "::taffrail::__private::schemars")]
            #[allow(dead_code)]
            /// Found.
            #[serde(rename_all = "camelCase")]
            struct __TaffrailMirror {
                /// How many.
                pub how_many: u32,
            }
            #[automatically_derived]
            impl __taffrail::serde::Serialize for Found {
                fn serialize<__TaffrailOutput: __taffrail::serde::Serializer>(
                    &self,
                    __taffrail_output: __TaffrailOutput,
                ) -> ::core::result::Result<__TaffrailOutput::Ok, __TaffrailOutput::Error> {
                    __TaffrailMirror::serialize(self, __taffrail_output)
                }
            }
            #[automatically_derived]
            impl __taffrail::schemars::JsonSchema for Found {
                fn inline_schema() -> ::core::primitive::bool {
                    <__TaffrailMirror as __taffrail::schemars::JsonSchema>::inline_schema()
                }
                fn schema_name() -> __taffrail::Cow<'static, ::core::primitive::str> {
                    <__TaffrailMirror as __taffrail::schemars::JsonSchema>::schema_name()
                }
                fn schema_id() -> __taffrail::Cow<'static, ::core::primitive::str> {
                    <__TaffrailMirror as __taffrail::schemars::JsonSchema>::schema_id()
                }
                fn json_schema(
                    __taffrail_generator: &mut __taffrail::schemars::SchemaGenerator,
                ) -> __taffrail::schemars::Schema {
                    <__TaffrailMirror as __taffrail::schemars::JsonSchema>::json_schema(
                        __taffrail_generator,
                    )
                }
            }
        };
    "##]]
    .assert_eq(&pretty(&entry::tool_output(item)));
}

#[test]
fn a_state() {
    expect![[r#"
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
            impl __taffrail::Provides<__taffrail::Context> for App {
                fn provide<'__taffrail>(
                    &'__taffrail self,
                    context: &'__taffrail __taffrail::Context,
                ) -> &'__taffrail __taffrail::Context {
                    context
                }
            }
            #[automatically_derived]
            impl __taffrail::Provides<App> for App {
                fn provide<'__taffrail>(
                    &'__taffrail self,
                    _: &'__taffrail __taffrail::Context,
                ) -> &'__taffrail App {
                    self
                }
            }
            #[automatically_derived]
            impl __taffrail::Provides<Db> for App {
                fn provide<'__taffrail>(
                    &'__taffrail self,
                    _: &'__taffrail __taffrail::Context,
                ) -> &'__taffrail Db {
                    &self.db
                }
            }
        };
    "#]]
    .assert_eq(&pretty(&entry::provides(parse("struct App { db: Db, #[provides(skip)] other: Db }"))));
}

#[test]
fn a_failure() {
    let item = parse(
        r#"enum LedgerError {
            #[failure(transient, retry_after = "30s")] Down(Source),
            #[failure(validation, accepts = "a date after today")] BadDate { asked: u32 },
            #[failure(transparent)] Inner(Other),
        }"#,
    );
    expect![[r##"
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
            impl __taffrail::ToolFailure for LedgerError {
                const REMARKS: &'static [__taffrail::Remark] = &[];
                fn into_failure(self) -> __taffrail::Failure {
                    match self {
                        __taffrail_error @ Self::Down { .. } => {
                            __taffrail::failure(
                                __taffrail_error,
                                __taffrail::Advice::Transient(
                                    ::core::option::Option::Some(30000u64),
                                ),
                            )
                        }
                        __taffrail_error @ Self::BadDate { .. } => {
                            __taffrail::failure(
                                __taffrail_error,
                                __taffrail::Advice::Validation(
                                    ::core::option::Option::Some("a date after today"),
                                ),
                            )
                        }
                        Self::Inner { 0: __taffrail_inner } => {
                            __taffrail::ToolFailure::into_failure(__taffrail_inner)
                        }
                    }
                }
            }
            #[automatically_derived]
            impl __taffrail::FailureCategory for LedgerError {}
        };
    "##]]
    .assert_eq(&pretty(&entry::tool_failure(item)));
}

#[test]
fn another_crate_path_is_used_everywhere() {
    let input = "#[tool_input(crate = ::other)] struct Filter { /// How many.\n count: u32 }";
    assert_nowhere("taffrail", entry::tool_input(parse(input)));
    assert_nowhere(
        "taffrail",
        entry::tool_input(parse("#[tool_input(crate = ::other)] struct Tenant(u64);")),
    );
    assert_nowhere("taffrail", entry::tool_input(parse("#[tool_input(crate = ::other)] enum Word { Yes }")));
    assert_nowhere(
        "taffrail",
        entry::tool_output(parse("#[tool_output(crate = ::other)] struct Out { a: u8 }")),
    );
    assert_nowhere("taffrail", entry::provides(parse("#[provides(crate = ::other)] struct App { db: Db }")));
    let failure = "#[failure(crate = ::other)] enum Lost { #[failure(validation)] Gone }";
    assert_nowhere("taffrail", entry::tool_failure(parse(failure)));
}
