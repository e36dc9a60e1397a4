import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { RunRefusal } from "#contract/runs.ts";

export type Refused = { id: string; code: RunRefusal };

/** Why some were not changed or started, each cause once; undefined where there is none. */
export const useRefusals = (): ((refused: readonly Refused[]) => string | undefined) => {
  const { t } = useTranslation();
  return useCallback(
    (refused) =>
      refused.length === 0
        ? undefined
        : [...Map.groupBy(refused, ({ code }) => code)]
            .map(([code, { length }]) => t(`sequence.refused.${code}`, { count: length }))
            .join(" "),
    [t],
  );
};
