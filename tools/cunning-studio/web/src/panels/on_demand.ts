// Parts of the designer that are loaded on first use only: they need the studio for everything that they do, so loading them
// while the browser is idle would make the page no more useful without a connection.

export { BoardMap } from "./board_map";
export { BoardSide } from "./board_side";
export { DependencyGraph } from "./dependencies";
export { PlayScene } from "./board_play";
export { Recorded } from "./recorded";
export { Curves } from "./curves";
