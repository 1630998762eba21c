#include "Json.h"

namespace cunning::game::json {

namespace {

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == ',' || c == ':'; }

void append_utf8(std::string& text, unsigned code) {
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0 | (code >> 6));
    text += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    text += static_cast<char>(0xE0 | (code >> 12));
    text += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    text += static_cast<char>(0x80 | (code & 0x3F));
  }
}

unsigned hex(std::string_view digits) {
  unsigned code = 0;
  for (const char digit : digits) {
    code = code * 16 + static_cast<unsigned>(digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10);
  }
  return code;
}

/// Walks over values. Between them are spaces, commas and colons.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  /// The next character that begins or ends a value; 0 at the end.
  char peek() {
    while (at_ < text_.size() && is_space(text_[at_])) at_++;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  void skip_char() { at_++; }

  /// Takes a text in quotes. The library escapes control characters only, so there are no surrogates.
  std::string text() {
    std::string out;
    for (at_++; at_ < text_.size() && text_[at_] != '"'; at_++) {
      if (text_[at_] != '\\') {
        out += text_[at_];
        continue;
      }
      at_++;
      const char kind = at_ < text_.size() ? text_[at_] : '"';
      switch (kind) {
        case 'n': out += '\n'; break;
        case 't': out += '\t'; break;
        case 'r': out += '\r'; break;
        case 'u':
          append_utf8(out, hex(text_.substr(at_ + 1 < text_.size() ? at_ + 1 : text_.size(), 4)));
          at_ += 4;
          break;
        default: out += kind; break;
      }
    }
    at_++;
    return out;
  }

  /// Takes any value and returns its source.
  std::string_view value() {
    const char first = peek();
    const std::size_t start = at_;
    if (first == '"') {
      text();
    } else if (first == '{' || first == '[') {
      const char close = first == '{' ? '}' : ']';
      at_++;
      while (peek() != close && peek() != '\0') value();
      at_++;
    } else {
      while (at_ < text_.size() && !is_space(text_[at_]) && text_[at_] != '}' && text_[at_] != ']') at_++;
    }
    const std::size_t end = at_ < text_.size() ? at_ : text_.size();
    return text_.substr(start < end ? start : end, end - (start < end ? start : end));
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

/// The source of a field's value; empty if there is none.
std::string_view source_of(std::string_view object, std::string_view field) {
  Cursor cursor(object);
  if (cursor.peek() != '{') return {};
  cursor.skip_char();
  while (cursor.peek() == '"') {
    const std::string key = cursor.text();
    const std::string_view value = cursor.value();
    if (key == field) return value;
  }
  return {};
}

template <class Body>
void each(std::string_view list, Body&& body) {
  Cursor cursor(list);
  if (cursor.peek() != '[') return;
  cursor.skip_char();
  while (cursor.peek() != ']' && cursor.peek() != '\0') body(cursor.value());
}

std::string unquoted(std::string_view source) {
  return source.empty() || source[0] != '"' ? std::string() : Cursor(source).text();
}

}  // namespace

std::string text_of(std::string_view object, std::string_view field) { return unquoted(source_of(object, field)); }

std::vector<std::uint64_t> numbers_of(std::string_view object, std::string_view field) {
  std::vector<std::uint64_t> numbers;
  each(source_of(object, field), [&](std::string_view source) {
    std::uint64_t number = 0;
    for (const char digit : source) number = number * 10 + static_cast<std::uint64_t>(digit - '0');
    numbers.push_back(number);
  });
  return numbers;
}

std::vector<std::string> texts_of(std::string_view object, std::string_view list, std::string_view field) {
  std::vector<std::string> texts;
  each(source_of(object, list), [&](std::string_view item) { texts.push_back(text_of(item, field)); });
  return texts;
}

}  // namespace cunning::game::json
