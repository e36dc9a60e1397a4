import { en } from "./texts-en.js";
import { es } from "./texts-es.js";

const texts = { en, es };

const stored = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
const store = (key, value) => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser that keeps nothing still shows the page.
  }
};

let language =
  stored("language") === "es" || (!stored("language") && navigator.language.startsWith("es")) ? "es" : "en";

export const currentLanguage = () => language;
export const setLanguage = (next) => {
  language = next;
  store("language", next);
};

/** The words for a key; unknown keys are shown as they are. */
export const t = (key, values = {}) =>
  (texts[language][key] ?? key).replaceAll(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
export const has = (key) => key in texts[language];

const isDark = () => {
  const theme = stored("theme");
  return theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
};
export const paintTheme = () => {
  document.documentElement.dataset.theme = isDark() ? "dark" : "light";
};
export const switchTheme = () => {
  store("theme", isDark() ? "light" : "dark");
  paintTheme();
};
