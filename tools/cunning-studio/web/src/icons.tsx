// Icons, drawn with the colour of the text around them.

const PATHS = {
  play: "M5 3.5v9l7-4.5z",
  pause: "M5 3.5v9M11 3.5v9",
  step: "M4 3.5v9l6-4.5zM12.5 3.5v9",
  now: "M3 3.5v9l5-4.5zM8 3.5v9l5-4.5z",
  branch: "M5 3v10M5 9c0-3 6-1 6-5M5 3.01V3M11 4v-.01M5 13v.01",
  restart: "M12.5 8a4.5 4.5 0 1 1-1.5-3.4M12.5 2.5v3h-3",
  back: "M10 3.5 5.5 8l4.5 4.5",
  forth: "M6 3.5 10.5 8 6 12.5",
  first: "M4 3.5v9M12 3.5 7.5 8l4.5 4.5",
  last: "M12 3.5v9M4 3.5 8.5 8 4 12.5",
  plus: "M8 3.5v9M3.5 8h9",
  minus: "M3.5 8h9",
  fit: "M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3",
  start: "M9 3H6v10h3",
  end: "M7 3h3v10H7",
  breakpoint: "M5.8 2.8h4.4l3 3v4.4l-3 3H5.8l-3-3V5.8zM8 5.5v3M8 10.6v.01",
  save: "M8 3v7M5 7.5 8 10.5l3-3M3 13h10",
  keys: "M2.5 5h11v6.5h-11zM5 7.5h.01M8 7.5h.01M11 7.5h.01M5.5 9.5h5",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9M10.5 10.5 13.5 13.5",
  sun: "M8 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M8 1.5v1.6M8 12.9v1.6M1.5 8h1.6M12.9 8h1.6M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M3.4 12.6l1.1-1.1M11.5 4.5l1.1-1.1",
  moon: "M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5z",
  scene: "M2.5 4.5 6 3l4 1.5L13.5 3v8.5L10 13l-4-1.5L2.5 13zM6 3v8.5M10 4.5V13",
  events: "M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01",
  command: "M8 2.5v3M3.5 10V8h9v2M8 5.5V10M2 10h3v3H2zM6.5 10h3v3h-3zM11 10h3v3h-3z",
  tree: "M8 2.5v3M8 5.5 4 9M8 5.5 12 9M4 9v.01M12 9v.01M2.5 13h3M10.5 13h3M4 9v4M12 9v4",
  designer: "M3 13l.7-2.8L11 3l2 2-7.2 7.3zM9.8 4.2l2 2",
  quest: "M4 13.5v-11h7.5L9.8 5.2 11.5 8H4",
  fear: "M8 2.5 14 13H2zM8 6.5v3M8 11.2v.01",
  close: "M4 4l8 8M12 4l-8 8",
  why: "M6 6a2 2 0 1 1 2.8 1.9c-.6.3-.8.7-.8 1.4M8 12v.01M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13",
  undo: "M6 3.5 3 6.5l3 3M3 6.5h6.5a3 3 0 0 1 0 6H6",
  redo: "M10 3.5l3 3-3 3M13 6.5H6.5a3 3 0 0 0 0 6H10",
  edit: "M3 13l.7-2.8L11 3l2 2-7.2 7.3z",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
