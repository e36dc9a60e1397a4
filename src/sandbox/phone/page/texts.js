import { en } from "./texts-en.js";
import { es } from "./texts-es.js";

const texts = { en, es };

export const readStored = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
export const writeStored = (key, value) => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The page also works without storage.
  }
};

let language =
  readStored("language") === "es" || (!readStored("language") && navigator.language.startsWith("es"))
    ? "es"
    : "en";

export const currentLanguage = () => language;
export const setLanguage = (next) => {
  language = next;
  writeStored("language", next);
};

/** The text for a key; the key itself when it is unknown. */
export const t = (key, values = {}) =>
  (texts[language][key] ?? key).replaceAll(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
export const has = (key) => key in texts[language];

const isDark = () => {
  const theme = readStored("theme");
  return theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
};
export const applyTheme = () => {
  document.documentElement.dataset.theme = isDark() ? "dark" : "light";
};
export const toggleTheme = () => {
  writeStored("theme", isDark() ? "light" : "dark");
  applyTheme();
};
