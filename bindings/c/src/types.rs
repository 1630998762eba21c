//! The types that cross the border: texts, buffers, values and the structs of options.

use std::ffi::c_char;

use cunning_mind::{
    GameObject, MindConfig, MindError, Minds, NameKind, Position, Subject, Symbol, Value, ValueRef,
};
use smallvec::SmallVec;

use crate::call::{Call, Sized32};
use crate::status::*;

/// The version of this interface. It changes only when a program that was compiled against an older header would
/// misbehave. Compare it with `cunning_abi_version()` when the library is loaded at run time.
pub const CUNNING_ABI_VERSION: u32 = 1;

/// Stands for no agent, where a function takes an agent or none.
pub const CUNNING_NO_AGENT_ID: u64 = 0xFFFF_FFFF_FFFF_FFFF;
/// Stands for no symbol.
pub const CUNNING_NO_SYMBOL: u32 = 0xFFFF_FFFF;

/// A text in UTF-8 that is not terminated by a zero. Texts that functions take need to be valid during the call only.
/// Each function says how long a text that it returns is valid; texts are never freed by the caller.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CunningStr {
    /// The first byte; null for the empty text.
    pub ptr: *const c_char,
    /// The number of bytes.
    pub len: u64,
}

impl CunningStr {
    pub(crate) const EMPTY: Self = Self { ptr: std::ptr::null(), len: 0 };

    pub(crate) fn from_static(text: &'static str) -> Self {
        Self::of(text)
    }

    /// Returns a pointer to a text. Who returns it says how long it is valid.
    pub(crate) fn of(text: &str) -> Self {
        Self { ptr: text.as_ptr().cast(), len: text.len() as u64 }
    }
}

/// Bytes that the library has allocated: JSON, a save, a recording. The caller frees them with `cunning_buffer_free`,
/// and until then they are valid, whatever happens to handles. JSON is UTF-8 and not terminated by a zero.
#[repr(C)]
#[derive(Debug)]
pub struct CunningBuffer {
    /// The first byte; null if there are no bytes.
    pub ptr: *mut u8,
    /// The number of bytes.
    pub len: u64,
}

impl CunningBuffer {
    pub(crate) const EMPTY: Self = Self { ptr: std::ptr::null_mut(), len: 0 };

    pub(crate) fn json(value: &serde_json::Value) -> Self {
        value.to_string().into_bytes().into()
    }
}

impl From<Vec<u8>> for CunningBuffer {
    fn from(bytes: Vec<u8>) -> Self {
        if bytes.is_empty() {
            return Self::EMPTY;
        }
        let len = bytes.len() as u64;
        Self { ptr: Box::into_raw(bytes.into_boxed_slice()).cast(), len }
    }
}

/// Frees the bytes of a buffer and makes it empty. An empty buffer and null are fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_buffer_free(buffer: *mut CunningBuffer) {
    if buffer.is_null() || !buffer.is_aligned() {
        return;
    }
    // SAFETY: not null, and valid by the contract of this interface.
    let CunningBuffer { ptr, len } = unsafe { buffer.replace(CunningBuffer::EMPTY) };
    if !ptr.is_null() {
        // SAFETY: pointer and length are from `Box::into_raw` of a boxed slice, and were made empty above.
        drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(ptr, len as usize)) });
    }
}

/// A named text of a domain. The first of several is the domain itself, the others are what it includes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CunningSource {
    /// The name, by which other sources include it and diagnostics refer to it.
    pub name: CunningStr,
    /// The text in TOML.
    pub text: CunningStr,
}

