import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { apiQuery } from "#web/lib/api.ts";
import { firstRoutes } from "#web/lib/first-routes.ts";
import { ringHandoff } from "#web/lib/handoff-sound.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";

/** Rings and shows a toast when a call asks for a person while the app is open. */
const HandoffWatch = () => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { data } = useQuery(apiQuery(firstRoutes.notifications));
  /** Undefined until the first answer, whose notifications are old. */
  const known = useRef<Set<string>>(undefined);

  useEffect(() => {
    if (!data) return;
    const handoffs = data.notifications.filter(
      ({ kind }) => kind === "handoff_asked" || kind === "safety_alert",
    );
    const before = known.current;
    known.current = new Set([...(before ?? []), ...handoffs.map(({ id }) => id)]);
    const newest = before && handoffs.find(({ id, read }) => !read && !before.has(id));
    if (!newest) return;
    void ringHandoff();
    toast({
      title: t("liveCalls.handoff.title", { person: String(newest.params.person ?? "") }),
      description: t("liveCalls.handoff.text"),
      action: { label: t("liveCalls.handoff.open"), run: () => navigate(newest.link ?? "/voice") },
    });
  }, [data, t, navigate]);

  return null;
};

/** Only for those who may take a call. */
export const HandoffAlert = () => useMay("voice", "work") && <HandoffWatch />;
