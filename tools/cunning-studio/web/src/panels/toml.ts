// TOML highlighting for the editor.

import { HighlightStyle, StreamLanguage } from "@codemirror/language";
import { tags } from "@lezer/highlight";

interface State {
  /** The closing quotes of the current multi-line string. */
  open: string | null;
  /** The number of open brackets; keys occur only outside of values. */
  depth: number;
  isValue: boolean;
}

export const toml = StreamLanguage.define<State>({
  name: "toml",
  startState: () => ({ open: null, depth: 0, isValue: false }),
  token(stream, state) {
    if (state.open) {
      while (!stream.eol()) {
        if (state.open === '"""' && stream.match(/^\\./)) continue;
        if (stream.match(state.open)) {
          state.open = null;
          return "string";
        }
        stream.next();
      }
      return "string";
    }
    if (stream.sol() && state.depth === 0) state.isValue = false;
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.sol() && state.depth === 0 && stream.match(/^\[\[?[^\]#]*\]\]?/)) return "heading";
    if (stream.match(/^("""|''')/)) {
      state.open = stream.current();
      return "string";
    }
    if (stream.match(/^("([^"\\]|\\.)*"?|'[^']*'?)/)) return state.isValue ? "string" : "propertyName";
    const next = stream.next();
    if (next === "=") {
      state.isValue = true;
      return "operator";
    }
    if (next === "[" || next === "{") {
      state.depth++;
      state.isValue = next === "[";
      return "bracket";
    }
    if (next === "]" || next === "}") {
      state.depth = Math.max(0, state.depth - 1);
      state.isValue = true;
      return "bracket";
    }
    if (next === ",") {
      // A key follows in an inline table, a value in a list; anything that looks like a key counts as one.
      state.isValue = !stream.match(/^\s*["']?[\w. -]+["']?\s*=/, false);
      return null;
    }
    stream.eatWhile(/[\w.+:-]/);
    const word = stream.current();
    if (!state.isValue) return "propertyName";
    return word === "true" || word === "false" ? "bool" : /^[+-]?\d/.test(word) ? "number" : null;
  },
  languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "[", "{", '"'] } },
});

export const tomlColours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
  { tag: tags.heading, color: "var(--accent)", fontWeight: "600" },
  { tag: tags.propertyName, color: "var(--ink)" },
  { tag: tags.string, color: "var(--order)" },
  { tag: tags.number, color: "var(--warn)" },
  { tag: tags.bool, color: "var(--warn)" },
  { tag: tags.operator, color: "var(--muted)" },
  { tag: tags.bracket, color: "var(--muted)" },
]);
