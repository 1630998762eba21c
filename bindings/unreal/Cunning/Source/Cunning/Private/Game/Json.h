// Reads a few fields of the library's JSON, which is well formed.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cunning::game::json {

/// The text of a field of an object; empty if it has none.
std::string text_of(std::string_view object, std::string_view field);
/// The numbers of a list in a field of an object.
std::vector<std::uint64_t> numbers_of(std::string_view object, std::string_view field);
/// The texts that the objects of a list in a field have in a field of their own.
std::vector<std::string> texts_of(std::string_view object, std::string_view list, std::string_view field);

}  // namespace cunning::game::json
