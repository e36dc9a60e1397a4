import { useTranslation } from "react-i18next";
import type { BroadcastState } from "#domain/broadcasts/broadcast.ts";
import { Badge } from "#web/ui/badge.tsx";

const tones = {
  draft: "quiet",
  checking: "sea",
  checked: "sea",
  scheduled: "quiet",
  sending: "sea",
  paused: "warn",
  done: "ok",
  cancelled: "quiet",
} as const;

export const StateBadge = ({ state }: { state: BroadcastState }) => {
  const { t } = useTranslation();
  return <Badge tone={tones[state]}>{t(`campaigns.state.${state}`)}</Badge>;
};
