//! Implementations from one list of fields.

/// Implements [`Encode`](crate::Encode) and [`Decode`](crate::Decode) for a struct, field by field.
///
/// A missing field does not compile. `for Trait;` in front names the trait that a context needs for decoding the fields;
/// without it the struct can be decoded in every context. A lifetime of the struct must be called `'a`.
///
/// ```
/// # use cunning_encode::encode_struct;
/// struct Name<'a>(&'a str);
/// encode_struct!(Name<'a> { 0 });
/// ```
#[macro_export]
macro_rules! encode_struct {
    (for $context:path; $($struct:tt)*) => { $crate::encode_struct!(@ [$context] $($struct)*); };
    (@ [$($context:path)?] $name:ident $(<$life:lifetime>)? { $($field:tt),* $(,)? }) => {
        impl<'a> $crate::Encode for $name $(<$life>)? {
            fn put(&self, out: &mut impl $crate::Sink) {
                $( $crate::Encode::put(&self.$field, out); )*
            }
        }

        impl<'a, C $(: $context)?> $crate::Decode<'a, C> for $name $(<$life>)? {
            fn take(input: &mut $crate::Input<'a, C>) -> Result<Self, $crate::Malformed> {
                Ok(Self { $($field: $crate::Decode::take(input)?),* })
            }
        }
    };
    ($($struct:tt)*) => { $crate::encode_struct!(@ [] $($struct)*); };
}

/// Implements [`Encode`](crate::Encode) and [`Decode`](crate::Decode) for an enum: a tag byte, then the fields of the
/// variant. See [`encode_struct!`](crate::encode_struct) for the context.
///
/// ```
/// # use cunning_encode::encode_enum;
/// enum Reply { None, Yes { by: u32 }, Maybe(u8) }
/// encode_enum!(Reply { 0 = None, 1 = Yes { by }, 2 = Maybe(chance) });
/// ```
#[macro_export]
macro_rules! encode_enum {
    (for $context:path; $($enum:tt)*) => { $crate::encode_enum!(@ [$context] $($enum)*); };
    (@ [$($context:path)?] $name:ident {
        $($tag:literal = $variant:ident $({ $($field:ident),* $(,)? })? $(( $($value:ident),* ))?),* $(,)?
    }) => {
        impl $crate::Encode for $name {
            fn put(&self, out: &mut impl $crate::Sink) {
                match self { $(
                    Self::$variant $({ $($field),* })? $(( $($value),* ))? => {
                        out.byte($tag);
                        $( $( $crate::Encode::put($field, out); )* )?
                        $( $( $crate::Encode::put($value, out); )* )?
                    }
                )* }
            }
        }

        impl<'a, C $(: $context)?> $crate::Decode<'a, C> for $name {
            fn take(input: &mut $crate::Input<'a, C>) -> Result<Self, $crate::Malformed> {
                match input.byte()? {
                    $( $tag => {
                        $( $( let $field = $crate::Decode::take(input)?; )* )?
                        $( $( let $value = $crate::Decode::take(input)?; )* )?
                        Ok(Self::$variant $({ $($field),* })? $(( $($value),* ))?)
                    } )*
                    _ => Err($crate::Malformed::new(concat!("unknown tag of ", stringify!($name)))),
                }
            }
        }
    };
    ($($enum:tt)*) => { $crate::encode_enum!(@ [] $($enum)*); };
}
