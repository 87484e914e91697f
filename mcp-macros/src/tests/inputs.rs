use expect_test::expect;

use super::{parse, pretty};
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
                        ::core::option::Option::None,
                        ::core::option::Option::Some({
                            let __taffrail_bound: __taffrail::Bound<
                                __TaffrailParts,
                                __taffrail::position::P0,
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
            impl __taffrail::Parameter<__taffrail::position::P1> for __TaffrailParts {
                type Value = Place;
            }
            #[derive(::core::default::Default)]
            pub struct __TaffrailPartial(
                __taffrail::Slot<
                    <__TaffrailParts as __taffrail::Parameter<__taffrail::position::P0>>::Value,
                >,
                __taffrail::Slot<
                    <__TaffrailParts as __taffrail::Parameter<__taffrail::position::P1>>::Value,
                >,
            );
            #[automatically_derived]
            impl __taffrail::ToolInput for Filter {
                type Partial = __TaffrailPartial;
                const HEADERS: __taffrail::HeaderTree = __taffrail::HeaderTree::of(
                    &[],
                    &[
                        <__TaffrailParts as __taffrail::Parameter<
                            __taffrail::position::P1,
                        >>::HEADERS,
                    ],
                );
                fn describe(__taffrail_object: &mut __taffrail::ObjectSchema) {
                    __taffrail::describe::<
                        __TaffrailParts,
                        __taffrail::position::P0,
                    >(__taffrail_object, "count", "How many.");
                    __taffrail::describe_fallback::<
                        __TaffrailParts,
                        __taffrail::position::P0,
                    >(__taffrail_object);
                    __taffrail::describe::<
                        __TaffrailParts,
                        __taffrail::position::P1,
                    >(__taffrail_object, "place", "Where.");
                }
                fn accept(
                    __taffrail_partial: &mut Self::Partial,
                    __taffrail_entry: &mut __taffrail::Entry<'_, '_>,
                ) -> ::core::primitive::bool {
                    match __taffrail_entry.name() {
                        "count" => {
                            __taffrail::read::<
                                __TaffrailParts,
                                __taffrail::position::P0,
                            >(&mut __taffrail_partial.0, __taffrail_entry)
                        }
                        "place" => {
                            __taffrail::read::<
                                __TaffrailParts,
                                __taffrail::position::P1,
                            >(&mut __taffrail_partial.1, __taffrail_entry)
                        }
                        _ => false,
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
                    >(&mut __taffrail_partial.1, "place", __taffrail_at);
                }
                fn finish(__taffrail_partial: Self::Partial) -> ::core::option::Option<Self> {
                    let __TaffrailPartial(
                        __taffrail::Slot::Given(__taffrail_0),
                        __taffrail::Slot::Given(__taffrail_1),
                    ) = __taffrail_partial else {
                        return ::core::option::Option::None;
                    };
                    ::core::option::Option::Some(Self {
                        count: __taffrail_0,
                        place: __taffrail_1,
                    })
                }
                fn encode_into(
                    &self,
                    __taffrail_object: &mut __taffrail::Map<
                        __taffrail::String,
                        __taffrail::Value,
                    >,
                ) {
                    __taffrail::encode::<
                        __TaffrailParts,
                        __taffrail::position::P0,
                    >(&self.count, "count", __taffrail_object);
                    __taffrail::encode::<
                        __TaffrailParts,
                        __taffrail::position::P1,
                    >(&self.place, "place", __taffrail_object);
                }
            }
            const _: () = __taffrail::assert_flat::<
                __TaffrailParts,
                __taffrail::position::P1,
            >("place");
            #[automatically_derived]
            impl __taffrail::Argument for Filter {
                type Rule = ();
                const HEADERS: __taffrail::HeaderTree = <Self as __taffrail::ToolInput>::HEADERS;
                fn schema(_: &Self::Rule) -> __taffrail::Schema {
                    __taffrail::object_schema::<Self>()
                }
                fn decode<'de, __TaffrailInput: __taffrail::Deserializer<'de>>(
                    __taffrail_input: __TaffrailInput,
                    _: &Self::Rule,
                    __taffrail_at: __taffrail::Place<'_>,
                ) -> ::core::result::Result<
                    ::core::option::Option<Self>,
                    __TaffrailInput::Error,
                > {
                    __taffrail::decode_object::<
                        Self,
                        __TaffrailInput,
                    >(__taffrail_input, __taffrail_at)
                }
                fn encode(&self) -> __taffrail::Value {
                    __taffrail::encode_object::<Self>(self)
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
            impl __taffrail::Choice for Region {
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
            impl __taffrail::Argument for Region {
                type Rule = ();
                fn schema(_: &Self::Rule) -> __taffrail::Schema {
                    __taffrail::choice_schema::<Self>()
                }
                fn decode<'de, __TaffrailInput: __taffrail::Deserializer<'de>>(
                    __taffrail_input: __TaffrailInput,
                    _: &Self::Rule,
                    __taffrail_at: __taffrail::Place<'_>,
                ) -> ::core::result::Result<
                    ::core::option::Option<Self>,
                    __TaffrailInput::Error,
                > {
                    __taffrail::decode_choice::<
                        Self,
                        __TaffrailInput,
                    >(__taffrail_input, __taffrail_at)
                }
                fn encode(&self) -> __taffrail::Value {
                    __taffrail::encode_choice::<Self>(self)
                }
            }
            #[automatically_derived]
            impl __taffrail::HeaderParam for Region {}
            #[automatically_derived]
            impl __taffrail::FromText for Region {
                type Rule = ();
                fn words() -> &'static [(
                    &'static ::core::primitive::str,
                    &'static ::core::primitive::str,
                )] {
                    __taffrail::choice_words::<Self>()
                }
                fn from_text(
                    __taffrail_text: &::core::primitive::str,
                    __taffrail_rule: &(),
                    __taffrail_at: __taffrail::Place<'_>,
                ) -> ::core::option::Option<Self> {
                    __taffrail::spelled::<Self>(__taffrail_text, __taffrail_rule, __taffrail_at)
                }
                fn shown(&self) -> __taffrail::Value {
                    __taffrail::encode_choice::<Self>(self)
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
            enum __TaffrailParts {}
            #[automatically_derived]
            impl __taffrail::Newtype for __TaffrailParts {
                type Inner = u64;
            }
            #[automatically_derived]
            impl __taffrail::Wrap<u64> for Tenant {
                fn wrap(inner: u64) -> Self {
                    Tenant(inner)
                }
                fn inner(&self) -> &u64 {
                    &self.0
                }
            }
            #[automatically_derived]
            impl __taffrail::Argument for Tenant {
                type Rule = <u64 as __taffrail::Argument>::Rule;
                const HEADERS: __taffrail::HeaderTree = <u64 as __taffrail::Argument>::HEADERS;
                fn schema(__taffrail_rule: &Self::Rule) -> __taffrail::Schema {
                    <u64 as __taffrail::Argument>::schema(__taffrail_rule)
                }
                fn decode<'de, __TaffrailInput: __taffrail::Deserializer<'de>>(
                    __taffrail_input: __TaffrailInput,
                    __taffrail_rule: &Self::Rule,
                    __taffrail_at: __taffrail::Place<'_>,
                ) -> ::core::result::Result<
                    ::core::option::Option<Self>,
                    __TaffrailInput::Error,
                > {
                    let __taffrail_inner = <u64 as __taffrail::Argument>::decode(
                        __taffrail_input,
                        __taffrail_rule,
                        __taffrail_at,
                    )?;
                    ::core::result::Result::Ok(
                        ::core::option::Option::map(
                            __taffrail_inner,
                            <Self as __taffrail::Wrap<u64>>::wrap,
                        ),
                    )
                }
                fn absent() -> ::core::option::Option<Self> {
                    ::core::option::Option::map(
                        <u64 as __taffrail::Argument>::absent(),
                        <Self as __taffrail::Wrap<u64>>::wrap,
                    )
                }
                fn encode(&self) -> __taffrail::Value {
                    <u64 as __taffrail::Argument>::encode(
                        <Self as __taffrail::Wrap<u64>>::inner(self),
                    )
                }
            }
            impl<__Inner> __taffrail::Ranged for Tenant
            where
                __TaffrailParts: __taffrail::Newtype<Inner = __Inner>,
                __Inner: __taffrail::Ranged,
                Self: __taffrail::Argument<Rule = <__Inner as __taffrail::Argument>::Rule>,
            {
                type Bound = __Inner::Bound;
                fn range(
                    rule: &mut Self::Rule,
                    min: ::core::option::Option<Self::Bound>,
                    max: ::core::option::Option<Self::Bound>,
                ) {
                    <__Inner as __taffrail::Ranged>::range(rule, min, max);
                }
            }
            impl<__Inner> __taffrail::Measured for Tenant
            where
                __TaffrailParts: __taffrail::Newtype<Inner = __Inner>,
                __Inner: __taffrail::Measured,
                Self: __taffrail::Argument<Rule = <__Inner as __taffrail::Argument>::Rule>,
            {
                fn measure(
                    rule: &mut Self::Rule,
                    min: ::core::option::Option<::core::primitive::usize>,
                    max: ::core::option::Option<::core::primitive::usize>,
                ) {
                    <__Inner as __taffrail::Measured>::measure(rule, min, max);
                }
            }
            impl<__Inner> __taffrail::Textual for Tenant
            where
                __TaffrailParts: __taffrail::Newtype<Inner = __Inner>,
                __Inner: __taffrail::Textual,
                Self: __taffrail::Argument<Rule = <__Inner as __taffrail::Argument>::Rule>,
            {
                fn pattern(rule: &mut Self::Rule, pattern: &'static __taffrail::Pattern) {
                    <__Inner as __taffrail::Textual>::pattern(rule, pattern);
                }
            }
            impl<__Inner> __taffrail::HeaderParam for Tenant
            where
                __TaffrailParts: __taffrail::Newtype<Inner = __Inner>,
                __Inner: __taffrail::HeaderParam,
                Self: __taffrail::Argument<Rule = <__Inner as __taffrail::Argument>::Rule>,
            {
                const MIN: ::core::primitive::i128 = <__Inner as __taffrail::HeaderParam>::MIN;
                const MAX: ::core::primitive::i128 = <__Inner as __taffrail::HeaderParam>::MAX;
            }
            impl<__Inner> __taffrail::FromText for Tenant
            where
                __TaffrailParts: __taffrail::Newtype<Inner = __Inner>,
                __Inner: __taffrail::FromText,
                Self: __taffrail::Wrap<__Inner>,
            {
                type Rule = <__Inner as __taffrail::FromText>::Rule;
                fn words() -> &'static [(
                    &'static ::core::primitive::str,
                    &'static ::core::primitive::str,
                )] {
                    <__Inner as __taffrail::FromText>::words()
                }
                fn from_text(
                    text: &::core::primitive::str,
                    rule: &Self::Rule,
                    at: __taffrail::Place<'_>,
                ) -> ::core::option::Option<Self> {
                    let inner = <__Inner as __taffrail::FromText>::from_text(text, rule, at);
                    ::core::option::Option::map(inner, <Self as __taffrail::Wrap<__Inner>>::wrap)
                }
                fn left_out() -> ::core::option::Option<Self> {
                    let inner = <__Inner as __taffrail::FromText>::left_out();
                    ::core::option::Option::map(inner, <Self as __taffrail::Wrap<__Inner>>::wrap)
                }
                fn shown(&self) -> __taffrail::Value {
                    <__Inner as __taffrail::FromText>::shown(
                        <Self as __taffrail::Wrap<__Inner>>::inner(self),
                    )
                }
            }
        };
    "#]]
    .assert_eq(&pretty(&entry::tool_input(parse("struct Tenant(u64);"))));
}
