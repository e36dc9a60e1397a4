import { useCallback } from "react";
import { useTranslation } from "react-i18next";

/** The text of a value in a section of the locale; an unknown value is shown as it is. */
export const useWorded = (): ((section: string, value: string) => string) => {
  const { t } = useTranslation();
  return useCallback(
    (section, value) => String(t(`${section}.${value}` as never, { defaultValue: value } as never)),
    [t],
  );
};
