// The C++ layer of the library, included so that the engine's macros do not change it.

#pragma once

// Unreal defines check(...) as a macro, and the library has functions of that name. Code of the plugin does not use them.
#pragma push_macro("check")
#undef check
#include <cunning.hpp>
#pragma pop_macro("check")
