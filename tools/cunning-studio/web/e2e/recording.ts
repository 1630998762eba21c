// Writes recordings as docs/recording.md specifies them, with names and texts that no engine would write.

const crcTable = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

function crc32(bytes: number[]): number[] {
  let value = 0xffffffff;
  for (const byte of bytes) value = (crcTable[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  value = (value ^ 0xffffffff) >>> 0;
  return [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24];
}

/** A variable-length number. */
export function number(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return [...bytes, rest];
}

export function text(value: string): number[] {
  const bytes = [...Buffer.from(value, "utf8")];
  return [...number(bytes.length), ...bytes];
}

function frame(body: number[]): number[] {
  const bytes = [...number(body.length), ...body];
  return [...bytes, ...crc32(bytes)];
}

function float(value: number): number[] {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return [...bytes];
}

/** Tables of names, by their numbers. */
export const TABLES = { object: 1, fact: 2, action: 4, goal: 5, archetype: 10, reason: 11 };

/** A recording that grows by records. */
export class Recording {
  private readonly parts: number[][] = [];

  constructor(engine: string) {
    this.parts.push([0x89, 0x43, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 0]);
    this.parts.push(frame([...text(engine), ...number(0), ...number(0), ...number(0), ...number(0)]));
    // An empty key frame in two records: the first and the last.
    this.add(0, null, [0, 1, 0]);
    this.add(0, null, [0, 2, 0]);
  }

  /** Adds a record some ticks after the previous one, about an agent or the world. */
  add(ticks: number, agent: number | null, coded: number[]): this {
    const head = ticks * 4 + (agent === null ? 0 : 2);
    this.parts.push(frame([...number(head), ...(agent === null ? [] : number(agent)), ...coded]));
    return this;
  }

  name(table: number, id: number, name: string): this {
    return this.add(0, null, [2, table, ...number(id), ...text(name)]);
  }

  backdrop(format: string, bytes: string): this {
    return this.add(0, null, [3, ...text(format), ...text(bytes)]);
  }

  tick(): this {
    return this.add(1, null, [5, ...number(100), ...number(1000)]);
  }

  agent(agent: number, name: string): this {
    return this.add(0, agent, [11, 0, ...text(name), 0, ...number(agent)]);
  }

  held(agent: number, reason: string): this {
    return this.add(0, agent, [18, ...text(reason)]);
  }

  quarantined(agent: number, reason: string): this {
    return this.add(0, agent, [20, ...text(reason)]);
  }

  place(agent: number, x: number, y: number): this {
    return this.add(0, agent, [21, ...float(x), ...float(y), ...float(0), ...float(0)]);
  }

  /** A belief that the value of a fact is an object of the domain. */
  belief(agent: number, fact: number, object: number): this {
    return this.add(0, agent, [23, ...number(fact), 0, 3, ...number(object), ...number(1_000_000), 0]);
  }

  goal(agent: number, goal: number): this {
    return this.add(0, agent, [26, ...number(goal), 0, ...number(2_000_000), ...number(0)]);
  }

  step(agent: number, step: number, action: number): this {
    return this.add(0, agent, [35, ...number(step), 0, ...number(action), 0, 0]);
  }

  note(agent: number | null, words: string): this {
    return this.add(0, agent, [49, ...text(words)]);
  }

  bytes(): Buffer {
    return Buffer.concat(this.parts.map((part) => Buffer.from(part)));
  }
}
