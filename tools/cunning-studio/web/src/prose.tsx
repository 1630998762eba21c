// Texts of the planner: names in backticks are shown as code, and indented lines hang under the line they belong to.

import type { ComponentChildren } from "preact";

/** A line of text with its names as code. */
export function Coded({ text }: { text: string }) {
  return <>{text.split("`").map((part, at): ComponentChildren => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</>;
}

/** The indentation of a level, in em. */
const INDENT_EM = 1.1;

/** An explanation of several lines. */
export function Prose({ text }: { text: string }) {
  return (
    <div class="prose">
      {text.trimEnd().split("\n").map((line, at) => (
        <p key={at} style={{ paddingLeft: `${((line.length - line.trimStart().length) / 2) * INDENT_EM}em` }}><Coded text={line.trim()} /></p>
      ))}
    </div>
  );
}
