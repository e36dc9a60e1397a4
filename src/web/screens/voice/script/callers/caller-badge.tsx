import { useTranslation } from "react-i18next";
import { Badge } from "#web/ui/badge.tsx";
import type { CallerState } from "./use-test-callers.ts";

const tones = {
  never: "quiet",
  waiting: "quiet",
  running: "sea",
  passed: "ok",
  failed: "bad",
  broken: "warn",
} as const;

export const CallerBadge = ({ state }: { state: CallerState }) => {
  const { t } = useTranslation();
  return <Badge tone={tones[state]}>{t(`callers.state.${state}`)}</Badge>;
};
