import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "./format.ts";
import type { Wording } from "./reason-values.ts";

/** Translations and formats for the texts of reasons. */
export const useWording = (): Wording => {
  const { i18n } = useTranslation();
  const format = useFormat();
  return useMemo(() => ({ i18n, format }), [i18n, format]);
};
