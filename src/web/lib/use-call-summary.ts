import { useTranslation } from "react-i18next";
import { storedSummaryText } from "#domain/agent/stored-summary.ts";

/** Summaries of calls are stored in the language of the workspace, and read in that of the interface. */
export const useCallSummary = (): ((summary: string) => string) => {
  const { i18n } = useTranslation();
  return (summary) => storedSummaryText(summary, i18n.language === "es" ? "es" : "en");
};
