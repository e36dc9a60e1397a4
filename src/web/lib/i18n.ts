import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { defaultLanguage, type Language, languages } from "#domain/language.ts";
import type en from "#web/locales/en.json";
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

/** Each language is a chunk of its own, loaded when first used. */
const loaders: Record<Language, () => Promise<{ default: RequiredTexts }>> = {
  en: () => import("#web/locales/en.json"),
  es: () => import("#web/locales/es.json"),
};

export const currentLanguage = (): Language =>
  isLanguage(i18next.language) ? i18next.language : defaultLanguage;

const apply = async (language: Language): Promise<void> => {
  if (!i18next.hasResourceBundle(language, "translation")) {
    const { default: strings } = await loaders[language]();
    i18next.addResourceBundle(language, "translation", strings);
  }
  // First, because requests of components that render in the new language name it.
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
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
