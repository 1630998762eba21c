import { render } from "preact";
import { App } from "./app";
import { watchGame } from "./game";
import { start } from "./store";

const root = document.getElementById("app");
if (root) {
  start();
  watchGame();
  render(<App />, root);
}
