import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { defaultLanguage, type Language, languages } from "#domain/language.ts";
import type en from "#web/locales/en.json";
import type es from "#web/locales/es.json";
import { readStored, writeStored } from "./local-storage.ts";
import type { RequiredTexts } from "./required-texts.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
    returnNull: false;
  }
}

const storageKey = "language";
const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value);

type TextPart = "first" | "other";
/** A locale that lacks a required text does not compile. */
type Complete<T extends Record<Language, RequiredTexts>> = T;
type Locales = Complete<{ en: typeof en; es: typeof es }>;

/** Each language is two chunks: the texts of the first page (first-texts.json), and all others. */
const loaders: Record<keyof Locales, Record<TextPart, () => Promise<{ texts: object }>>> = {
  en: {
    first: () => import("#web/locales/en.json?first"),
    other: () => import("#web/locales/en.json?other"),
  },
  es: {
    first: () => import("#web/locales/es.json?first"),
    other: () => import("#web/locales/es.json?other"),
  },
};

/** The parts that the page uses; a language is applied when it has all of them. */
const usedParts = new Set<TextPart>(["first"]);
const loadedParts = new Set<string>();
/** The language whose texts are being loaded, or the current one. */
let wantedLanguage = defaultLanguage;

const loadPart = async (language: Language, part: TextPart): Promise<void> => {
  const name = `${language} ${part}`;
  if (loadedParts.has(name)) return;
  const { texts } = await loaders[language][part]();
  i18next.addResourceBundle(language, "translation", texts, true);
  loadedParts.add(name);
};

export const currentLanguage = (): Language =>
  isLanguage(i18next.language) ? i18next.language : defaultLanguage;

const apply = async (language: Language): Promise<void> => {
  wantedLanguage = language;
  try {
    await Promise.all([...usedParts].map((part) => loadPart(language, part)));
  } catch (error) {
    if (wantedLanguage === language) wantedLanguage = currentLanguage();
    throw error;
  }
  // Another language was chosen in the meantime.
  if (wantedLanguage !== language) return;
  // First, because requests of components that render in the new language name it.
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
};

/** Loads the texts that the first page does not need. */
export const loadOtherTexts = async (): Promise<void> => {
  usedParts.add("other");
  const language = wantedLanguage;
  await loadPart(language, "other");
  if (language !== wantedLanguage) await loadOtherTexts();
};

/** Sets the interface language and stores it on this device. */
export const setLanguage = async (language: Language): Promise<void> => {
  writeStored(storageKey, language);
  await apply(language);
};

/** Applies the user's language unless one is stored on this device. */
export const adoptLanguage = async (language: Language | null): Promise<void> => {
  if (!language || isLanguage(readStored(storageKey)) || language === currentLanguage()) return;
  await apply(language);
};

export const startI18n = async (): Promise<void> => {
  await i18next.use(initReactI18next).init({
    lng: defaultLanguage,
    fallbackLng: false,
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  const stored = readStored(storageKey);
  // If the language file cannot be loaded, the page falls back to English.
  await apply(isLanguage(stored) ? stored : defaultLanguage).catch(() => apply(defaultLanguage));
};
