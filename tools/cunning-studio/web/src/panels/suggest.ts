// What can be typed next in a value of a card: names of the domain that fit there, and the values of facts.

import type { Outline } from "../protocol";

export interface Suggestion {
  label: string;
  detail: string;
  /** The text that replaces the letters from `from` to the cursor. */
  insert: string;
  from: number;
}

/** What a value of a card means. */
export type Role = "condition" | "effect" | "number" | "action" | "goal" | "agent" | "type" | "fact-type" | "words";

export interface Place {
  role: Role;
  /** The parameters of the card, with their types. */
  params: [string, string][];
  /** Words that fit here. */
  words: string[];
}

const ROLES: Record<string, Role> = {
  when: "condition", while: "condition", want: "condition", any: "condition", where: "condition",
  then: "effect", hope: "effect",
  cost: "number", is: "number", score: "number", relevance: "number", costs: "number",
  actions: "action", without: "action", meanwhile: "action", achieves: "goal", goals: "goal", extends: "agent",
  of: "type", params: "type", type: "fact-type",
};

/** The role of a value with this path: that of the innermost key that has one. */
export function roleOf(path: (string | number)[]): Role {
  for (const step of path.slice(2).reverse()) {
    const role = typeof step === "string" ? ROLES[step] : undefined;
    if (role) return role;
  }
  return path[0] === "facts" && path.length === 2 ? "fact-type" : "words";
}

const SHOWN_MAX = 12;

interface Option {
  label: string;
  detail: string;
  insert?: string;
}

/** What fits at the cursor, best first. */
export function suggest(outline: Outline | null, { role, params, words }: Place, typed: string, cursor: number): Suggestion[] {
  const before = typed.slice(0, cursor);
  const word = /[\p{L}\p{N}_.]*$/u.exec(before)?.[0] ?? "";
  const from = cursor - word.length;
  return fitting(outline ? options(outline, role, params, words, before.slice(0, from)) : words.map((label) => ({ label, detail: "" })), word).map(({ label, detail, insert }) => ({ label, detail, insert: insert ?? label, from }));
}

/** The options that contain a word; those that start with it first. */
function fitting(all: Option[], word: string): Option[] {
  const small = word.toLowerCase();
  const rank = ({ label }: Option) => (label.toLowerCase().startsWith(small) ? 0 : 1);
  return all.filter(({ label, insert }) => label.toLowerCase().includes(small) && (insert ?? label) !== word).sort((one, two) => rank(one) - rank(two)).slice(0, SHOWN_MAX);
}

function options(outline: Outline, role: Role, params: [string, string][], words: string[], before: string): Option[] {
  const named = (list: { name: string; detail: string }[]): Option[] => list.map(({ name, detail }) => ({ label: name, detail }));
  switch (role) {
    case "action": return named(outline.actions);
    case "goal": return named(outline.goals);
    case "agent": return outline.agents.map(({ name }) => ({ label: name, detail: "archetype" }));
    case "type": return named(outline.types);
    case "fact-type": return [{ label: "bool", detail: "true or false" }, { label: "int", detail: "a number from min to max" }, ...named(outline.types)];
    case "words": return words.map((label) => ({ label, detail: "" }));
    default: return statement(outline, role, params, before);
  }
}

/** What can follow in a condition, an effect or a number. */
function statement(outline: Outline, role: Role, params: [string, string][], before: string): Option[] {
  const fact = (name: string | undefined) => outline.facts.find((one) => one.name === name);
  const typeOf = (name: string) => fact(name)?.value ?? params.find(([own]) => own === name)?.[1];
  // In the index of a family: `stock[tavern, `.
  const index = /([\p{L}\p{N}_]+)\[([^\]]*)$/u.exec(before);
  if (index) {
    const of = fact(index[1])?.of ?? [];
    const at = (index[2]?.match(/,/g) ?? []).length;
    const end = of.length === 0 || at === of.length - 1 ? "]" : ", ";
    return values(outline, params, of[at]).filter(({ label }) => label !== "none").map((one) => ({ ...one, insert: one.label + end }));
  }
  // After an operator: `at == `.
  const compared = /([\p{L}\p{N}_]+)(?:\[[^\]]*\])?\s*(?:==|!=|>=|<=|\+=|-=|=|<|>)\s*$/u.exec(before);
  const numbers = (): Option[] => [
    ...params.map(([label, detail]) => ({ label, detail })),
    ...outline.facts.filter((one) => one.value === "int").map((one) => ({ label: one.name, detail: one.detail, insert: one.of.length ? `${one.name}[` : one.name })),
    ...outline.tables.map((one) => ({ label: one.name, detail: one.detail, insert: `${one.name}[` })),
    ...outline.curves.map((one) => ({ label: `curve.${one.name}`, detail: "curve", insert: `curve.${one.name}(` })),
  ];
  if (compared) {
    const type = typeOf(compared[1] ?? "");
    return type === "int" || type?.includes("..") ? numbers() : type === "bool" ? ["true", "false"].map((label) => ({ label, detail: "" })) : values(outline, params, type);
  }
  // After a name that needs an operator: `stock[tavern, bottle] `.
  const bare = /([\p{L}\p{N}_]+)(?:\[[^\]]*\])?\s*$/u.exec(before);
  const own = bare ? typeOf(bare[1] ?? "") : undefined;
  if (bare && own !== undefined && own !== "bool") {
    const isNumber = own === "int" || own.includes("..");
    const operators = role === "effect" ? (isNumber ? ["=", "+=", "-="] : ["="]) : isNumber ? [">=", "<=", "==", "!=", ">", "<"] : ["==", "!="];
    return operators.map((label) => ({ label, detail: "", insert: `${label} ` }));
  }
  if (role === "number") return numbers();
  const next = (value: string) => (value === "bool" ? "" : role === "effect" ? (value === "int" ? " += " : " = ") : value === "int" ? " >= " : " == ");
  const facts = outline.facts.map((one) => ({ label: one.name, detail: one.detail, insert: one.of.length ? `${one.name}[` : `${one.name}${next(one.value)}` }));
  const isStart = before.trim() === "";
  const start = (label: string, detail: string) => ({ label, detail, insert: `${label} ` });
  const begin = isStart ? [start("not", "the opposite"), ...(role === "condition" ? ["some", "no", "every"].map((label) => start(label, "of a type, as in `some foe f: sees[f]`")) : [])] : [];
  if (/(?:^|\s)(?:some|no|every)\s+$/.test(before)) return outline.types.map((one) => ({ label: one.name, detail: one.detail, insert: `${one.name} ` }));
  return [...facts, ...(role === "condition" ? params.map(([label, detail]) => ({ label, detail })) : []), ...begin];
}

/** The parameters and objects of a type; everything that could be one if the type is unknown. */
function values(outline: Outline, params: [string, string][], type: string | undefined): Option[] {
  const known = outline.types.find((one) => one.name === type);
  const objects = known ? known.objects.map((label) => ({ label, detail: known.name })) : outline.objects.map(({ name, detail }) => ({ label: name, detail }));
  const own = params.filter(([, of]) => !known || of === type || known.detail === "union").map(([label, detail]) => ({ label, detail }));
  return [...own, ...objects, { label: "none", detail: "no object" }];
}