/// No value: an empty optional fact, or an argument left open.
pub const CUNNING_VALUE_NONE: u32 = 0;
/// A truth value, in `data.integer`: 0 is false, everything else is true.
pub const CUNNING_VALUE_BOOL: u32 = 1;
/// An integer, in `data.integer`.
pub const CUNNING_VALUE_INT: u32 = 2;
/// An object that the domain file lists. See `CunningValue::symbol`.
pub const CUNNING_VALUE_NAME: u32 = 3;
/// An object of the game, in `data.object`: the id that the game gave it in `cunning_bind`.
pub const CUNNING_VALUE_OBJECT: u32 = 4;
/// A point of the world, in `data.point`.
pub const CUNNING_VALUE_POINT: u32 = 5;
/// An agent, in `data.object`. Only in questions about positions.
pub const CUNNING_VALUE_AGENT: u32 = 6;

/// A point of the world, in millionths of the game's unit.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CunningPoint {
    /// The first coordinate.
    pub x: i64,
    /// The second coordinate.
    pub y: i64,
    /// The third coordinate: the height.
    pub z: i64,
}

impl From<Position> for CunningPoint {
    fn from(Position { x, y, z }: Position) -> Self {
        Self { x, y, z }
    }
}

impl From<CunningPoint> for Position {
    fn from(CunningPoint { x, y, z }: CunningPoint) -> Self {
        Self { x, y, z }
    }
}

/// What a value holds; `CunningValue::tag` says which one.
#[repr(C)]
#[derive(Clone, Copy)]
pub union CunningData {
    /// The integer or truth value.
    pub integer: i64,
    /// The id of the object or agent.
    pub object: u64,
    /// The name of an object of the domain.
    pub name: CunningStr,
    /// The point of the world.
    pub point: CunningPoint,
}

/// The value of a fact, an index or an argument. It always has this size.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CunningValue {
    /// The kind of the value: one of `CUNNING_VALUE_*`.
    pub tag: u32,
    /// For `CUNNING_VALUE_NAME`, the symbol of the object. Values from the library have both the symbol and
    /// `data.name`, which is valid until the minds are freed. Values from the caller may have either: the name counts
    /// unless its `ptr` is null.
    pub symbol: u32,
    /// What the value holds.
    pub data: CunningData,
}

impl CunningValue {
    pub(crate) const NONE: Self = Self {
        tag: CUNNING_VALUE_NONE,
        symbol: CUNNING_NO_SYMBOL,
        data: CunningData { point: CunningPoint { x: 0, y: 0, z: 0 } },
    };

    fn integer(tag: u32, integer: i64) -> Self {
        let mut value = Self { tag, ..Self::NONE };
        value.data.integer = integer;
        value
    }

    pub(crate) fn object(tag: u32, object: u64) -> Self {
        let mut value = Self { tag, ..Self::NONE };
        value.data.object = object;
        value
    }

    fn name(minds: &Minds, name: &std::sync::Arc<str>) -> Self {
        let symbol = minds.symbol_of(name).map_or(CUNNING_NO_SYMBOL, |symbol| symbol.0);
        let mut value = Self { tag: CUNNING_VALUE_NAME, symbol, ..Self::NONE };
        // The text belongs to the table of symbols, which keeps every text as long as the minds live.
        value.data.name = CunningStr::of(name);
        value
    }

    /// Converts a value of minds.
    pub(crate) fn new(minds: &Minds, value: &Value) -> Self {
        match value {
            Value::Bool(truth) => Self::integer(CUNNING_VALUE_BOOL, i64::from(*truth)),
            Value::Int(number) => Self::integer(CUNNING_VALUE_INT, *number),
            Value::Name(name) => Self::name(minds, name),
            Value::Object(object) => Self::object(CUNNING_VALUE_OBJECT, object.0),
            Value::Point(point) => {
                Self { tag: CUNNING_VALUE_POINT, data: CunningData { point: (*point).into() }, ..Self::NONE }
            }
            _ => Self::NONE,
        }
    }

