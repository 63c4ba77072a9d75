// What eslint looks for in the page's modules: names that do not exist, or that nobody uses, and a few
// common mistakes. `make setup-page` installs it, and tools/check-style runs it.
const BROWSER = ["document", "window", "location", "performance", "getComputedStyle", "requestAnimationFrame", "Option",
  "Event", "TextDecoder", "TextEncoder", "WebAssembly", "structuredClone"];

module.exports = [
  {
    files: ["tools/page/*.js"],
    languageOptions: {
      ecmaVersion: 2023,
      sourceType: "module",
      globals: Object.fromEntries(BROWSER.map((name) => [name, "readonly"])),
    },
    rules: {
      "no-undef": "error",
      "no-unused-vars": "error",
      "prefer-const": "error",
      "no-var": "error",
      eqeqeq: "error",
      "no-shadow": "error",
      "no-unreachable": "error",
      "no-fallthrough": "error",
    },
  },
];
