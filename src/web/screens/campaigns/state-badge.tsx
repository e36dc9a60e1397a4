import { useTranslation } from "react-i18next";
import type { BroadcastItem } from "#contract/broadcasts.ts";
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

type StateBadgeProps = Pick<BroadcastItem, "state" | "approval">;

export const StateBadge = ({ state, approval }: StateBadgeProps) => {
  const { t } = useTranslation();
  if (approval) return <Badge tone="warn">{t("campaigns.approval.badge")}</Badge>;
  return <Badge tone={tones[state]}>{t(`campaigns.state.${state}`)}</Badge>;
};