    /// Converts something that a question is about.
    pub(crate) fn subject(minds: &Minds, subject: &Subject) -> Self {
        match subject {
            Subject::Agent(agent) => Self::object(CUNNING_VALUE_AGENT, agent.0),
            Subject::Name(name) => Self::name(minds, name),
            Subject::Object(object) => Self::object(CUNNING_VALUE_OBJECT, object.0),
            Subject::Point(point) => Self::new(minds, &Value::Point(*point)),
            _ => Self::NONE,
        }
    }
}

/// A value from the caller, in a form that does not borrow from the minds.
pub(crate) enum Given<'a> {
    Plain(ValueRef<'a>),
    Symbol(std::sync::Arc<str>),
}

impl Given<'_> {
    pub(crate) fn as_ref(&self) -> ValueRef<'_> {
        match self {
            Self::Plain(value) => *value,
            Self::Symbol(name) => ValueRef::Name(name),
        }
    }
}

/// The indices of a member of a family.
pub(crate) type GivenIndices<'a> = SmallVec<[Given<'a>; 3]>;

impl<'a> Call<'a> {
    /// Converts a value from the caller.
    pub(crate) fn value(&self, minds: &Minds, value: CunningValue) -> Result<Given<'a>, Failure> {
        let CunningValue { tag, symbol, data } = value;
        Ok(Given::Plain(match tag {
            CUNNING_VALUE_NONE => ValueRef::None,
            // SAFETY: every pattern of bits is a value of the field, and by the contract the caller has set the
            // field that the tag names. The same holds for the fields below.
            CUNNING_VALUE_BOOL => ValueRef::Bool(unsafe { data.integer } != 0),
            // SAFETY: as above.
            CUNNING_VALUE_INT => ValueRef::Int(unsafe { data.integer }),
            CUNNING_VALUE_NAME => {
                // SAFETY: as above.
                let name = unsafe { data.name };
                if !name.ptr.is_null() {
                    return Ok(Given::Plain(ValueRef::Name(self.text(name)?)));
                }
                match minds.describe_symbol(Symbol(symbol)) {
                    Some((NameKind::Object, name)) => return Ok(Given::Symbol(name.clone())),
                    _ => return Err(MindError::DeadHandle.into()),
                }
            }
            // SAFETY: as above.
            CUNNING_VALUE_OBJECT => ValueRef::Object(GameObject(unsafe { data.object })),
            // SAFETY: as above.
            CUNNING_VALUE_POINT => ValueRef::Point(unsafe { data.point }.into()),
            _ => return Err(Failure::new(CUNNING_BAD_ENUM, format!("{tag} is not the tag of a value"))),
        }))
    }

    /// Converts indices from the caller.
    pub(crate) fn indices(
        &self,
        minds: &Minds,
        indices: *const CunningValue,
        count: u64,
    ) -> Result<GivenIndices<'a>, Failure> {
        self.slice(indices, count)?.iter().map(|index| self.value(minds, *index)).collect()
    }
}

/// The configuration of minds. Set it to zero, set `struct_size`, and change what you need: zero is the default of
/// every other field.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CunningConfig {
    /// `sizeof(CunningConfig)`.
    pub struct_size: u32,
    /// Combined `CUNNING_CONFIG_*` flags.
    pub flags: u32,
    /// The number of plans that the plan cache holds; 0 is the default.
    pub cache: u64,
    /// The number of units after which the search for a plan is given up; 0 is the default.
    pub job_units_max: u64,
    /// About the memory that the searches of all agents may keep, in bytes; 0 is the default.
    pub memory_max: u64,
}

/// Turns the plan cache off. It never changes decisions, only time.
pub const CUNNING_CONFIG_NO_CACHE: u32 = 1;

// SAFETY: `repr(C)`, starts with its size, and consists of integers.
unsafe impl Sized32 for CunningConfig {
    const SIZE_MIN: usize = 24;
}

