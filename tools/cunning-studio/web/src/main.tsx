import { render } from "preact";
import { App } from "./app";
import { start } from "./store";

const root = document.getElementById("app");
if (root) {
  start();
  render(<App />, root);
}
