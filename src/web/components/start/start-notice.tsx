import { useQuery } from "@tanstack/react-query";
import { Compass } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { apiQuery } from "#web/lib/api.ts";
import { firstRoutes } from "#web/lib/first-routes.ts";
import { useUser } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";

/** Leads users of the demo to the page Start, until they hide it. */
export const StartNotice = () => {
  const { t } = useTranslation();
  const { startStage } = useUser();
  const { data: status } = useQuery(apiQuery(firstRoutes.status));
  const isShown = startStage === "open" && status?.demo === true;
  const { data } = useQuery({ ...apiQuery(firstRoutes.firstSteps), enabled: isShown });
  if (!isShown) return null;
  const things = data?.things ?? [];
  const done = things.filter(({ state }) => state === "done").length;
  return (
    <aside
      aria-label={t("start.notice.title")}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-panel px-4 py-3 text-sm shadow-card"
    >
      <Compass aria-hidden="true" className="size-5 shrink-0 text-sea" />
      <p className="min-w-0 flex-1 basis-64">
        <b className="block font-[600]">{t("start.notice.title")}</b>
        <span className="text-soft">{t("start.notice.text")}</span>
      </p>
      <span className="text-faint text-xs tabular-nums">
        {things.length > 0 && t("start.noticeProgress", { done, total: things.length })}
      </span>
      <Button asChild size="sm">
        <Link href="/start">{t("start.notice.open")}</Link>
      </Button>
    </aside>
  );
};
