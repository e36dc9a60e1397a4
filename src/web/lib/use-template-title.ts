import { useTranslation } from "react-i18next";
import { templateTitle } from "#domain/messages/template-title.ts";
import { currentLanguage } from "./i18n.ts";

/** The title of a template as the reader sees it. */
export const useTemplateTitle = (): ((template: { name: string; title: string }) => string) => {
  // Renders again when the language changes.
  useTranslation();
  return (template) => templateTitle(template, currentLanguage());
};
