import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { workspaceApi } from "#contract/workspace.ts";
import { query } from "#web/lib/api.ts";
import { Badge } from "#web/ui/badge.tsx";

/** Live once a real secret is saved; until then the sandbox answers, where there is one. */
export const ConnectionBadge = ({ mode }: { mode: "live" | "sandbox" | "off" | undefined }) => {
  const { t } = useTranslation();
  const { data: status } = useQuery(query(workspaceApi.status));
  if (mode === "live") return <Badge tone="ok">{t("integrations.mode.live")}</Badge>;
  if (mode === "off" || status?.sandbox === false) return <Badge>{t("integrations.mode.none")}</Badge>;
  return <Badge tone="warn">{t("integrations.mode.sandbox")}</Badge>;
};
