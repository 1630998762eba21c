import { defineConfig } from "vite";

export default defineConfig({
  build: {
    // Nothing is written into the page itself: its policy allows no inline scripts or styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
});
