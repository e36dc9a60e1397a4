import { useCallback } from "react";
import { useTranslation } from "react-i18next";

/** The words for a value that may be one we do not know; then the value itself stands in. */
export const useWorded = (): ((section: string, value: string) => string) => {
  const { t } = useTranslation();
  return useCallback(
    (section, value) => String(t(`${section}.${value}` as never, { defaultValue: value } as never)),
    [t],
  );
};
