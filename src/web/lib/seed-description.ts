import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { findSeedDescription } from "#domain/seed-descriptions.ts";

/** A description in the reader's language where the product wrote it, otherwise as it was written. */
export const useDescription = (): ((stored: string) => string) => {
  const { t } = useTranslation();
  return useCallback(
    (stored) => {
      const id = findSeedDescription(stored);
      return id ? t(`seedDescription.${id}`) : stored;
    },
    [t],
  );
};
