// The text editor: CodeMirror in a shadow root, so that its styles need no exception in the content security policy.

import { autocompletion, closeBrackets, closeBracketsKeymap, type CompletionContext, type CompletionResult, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory, redo, undo } from "@codemirror/commands";
import { bracketMatching, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { toml, tomlColours } from "./toml";
import type { Problem, Outline } from "../protocol";

interface Props {
  label: string;
  /** Whether another view of the text is shown. */
  isHidden: boolean;
  /** The key of the document; another key loads another text. */
  of: string;
  text: string;
  problems: Problem[];
  outline: Outline | null;
  /** A text that replaces the content; a new object replaces it again. */
  pushed: { text: string; isStep: boolean } | null;
  /** The wanted position of the cursor; a new object moves it again. */
  cursor: { at: number } | null;
  onChange: (text: string) => void;
  onSave: () => void;
  /** Passes on the commands of the history; null when they no longer work. */
  onHistory: (history: { undo: () => void; redo: () => void } | null) => void;
}

/** The keywords of domain files. */
const KEYWORDS =
  "achieves action actions agent any autonomous bias check claims cooldown cost costs curve default doc domain done drift duration every extends facts forget from goal goals grace hope include interrupt is max min_time min mode move name near of open orders overflow params plan points query relevance retries score scope sense sensed sensors set start sticky stop take test then threshold timeout traits types uses unsolvable values vary wake want weight when where while within without".split(" ");

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", backgroundColor: "var(--panel)", color: "var(--ink)" },
  ".cm-scroller": { fontFamily: "ui-monospace, Menlo, Consolas, monospace", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--page)", color: "var(--muted)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--selected) 55%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--accent) 30%, transparent)" },
  ".cm-tooltip, .cm-panels": { backgroundColor: "var(--panel)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--panel)" },
  ".cm-completionDetail": { color: "var(--muted)", fontStyle: "normal", marginLeft: "0.8em" },
  "li[aria-selected] .cm-completionDetail": { color: "inherit" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warn)" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--bad)" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--warn)" },
});

/** The states of documents that are not shown, with their histories. There is one editor. */
const kept = new Map<string, EditorState>();
const latest: { current: Props | null } = { current: null };

export function Editor(props: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  latest.current = props;
  useLayoutEffect(() => {
    const root = host.current;
    if (!root) return;
    const shadow = root.shadowRoot ?? root.attachShadow({ mode: "open" });
    const complete = (context: CompletionContext): CompletionResult | null => {
      const word = context.matchBefore(/[\w]+/);
      if (!word && !context.explicit) return null;
      const outline = latest.current?.outline;
      const named = (list: { name: string; detail: string; doc: string | null }[], type: string, boost: number) =>
        list.map(({ name, detail, doc }) => ({ label: name, type, detail, boost, ...(doc ? { info: doc } : {}) }));
      const options = outline
        ? [
            ...named(outline.facts, "variable", 3),
            ...named(outline.actions, "function", 2),
            ...named(outline.goals, "class", 2),
            ...named(outline.types, "type", 1),
            ...named(outline.objects, "constant", 1),
            ...named(outline.tables, "property", 1),
            ...outline.agents.map(({ name }) => ({ label: name, type: "namespace", detail: "agent" })),
          ]
        : [];
      return { from: word?.from ?? context.pos, options: [...options, ...KEYWORDS.map((label) => ({ label, type: "keyword", boost: -1 }))], validFor: /^\w*$/ };
    };
    const before = kept.get(props.of);
    const state = before?.doc.toString() === props.text ? before : EditorState.create({
      doc: props.text,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        toml,
        syntaxHighlighting(tomlColours),
        autocompletion({ override: [complete] }),
        lintGutter(),
        look,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": props.label, tabindex: "0" }),
        keymap.of([
          { key: "Mod-s", preventDefault: true, run: () => (latest.current?.onSave(), true) },
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...lintKeymap,
          ...defaultKeymap,
          indentWithTab,
        ]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) latest.current?.onChange(update.state.doc.toString());
        }),
      ],
    });
    const editor = new EditorView({ parent: shadow, root: shadow, state });
    view.current = editor;
    latest.current?.onHistory({ undo: () => undo(editor), redo: () => redo(editor) });
    return () => {
      kept.set(props.of, editor.state);
      latest.current?.onHistory(null);
      editor.destroy();
      view.current = null;
    };
  }, [props.of]);
  // A replaced text is one edit of the differing part, so that it can be undone. It is made before the next answer or key
  // arrives: each replacement is a step of its own, and is there to be undone at once.
  useLayoutEffect(() => {
    const [editor, wanted] = [view.current, props.pushed?.text];
    if (!editor || wanted === undefined) return;
    const old = editor.state.doc.toString();
    if (old === wanted) return;
    let from = 0;
    while (from < old.length && old[from] === wanted[from]) from++;
    let [to, end] = [old.length, wanted.length];
    while (to > from && end > from && old[to - 1] === wanted[end - 1]) [to, end] = [to - 1, end - 1];
    const annotations = props.pushed?.isStep ? [isolateHistory.of("full")] : [];
    editor.dispatch({ changes: { from, to, insert: wanted.slice(from, end) }, annotations });
  }, [props.pushed]);
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const last = editor.state.doc.length;
    const marks = props.problems.flatMap((problem): Diagnostic[] => {
      const from = Math.min(problem.from ?? 0, last);
      const to = Math.min(Math.max(problem.to ?? from, from), last);
      const message = problem.file !== null && problem.from === null ? `${problem.file}:${problem.line}: ${problem.message}` : problem.message;
      return [{ from, to, severity: problem.isError ? "error" : "warning", source: problem.code, message: problem.hint ? `${message}\n${problem.hint}` : message }];
    });
    editor.dispatch(setDiagnostics(editor.state, marks));
  }, [props.problems, props.of]);
  useEffect(() => {
    const editor = view.current;
    if (!editor || !props.cursor || props.isHidden) return;
    const at = Math.min(props.cursor.at, editor.state.doc.length);
    editor.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    editor.focus();
  }, [props.cursor, props.isHidden]);
  // Keys typed here must not reach the timeline.
  return <div class="editor" hidden={props.isHidden} ref={host} onKeyDown={(event) => event.stopPropagation()} />;
}
