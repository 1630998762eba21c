//! `#[derive(Belief)]`: fields of a component as facts of its entity, variants of an enum as objects. What it makes is
//! described at the trait `Belief` of `bevy_cunning`.

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Error, Field, Fields, Ident, LitStr, parse_macro_input};

/// See the trait `Belief` of `bevy_cunning`.
#[proc_macro_derive(Belief, attributes(belief))]
pub fn belief(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// What `#[belief(…)]` says.
#[derive(Default)]
struct Said {
    name: Option<String>,
    is_skipped: bool,
}

fn said(attributes: &[Attribute]) -> Result<Said, Error> {
    let mut said = Said::default();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("belief")) {
        if let Ok(name) = attribute.parse_args::<LitStr>() {
            said.name = Some(name.value());
        } else if attribute.parse_args::<Ident>().is_ok_and(|word| word == "skip") {
            said.is_skipped = true;
        } else {
            return Err(Error::new_spanned(attribute, "expected `#[belief(\"fact\")]` or `#[belief(skip)]`"));
        }
    }
    Ok(said)
}

fn expand(input: &DeriveInput) -> Result<Tokens, Error> {
    let name = &input.ident;
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    let own = said(&input.attrs)?.name.unwrap_or_else(|| snake_case(&name.to_string()));
    match &input.data {
        Data::Enum(data) => {
            let mut arms = Vec::new();
            for variant in &data.variants {
                if !matches!(variant.fields, Fields::Unit) {
                    return Err(Error::new_spanned(variant, "a variant with fields is no object"));
                }
                let (ident, said) = (&variant.ident, said(&variant.attrs)?);
                let object = said.name.unwrap_or_else(|| snake_case(&ident.to_string()));
                arms.push(quote!(Self::#ident => #object));
            }
            Ok(quote! {
                impl #impl_generics ::bevy_cunning::IntoBelief for #name #ty_generics #where_clause {
                    fn to_belief(&self) -> ::bevy_cunning::BeliefValue {
                        let object: &'static str = match self { #(#arms),* };
                        ::bevy_cunning::BeliefValue::Name(object.into())
                    }
                }
                impl #impl_generics ::bevy_cunning::Belief for #name #ty_generics #where_clause {
                    fn tell(&self, beliefs: &mut ::bevy_cunning::Beliefs) {
                        beliefs.set(#own, ::bevy_cunning::IntoBelief::to_belief(self));
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
        Data::Union(_) => Err(Error::new_spanned(input, "a union tells nothing")),
    }
}

/// What the fields of a struct tell, and what there is to say when it is gone.
fn tells(fields: &Fields, own: &str) -> Result<(Vec<Tokens>, Option<Tokens>), Error> {
    let tell = |fact: &str, place: Tokens| quote!(beliefs.set(#fact, ::bevy_cunning::IntoBelief::to_belief(&self.#place)););
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
                let (Some(ident), said) = (&field.ident, said(&field.attrs)?) else { continue };
                if !said.is_skipped {
                    tells.push(tell(&said.name.unwrap_or_else(|| plain(ident)), quote!(#ident)));
                }
            }
        }
        Fields::Unnamed(unnamed) => {
            let count = unnamed.unnamed.len();
            for (at, field) in unnamed.unnamed.iter().enumerate() {
                let said = said(&field.attrs)?;
                if said.is_skipped {
                    continue;
                }
                let fact = match said.name {
                    Some(name) => name,
                    None if count == 1 => own.to_owned(),
                    None => return Err(nameless(field)),
                };
                let place = syn::Index::from(at);
                tells.push(tell(&fact, quote!(#place)));
            }
        }
    }
    Ok((tells, None))
}

fn nameless(field: &Field) -> Error {
    Error::new_spanned(field, "which fact is this? Say `#[belief(\"fact\")]`, or `#[belief(skip)]`")
}

/// A field's name without `r#`.
fn plain(ident: &Ident) -> String {
    let name = ident.to_string();
    name.strip_prefix("r#").unwrap_or(&name).to_owned()
}

/// `TownHall` as `town_hall`.
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