impl Call<'_> {
    /// Reads a configuration; null is the default.
    pub(crate) fn config(&self, config: *const CunningConfig) -> Result<MindConfig, Failure> {
        let mut read = MindConfig::default();
        if config.is_null() {
            return Ok(read);
        }
        let CunningConfig { flags, cache, job_units_max, memory_max, .. } = self.sized(config)?;
        check_flags(flags, CUNNING_CONFIG_NO_CACHE)?;
        if cache > 0 {
            read.cache = cache.try_into().unwrap_or(usize::MAX).min(CACHE_MAX);
        }
        if flags & CUNNING_CONFIG_NO_CACHE != 0 {
            read.cache = 0;
        }
        if job_units_max > 0 {
            read.job_units_max = job_units_max;
        }
        if memory_max > 0 {
            read.memory_max = memory_max;
        }
        Ok(read)
    }
}

/// Fails if there are flags that have no meaning.
pub(crate) fn check_flags(given: u32, known: u32) -> Result<(), Failure> {
    if given & !known == 0 {
        return Ok(());
    }
    Err(Failure::new(CUNNING_BAD_ENUM, format!("the flags {:#x} have no meaning", given & !known)))
}

/// The largest plan cache.
const CACHE_MAX: usize = 1 << 20;

/// A trait of a new agent that is given instead of drawn.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CunningTrait {
    /// The name of the trait.
    pub name: CunningStr,
    /// The value of the trait.
    pub value: f64,
}

/// The properties of a new agent. Set it to zero, set `struct_size` and, if it has none, `commander` to
/// `CUNNING_NO_AGENT_ID`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CunningSpawn {
    /// `sizeof(CunningSpawn)`.
    pub struct_size: u32,
    /// Not used; set it to 0.
    pub flags: u32,
    /// The display name; may be empty.
    pub name: CunningStr,
    /// The seed of everything that is drawn at random for the agent.
    pub seed: u64,
    /// The agent's commander, or `CUNNING_NO_AGENT_ID`.
    pub commander: u64,
    /// Traits that are given instead of drawn.
    pub traits: *const CunningTrait,
    /// The number of these traits.
    pub trait_count: u64,
}

// SAFETY: `repr(C)`, starts with its size, and consists of integers and pointers.
unsafe impl Sized32 for CunningSpawn {
    const SIZE_MIN: usize = size_of::<Self>();
}

/// The argument of a parameter.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CunningArg {
    /// The name of the parameter.
    pub param: CunningStr,
    /// The value that the parameter gets.
    pub value: CunningValue,
}

/// An order of the game or a player to pursue a goal. Set it to zero, set `struct_size` and `goal`, and `bias` to 1.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CunningOrder {
    /// `sizeof(CunningOrder)`.
    pub struct_size: u32,
    /// Combined `CUNNING_ORDER_*` flags.
    pub flags: u32,
    /// The goal to pursue.
    pub goal: CunningStr,
    /// The arguments of the goal. The agent chooses those that are not given.
    pub args: *const CunningArg,
    /// The number of arguments.
    pub arg_count: u64,
    /// What the order adds to the goal's score; usually 1. A negative bias discourages the goal.
    pub bias: f64,
    /// How long the order counts, in microseconds; 0 for any time.
    pub within_us: u64,
}

/// The goal takes precedence over all others of the agent as long as there is a plan for it.
pub const CUNNING_ORDER_RIGID: u32 = 1;

// SAFETY: `repr(C)`, starts with its size, and consists of integers, pointers and a float.
unsafe impl Sized32 for CunningOrder {
    const SIZE_MIN: usize = size_of::<Self>();
}

/// Returns the version of the interface that the library has. See `CUNNING_ABI_VERSION`.
#[unsafe(no_mangle)]
pub extern "C" fn cunning_abi_version() -> u32 {
    CUNNING_ABI_VERSION
}

/// Returns the version of the library, such as `0.1.0`. The text is static: it is always valid.
#[unsafe(no_mangle)]
pub extern "C" fn cunning_version() -> CunningStr {
    CunningStr::from_static(env!("CARGO_PKG_VERSION"))
}
