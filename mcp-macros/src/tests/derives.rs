use expect_test::expect;

use super::{assert_nowhere, parse, pretty};
use crate::entry;

#[test]
fn a_struct_of_arguments() {
    let item = parse(
        "struct Filter { /// How many.\n #[arg(default, max = 9)] count: u32, /// Where.\n place: Place }",
    );
    expect![[r##"
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
            enum __TaffrailParts {}
            #[automatically_derived]
            impl ::taffrail::__private::Parameter<0> for __TaffrailParts {
                type Value = u32;
                const NAME: &'static ::core::primitive::str = "count";
                const DESCRIPTION: &'static ::core::primitive::str = "How many.";
                fn rule() -> ::taffrail::__private::Rule<Self, 0> {
                    let mut __taffrail_rule: ::taffrail::__private::Rule<Self, 0> = ::core::default::Default::default();
                    ::taffrail::__private::range::<
                        <__TaffrailParts as ::taffrail::__private::Parameter<0>>::Value,
                    >(
                        &mut __taffrail_rule,
                        ::core::option::Option::None,
                        ::core::option::Option::Some({
                            let __taffrail_bound: ::taffrail::__private::Bound<
                                __TaffrailParts,
                                0,
                            > = 9;
                            __taffrail_bound
                        }),
                    );
                    __taffrail_rule
                }
                fn fallback() -> ::core::option::Option<u32> {
                    ::core::option::Option::Some(<u32 as ::core::default::Default>::default())
                }
            }
            #[automatically_derived]
            impl ::taffrail::__private::Parameter<1> for __TaffrailParts {
                type Value = Place;
                const NAME: &'static ::core::primitive::str = "place";
                const DESCRIPTION: &'static ::core::primitive::str = "Where.";
            }
            #[derive(::core::default::Default)]
            pub struct __TaffrailPartial(
                ::taffrail::__private::Slot<
                    <__TaffrailParts as ::taffrail::__private::Parameter<0>>::Value,
                >,
                ::taffrail::__private::Slot<
                    <__TaffrailParts as ::taffrail::__private::Parameter<1>>::Value,
                >,
            );
            #[automatically_derived]
            impl ::taffrail::__private::ToolInput for Filter {
                type Partial = __TaffrailPartial;
                const HEADERS: ::taffrail::__private::HeaderTree = ::taffrail::__private::HeaderTree::of(
                    &[],
                    &[<__TaffrailParts as ::taffrail::__private::Parameter<1>>::HEADERS],
                );
                fn describe(__taffrail_object: &mut ::taffrail::__private::ObjectSchema) {
                    ::taffrail::__private::describe::<__TaffrailParts, 0>(__taffrail_object);
                    ::taffrail::__private::describe::<__TaffrailParts, 1>(__taffrail_object);
                }
                fn accept<'de, __TaffrailMap: ::taffrail::__private::MapAccess<'de>>(
                    __taffrail_partial: &mut Self::Partial,
                    __taffrail_entry: &mut ::taffrail::__private::Entry<'_, 'de, __TaffrailMap>,
                ) -> ::core::result::Result<::core::primitive::bool, __TaffrailMap::Error> {
                    match __taffrail_entry.name() {
                        "count" => {
                            ::taffrail::__private::read::<
                                __TaffrailParts,
                                0,
                                _,
                            >(&mut __taffrail_partial.0, __taffrail_entry)
                        }
                        "place" => {
                            ::taffrail::__private::read::<
                                __TaffrailParts,
                                1,
                                _,
                            >(&mut __taffrail_partial.1, __taffrail_entry)
                        }
                        _ => ::core::result::Result::Ok(false),
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
                    ::core::option::Option::Some(Self {
                        count: __taffrail_0?,
                        place: __taffrail_1?,
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
                    >(&self.count, __taffrail_object);
                    ::taffrail::__private::encode::<
                        __TaffrailParts,
                        1,
                    >(&self.place, __taffrail_object);
                }
            }
            const _: () = ::taffrail::__private::assert_reachable::<__TaffrailParts, 1>();
            const _: () = ::taffrail::__private::assert_flat::<__TaffrailParts, 1>();
            const _: () = ::taffrail::__private::assert_unique_headers(
                &<Filter as ::taffrail::__private::ToolInput>::HEADERS,
            );
            #[automatically_derived]
            impl ::taffrail::__private::Argument for Filter {
                type Rule = ();
                const HEADERS: ::taffrail::__private::HeaderTree = <Self as ::taffrail::__private::ToolInput>::HEADERS;
                fn schema(_: &Self::Rule) -> ::taffrail::__private::Schema {
                    ::taffrail::__private::object_schema::<Self>()
                }
                fn decode<'de, __TaffrailInput: ::taffrail::__private::Deserializer<'de>>(
                    __taffrail_input: __TaffrailInput,
                    _: &Self::Rule,
                    __taffrail_at: ::taffrail::__private::Place<'_>,
                ) -> ::core::result::Result<
                    ::core::option::Option<Self>,
                    __TaffrailInput::Error,
                > {
                    ::taffrail::__private::decode_object::<
                        Self,
                        __TaffrailInput,
                    >(__taffrail_input, __taffrail_at)
                }
                fn encode(&self) -> ::taffrail::__private::Value {
                    ::taffrail::__private::encode_object::<Self>(self)
                }
            }
        };
    "##]].assert_eq(&pretty(&entry::tool_input(item)));
}

#[test]
fn a_closed_set_of_words() {
    let item = parse("#[serde(rename_all = \"snake_case\")] enum Region { /// Europe.\n EuWest, Us }");
    expect![[r##"
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
            impl ::taffrail::__private::Choice for Region {
                const WORDS: &'static [(
                    &'static ::core::primitive::str,
                    &'static ::core::primitive::str,
                )] = &[("eu_west", "Europe."), ("us", "")];
                fn at(
                    __taffrail_index: ::core::primitive::usize,
                ) -> ::core::option::Option<Self> {
                    match __taffrail_index {
                        0 => ::core::option::Option::Some(Self::EuWest),
                        1 => ::core::option::Option::Some(Self::Us),
                        _ => ::core::option::Option::None,
                    }
                }
                fn index(&self) -> ::core::primitive::usize {
                    match self {
                        Self::EuWest => 0,
                        Self::Us => 1,
                    }
                }
            }
            #[automatically_derived]
            impl ::taffrail::__private::Argument for Region {
                type Rule = ();
                fn schema(_: &Self::Rule) -> ::taffrail::__private::Schema {
                    ::taffrail::__private::choice_schema::<Self>()
                }
                fn decode<'de, __TaffrailInput: ::taffrail::__private::Deserializer<'de>>(
                    __taffrail_input: __TaffrailInput,
                    _: &Self::Rule,
                    __taffrail_at: ::taffrail::__private::Place<'_>,
                ) -> ::core::result::Result<
                    ::core::option::Option<Self>,
                    __TaffrailInput::Error,
                > {
                    ::taffrail::__private::decode_choice::<
                        Self,
                        __TaffrailInput,
                    >(__taffrail_input, __taffrail_at)
                }
                fn encode(&self) -> ::taffrail::__private::Value {
                    ::taffrail::__private::encode_choice::<Self>(self)
                }
            }
            #[automatically_derived]
            impl ::taffrail::__private::HeaderParam for Region {}
            #[automatically_derived]
            impl ::taffrail::__private::FromText for Region {
                type Rule = ();
                fn words() -> &'static [(
                    &'static ::core::primitive::str,
                    &'static ::core::primitive::str,
                )] {
                    ::taffrail::__private::choice_words::<Self>()
                }
                fn from_text(
                    __taffrail_text: &::core::primitive::str,
                    __taffrail_rule: &(),
                    __taffrail_at: ::taffrail::__private::Place<'_>,
                ) -> ::core::option::Option<Self> {
                    ::taffrail::__private::spelled::<
                        Self,
                    >(__taffrail_text, __taffrail_rule, __taffrail_at)
                }
                fn shown(&self) -> ::taffrail::__private::Value {
                    ::taffrail::__private::encode_choice::<Self>(self)
                }
            }
        };
    "##]]
    .assert_eq(&pretty(&entry::tool_input(item)));
}

#[test]
fn a_new_name_for_a_type() {
    expect![[r#"
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
            pub enum __TaffrailParts {}
            #[automatically_derived]
            impl ::taffrail::__private::Newtype for __TaffrailParts {
                type Inner = u64;
            }
            #[automatically_derived]
            impl ::taffrail::__private::Wrap<u64> for Tenant {
                fn wrap(inner: u64) -> Self {
                    Tenant(inner)
                }
                fn inner(&self) -> &u64 {
                    &self.0
                }
            }
            #[automatically_derived]
            impl ::taffrail::__private::Argument for Tenant {
                type Rule = <u64 as ::taffrail::__private::Argument>::Rule;
                const HEADERS: ::taffrail::__private::HeaderTree = <u64 as ::taffrail::__private::Argument>::HEADERS;
                fn schema(__taffrail_rule: &Self::Rule) -> ::taffrail::__private::Schema {
                    <u64 as ::taffrail::__private::Argument>::schema(__taffrail_rule)
                }
                fn decode<'de, __TaffrailInput: ::taffrail::__private::Deserializer<'de>>(
                    __taffrail_input: __TaffrailInput,
                    __taffrail_rule: &Self::Rule,
                    __taffrail_at: ::taffrail::__private::Place<'_>,
                ) -> ::core::result::Result<
                    ::core::option::Option<Self>,
                    __TaffrailInput::Error,
                > {
                    let __taffrail_inner: ::core::option::Option<u64> = <u64 as ::taffrail::__private::Argument>::decode(
                        __taffrail_input,
                        __taffrail_rule,
                        __taffrail_at,
                    )?;
                    ::core::result::Result::Ok(
                        ::core::option::Option::map(__taffrail_inner, Tenant),
                    )
                }
                fn absent() -> ::core::option::Option<Self> {
                    ::core::option::Option::map(
                        <u64 as ::taffrail::__private::Argument>::absent(),
                        Tenant,
                    )
                }
                fn encode(&self) -> ::taffrail::__private::Value {
                    <u64 as ::taffrail::__private::Argument>::encode(&self.0)
                }
            }
            impl<__Inner> ::taffrail::__private::Ranged for Tenant
            where
                __TaffrailParts: ::taffrail::__private::Newtype<Inner = __Inner>,
                __Inner: ::taffrail::__private::Ranged,
                Self: ::taffrail::__private::Argument<
                    Rule = <__Inner as ::taffrail::__private::Argument>::Rule,
                >,
            {
                type Bound = __Inner::Bound;
                fn range(
                    rule: &mut Self::Rule,
                    min: ::core::option::Option<Self::Bound>,
                    max: ::core::option::Option<Self::Bound>,
                ) {
                    <__Inner as ::taffrail::__private::Ranged>::range(rule, min, max);
                }
            }
            impl<__Inner> ::taffrail::__private::Measured for Tenant
            where
                __TaffrailParts: ::taffrail::__private::Newtype<Inner = __Inner>,
                __Inner: ::taffrail::__private::Measured,
                Self: ::taffrail::__private::Argument<
                    Rule = <__Inner as ::taffrail::__private::Argument>::Rule,
                >,
            {
                fn measure(
                    rule: &mut Self::Rule,
                    min: ::core::option::Option<::core::primitive::usize>,
                    max: ::core::option::Option<::core::primitive::usize>,
                ) {
                    <__Inner as ::taffrail::__private::Measured>::measure(rule, min, max);
                }
            }
            impl<__Inner> ::taffrail::__private::Textual for Tenant
            where
                __TaffrailParts: ::taffrail::__private::Newtype<Inner = __Inner>,
                __Inner: ::taffrail::__private::Textual,
                Self: ::taffrail::__private::Argument<
                    Rule = <__Inner as ::taffrail::__private::Argument>::Rule,
                >,
            {
                fn pattern(
                    rule: &mut Self::Rule,
                    pattern: &'static ::taffrail::__private::Pattern,
                ) {
                    <__Inner as ::taffrail::__private::Textual>::pattern(rule, pattern);
                }
            }
            impl<__Inner> ::taffrail::__private::HeaderParam for Tenant
            where
                __TaffrailParts: ::taffrail::__private::Newtype<Inner = __Inner>,
                __Inner: ::taffrail::__private::HeaderParam,
                Self: ::taffrail::__private::Argument<
                    Rule = <__Inner as ::taffrail::__private::Argument>::Rule,
                >,
            {
                const MIN: ::core::primitive::i128 = <__Inner as ::taffrail::__private::HeaderParam>::MIN;
                const MAX: ::core::primitive::i128 = <__Inner as ::taffrail::__private::HeaderParam>::MAX;
            }
            impl<__Inner> ::taffrail::__private::FromText for Tenant
            where
                __TaffrailParts: ::taffrail::__private::Newtype<Inner = __Inner>,
                __Inner: ::taffrail::__private::FromText,
                Self: ::taffrail::__private::Wrap<__Inner>,
            {
                type Rule = <__Inner as ::taffrail::__private::FromText>::Rule;
                fn words() -> &'static [(
                    &'static ::core::primitive::str,
                    &'static ::core::primitive::str,
                )] {
                    <__Inner as ::taffrail::__private::FromText>::words()
                }
                fn from_text(
                    text: &::core::primitive::str,
                    rule: &Self::Rule,
                    at: ::taffrail::__private::Place<'_>,
                ) -> ::core::option::Option<Self> {
                    let inner = <__Inner as ::taffrail::__private::FromText>::from_text(
                        text,
                        rule,
                        at,
                    );
                    ::core::option::Option::map(
                        inner,
                        <Self as ::taffrail::__private::Wrap<__Inner>>::wrap,
                    )
                }
                fn left_out() -> ::core::option::Option<Self> {
                    let inner = <__Inner as ::taffrail::__private::FromText>::left_out();
                    ::core::option::Option::map(
                        inner,
                        <Self as ::taffrail::__private::Wrap<__Inner>>::wrap,
                    )
                }
                fn shown(&self) -> ::taffrail::__private::Value {
                    <__Inner as ::taffrail::__private::FromText>::shown(
                        <Self as ::taffrail::__private::Wrap<__Inner>>::inner(self),
                    )
                }
            }
        };
    "#]].assert_eq(&pretty(&entry::tool_input(parse("struct Tenant(u64);"))));
}

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
            unused_variables,
            clippy::all,
            clippy::nursery,
            clippy::pedantic,
            clippy::restriction
        )]
        const _: () = {
            #[allow(unused_imports)]
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
            impl ::taffrail::__private::serde::Serialize for Found {
                fn serialize<__TaffrailOutput: ::taffrail::__private::serde::Serializer>(
                    &self,
                    __taffrail_output: __TaffrailOutput,
                ) -> ::core::result::Result<__TaffrailOutput::Ok, __TaffrailOutput::Error> {
                    __TaffrailMirror::serialize(self, __taffrail_output)
                }
            }
            #[automatically_derived]
            impl ::taffrail::__private::schemars::JsonSchema for Found {
                fn inline_schema() -> ::core::primitive::bool {
                    <__TaffrailMirror as ::taffrail::__private::schemars::JsonSchema>::inline_schema()
                }
                fn schema_name() -> ::taffrail::__private::Cow<'static, ::core::primitive::str> {
                    <__TaffrailMirror as ::taffrail::__private::schemars::JsonSchema>::schema_name()
                }
                fn schema_id() -> ::taffrail::__private::Cow<'static, ::core::primitive::str> {
                    <__TaffrailMirror as ::taffrail::__private::schemars::JsonSchema>::schema_id()
                }
                fn json_schema(
                    __taffrail_generator: &mut ::taffrail::__private::schemars::SchemaGenerator,
                ) -> ::taffrail::__private::schemars::Schema {
                    <__TaffrailMirror as ::taffrail::__private::schemars::JsonSchema>::json_schema(
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
            unused_variables,
            clippy::all,
            clippy::nursery,
            clippy::pedantic,
            clippy::restriction
        )]
        const _: () = {
            #[automatically_derived]
            impl ::taffrail::__private::Provides<::taffrail::__private::Context> for App {
                fn provide<'__taffrail>(
                    &'__taffrail self,
                    context: &'__taffrail ::taffrail::__private::Context,
                ) -> &'__taffrail ::taffrail::__private::Context {
                    context
                }
            }
            #[automatically_derived]
            impl ::taffrail::__private::Provides<App> for App {
                fn provide<'__taffrail>(
                    &'__taffrail self,
                    _: &'__taffrail ::taffrail::__private::Context,
                ) -> &'__taffrail App {
                    self
                }
            }
            #[automatically_derived]
            impl ::taffrail::__private::Provides<Db> for App {
                fn provide<'__taffrail>(
                    &'__taffrail self,
                    _: &'__taffrail ::taffrail::__private::Context,
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
            unused_variables,
            clippy::all,
            clippy::nursery,
            clippy::pedantic,
            clippy::restriction
        )]
        const _: () = {
            #[automatically_derived]
            impl ::taffrail::__private::ToolFailure for LedgerError {
                const REMARKS: &'static [::taffrail::__private::Remark] = &[];
                fn into_failure(self) -> ::taffrail::__private::Failure {
                    match self {
                        __taffrail_error @ Self::Down { .. } => {
                            ::taffrail::__private::failure(
                                __taffrail_error,
                                ::taffrail::__private::Advice::Transient(
                                    ::core::option::Option::Some(30000u64),
                                ),
                            )
                        }
                        __taffrail_error @ Self::BadDate { .. } => {
                            ::taffrail::__private::failure(
                                __taffrail_error,
                                ::taffrail::__private::Advice::Validation(
                                    ::core::option::Option::Some("a date after today"),
                                ),
                            )
                        }
                        Self::Inner { 0: __taffrail_inner } => {
                            ::taffrail::__private::ToolFailure::into_failure(__taffrail_inner)
                        }
                    }
                }
            }
            #[automatically_derived]
            impl ::core::convert::From<LedgerError> for ::taffrail::__private::Failure {
                fn from(error: LedgerError) -> Self {
                    ::taffrail::__private::ToolFailure::into_failure(error)
                }
            }
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
