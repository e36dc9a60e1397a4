import { useQuery } from "@tanstack/react-query";
import { Rocket } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { apiQuery } from "#web/lib/api.ts";
import { isFirstLoad } from "#web/lib/first-load.ts";
import { firstRoutes } from "#web/lib/first-routes.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";

const useGoLive = () => {
  const isAdmin = useMay("settings", "manage");
  const { data: status } = useQuery(apiQuery(firstRoutes.status));
  const isOffered = isAdmin && status?.demo === false;
  return { isOffered, query: useQuery({ ...apiQuery(firstRoutes.goLive), enabled: isOffered }) };
};

/** Whether it is not known yet if the notice is shown. */
export const useIsGoLiveNoticeLoading = (): boolean => isFirstLoad(useGoLive().query);

/** Leads administrators of a new workspace to the guide, until one channel reaches real people. */
export const GoLiveNotice = () => {
  const { t } = useTranslation();
  const {
    isOffered,
    query: { data },
  } = useGoLive();
  if (!isOffered || !data || data.channels.some(({ isReady }) => isReady)) return null;
  return (
    <aside
      aria-label={t("goLive.notice.title")}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-sea-tint px-4 py-3 text-sm"
    >
      <Rocket aria-hidden="true" className="size-5 shrink-0 text-sea" />
      <p className="min-w-0 flex-1 basis-64">
        <b className="block font-[600]">{t("goLive.notice.title")}</b>
        <span className="text-soft">{t("goLive.notice.text")}</span>
      </p>
      <Button asChild size="sm">
        <Link href="/settings?tab=go-live">{t("goLive.notice.open")}</Link>
      </Button>
    </aside>
  );
};
