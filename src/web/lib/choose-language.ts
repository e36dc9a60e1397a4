import { accountApi } from "#contract/auth.ts";
import type { Language } from "#domain/language.ts";
import { call } from "./api.ts";
import { setLanguage } from "./i18n.ts";

/** Changes the language here at once, and for the signed-in person's other devices as soon as may be. */
export const chooseLanguage = (language: Language): void => {
  void setLanguage(language);
  call(accountApi.update, { body: { language } }).catch(() => {});
};
