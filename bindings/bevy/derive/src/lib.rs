//! `#[derive(Belief)]`: fields of a component as facts about its entity, variants of an enum as objects. The trait `Belief`
//! of `bevy_cunning` documents it.

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Error, Field, Fields, Ident, LitStr, parse_macro_input};

/// Derives the trait `Belief` of `bevy_cunning`, and `ToValue` for enums.
#[proc_macro_derive(Belief, attributes(belief))]
pub fn belief(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// The options in `#[belief(…)]`.
#[derive(Default)]
struct Options {
    name: Option<String>,
    is_skipped: bool,
}

fn options(attributes: &[Attribute]) -> Result<Options, Error> {
    let mut options = Options::default();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("belief")) {
        if let Ok(name) = attribute.parse_args::<LitStr>() {
            options.name = Some(name.value());
        } else if attribute.parse_args::<Ident>().is_ok_and(|word| word == "skip") {
            options.is_skipped = true;
        } else {
            return Err(Error::new_spanned(attribute, "expected `#[belief(\"fact\")]` or `#[belief(skip)]`"));
        }
    }
    Ok(options)
}

fn expand(input: &DeriveInput) -> Result<Tokens, Error> {
    let name = &input.ident;
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    let own = options(&input.attrs)?.name.unwrap_or_else(|| snake_case(&name.to_string()));
    match &input.data {
        Data::Enum(data) => {
            let mut arms = Vec::new();
            for variant in &data.variants {
                if !matches!(variant.fields, Fields::Unit) {
                    return Err(Error::new_spanned(variant, "a variant with fields cannot be an object"));
                }
                let (ident, options) = (&variant.ident, options(&variant.attrs)?);
                let object = options.name.unwrap_or_else(|| snake_case(&ident.to_string()));
                arms.push(quote!(Self::#ident => #object));
            }
            Ok(quote! {
                impl #impl_generics ::bevy_cunning::ToValue for #name #ty_generics #where_clause {
                    fn to_value(&self) -> ::bevy_cunning::Value {
                        let object: &'static str = match self { #(#arms),* };
                        ::bevy_cunning::Value::Name(object.into())
                    }
                }
                impl #impl_generics ::bevy_cunning::Belief for #name #ty_generics #where_clause {
                    fn tell(&self, beliefs: &mut ::bevy_cunning::Beliefs) {
                        beliefs.set(#own, self);
                    }
                }
            })
        }
        Data::Struct(data) => {
            let (tells, untells) = tells(&data.fields, &own)?;
            Ok(quote! {
                impl #impl_generics ::bevy_cunning::Belief for #name #ty_generics #where_clause {
                    fn tell(&self, beliefs: &mut ::bevy_cunning::Beliefs) { #(#tells)* }
                    #untells
                }
            })
        }
        Data::Union(_) => Err(Error::new_spanned(input, "`Belief` cannot be derived for a union")),
    }
}

/// Returns the statements of `tell` for the fields of a struct, and `untell` for a struct without fields.
fn tells(fields: &Fields, own: &str) -> Result<(Vec<Tokens>, Option<Tokens>), Error> {
    let tell = |fact: &str, field: Tokens| quote!(beliefs.set(#fact, &self.#field););
    let mut tells = Vec::new();
    match fields {
        Fields::Unit => {
            let untells = quote! {
                fn untell(beliefs: &mut ::bevy_cunning::Beliefs) { beliefs.set(#own, false); }
            };
            return Ok((vec![quote!(beliefs.set(#own, true);)], Some(untells)));
        }
        Fields::Named(named) => {
            for field in &named.named {
                let (Some(ident), options) = (&field.ident, options(&field.attrs)?) else { continue };
                if !options.is_skipped {
                    tells.push(tell(&options.name.unwrap_or_else(|| plain(ident)), quote!(#ident)));
                }
            }
        }
        Fields::Unnamed(unnamed) => {
            let count = unnamed.unnamed.len();
            for (at, field) in unnamed.unnamed.iter().enumerate() {
                let options = options(&field.attrs)?;
                if options.is_skipped {
                    continue;
                }
                let fact = match options.name {
                    Some(name) => name,
                    None if count == 1 => own.to_owned(),
                    None => return Err(nameless(field)),
                };
                let index = syn::Index::from(at);
                tells.push(tell(&fact, quote!(#index)));
            }
        }
    }
    Ok((tells, None))
}

fn nameless(field: &Field) -> Error {
    Error::new_spanned(
        field,
        "the fact of this field is unknown; add `#[belief(\"fact\")]` or `#[belief(skip)]`",
    )
}

/// Returns a field's name without `r#`.
fn plain(ident: &Ident) -> String {
    let name = ident.to_string();
    name.strip_prefix("r#").unwrap_or(&name).to_owned()
}

/// Converts `TownHall` to `town_hall`.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}
