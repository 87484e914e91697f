//! Beside errors, the user's item stands as it was, without our attributes.

use expect_test::expect;
use quote::quote;

use super::{parse, pretty};
use crate::entry;

#[test]
fn a_tool_with_faults_is_still_a_function_and_a_tool() {
    let item = parse("pub async fn hello(#[arg(nonsense)] name: &str, #[allow(unused)] other: u32) {}");
    expect![[r##"
        #[allow(
            clippy::needless_pass_by_value,
            clippy::too_many_arguments,
            clippy::unused_async
        )]
        pub async fn hello(name: &str, #[allow(unused)] other: u32) {}
        #[doc(hidden)]
        #[allow(missing_copy_implementations, non_camel_case_types)]
        pub struct hello {}
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
            enum __TaffrailParts {}
            impl __taffrail::Asked<1> for __TaffrailParts {
                type Value = u32;
            }
            impl __taffrail::Declared for hello {
                const NAME: &'static ::core::primitive::str = "hello";
                const DECLARATION: __taffrail::Declaration = __taffrail::recovered(
                    "hello",
                    false,
                    __taffrail::Source {
                        module: ::core::module_path!(),
                        file: ::core::file!(),
                        line: ::core::line!(),
                    },
                );
            }
            impl<
                __TaffrailState: ::core::marker::Send + ::core::marker::Sync + 'static,
            > __taffrail::Tool<__TaffrailState> for hello {
                fn definition(&self) -> __taffrail::Definition {
                    ::core::unimplemented!()
                }
                fn call<'a>(
                    &'a self,
                    _: __taffrail::Call<'a, __TaffrailState>,
                ) -> ::core::result::Result<__taffrail::Running<'a>, __taffrail::Violations> {
                    ::core::unimplemented!()
                }
            }
        };
        ::core::compile_error! {
            "tool `hello` has no description\nnote: the model chooses a tool by its name and description alone\nhelp: write a doc comment that starts with a verb and says what comes back: `/// Returns …`"
        }
        ::core::compile_error! {
            "tool `hello` does not say what it does to the world\nnote: clients decide by this whether to ask the user first\nhelp: if it changes nothing, write `#[tool(readonly)]`\nhelp: if it adds or changes something, and repeating the call changes nothing more, write `#[tool(additive, idempotent)]`\nhelp: if it adds something with every call, and that does no harm, write `#[tool(additive, allow(not_idempotent, reason = \"…\"))]`\nhelp: if it deletes or overwrites something, write `#[tool(destructive, irreversible, confirm(fallback = refuse))]`, take `dry_run: DryRun` and `ctx: &Context`, and return `Result<Guarded<String>, Failure>`"
        }
        ::core::compile_error! {
            "`name: &str` is borrowed, so it would come from the server\nnote: owned parameters come from the model, borrowed ones from the server's state\nhelp: to let the model fill it, write `name: String` with a doc comment"
        }
        ::core::compile_error! {
            "parameter `other` has no description\nnote: the model fills an undescribed parameter by guessing\nhelp: write `/// What it means, with an example.` on the line above `other`"
        }
    "##]].assert_eq(&pretty(&entry::tool(quote!(), item)));
}

#[test]
fn what_is_no_function_is_given_back() {
    expect![[r#"
        struct Thing;
        ::core::compile_error! {
            "`#[tool]` stands on a struct\nnote: a tool is one function\nhelp: write `#[tool(…)]` on an `async fn` outside of `impl` blocks and traits"
        }
    "#]].assert_eq(&pretty(&entry::tool(quote!(readonly), parse("struct Thing;"))));
}

#[test]
fn a_broken_list_still_has_its_good_entries() {
    expect![[r#"
        fn main() {
            {
                ::core::compile_error! {
                    "`tools![…]` takes paths to functions, not names as strings\nnote: a path is checked by the compiler\nhelp: write `bad`"
                }
                {
                    use ::taffrail::__private as __taffrail;
                    #[cfg(panic = "abort")]
                    ::core::compile_error!(
                        "`panic = \"abort\"` turns a panic in any tool into a dead server (`panic_abort`)\nnote: with `panic = \"unwind\"` it is the error of one call, and all others go on\nhelp: remove `panic = \"abort\"` from the profile in Cargo.toml\nhelp: if something restarts the server at once, write `tools![allow(panic_abort, reason = \"…\"); …]`"
                    );
                    const _: () = __taffrail::check_tools(&[__taffrail::declaration(&good {})]);
                    let __taffrail_set = __taffrail::Tools::new(__taffrail::Identity {
                        name: ::core::env!("CARGO_PKG_NAME"),
                        version: ::core::env!("CARGO_PKG_VERSION"),
                    });
                    #[allow(unused_imports)]
                    use __taffrail::Unlisted as _;
                    let __taffrail_set = __taffrail_set.with(__taffrail::Listed(good {}).tool());
                    __taffrail_set
                }
            }
        }
    "#]].assert_eq(&pretty(&entry::tools(quote!(good, "bad"))));
}

#[test]
fn no_input_makes_a_macro_panic() {
    let arguments = [
        "",
        "=",
        ",",
        "readonly,,",
        "name =",
        "header(",
        "instead(a = )",
        "allow()",
        "crate =",
        "((",
        "\"\"",
        "needs(,)",
    ];
    let items = [
        "",
        "fn",
        "async fn f() {}",
        "struct S;",
        "enum E {}",
        "union U { a: u8 }",
        "fn f(self) {}",
        "trait T {}",
        "#[arg(=)] struct S { #[arg(,)] a: u8, }",
    ];
    let readable = |code: &str| code.parse::<proc_macro2::TokenStream>().ok();
    for item in items.iter().filter_map(|item| readable(item)) {
        for arguments in arguments.iter().filter_map(|arguments| readable(arguments)) {
            drop(entry::tool(arguments.clone(), item.clone()));
            drop(entry::tools(arguments));
        }
        for derive in [entry::tool_input, entry::tool_output, entry::provides, entry::tool_failure] {
            drop(derive(item.clone()));
        }
    }
}
