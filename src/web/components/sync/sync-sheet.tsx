import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { type SyncView, syncsApi } from "#contract/syncs.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { SideSheet } from "#web/ui/side-sheet.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { SyncConnect } from "./sync-connect.tsx";
import { SyncFields } from "./sync-fields.tsx";
import { SyncLog } from "./sync-log.tsx";
import { SyncOverview } from "./sync-overview.tsx";

const tones = { waiting: "quiet", running: "ok", paused: "warn", failed: "bad" } as const;

const SyncBadges = ({ sync }: { sync: SyncView }) => {
  const { t } = useTranslation();
  const { phase, state, recent } = sync;
  return (
    <span className="ml-2 inline-flex flex-wrap gap-1.5 align-middle">
      <Badge tone={tones[state]}>
        {state === "running" || state === "waiting" ? t(`sync.phase.${phase}`) : t(`sync.state.${state}`)}
      </Badge>
      {recent.refused > 0 && <Badge tone="bad">{t("sync.refusedCount", { count: recent.refused })}</Badge>}
      {recent.conflicts > 0 && (
        <Badge tone="warn">{t("sync.conflictCount", { count: recent.conflicts })}</Badge>
      )}
    </span>
  );
};

type TabId = "overview" | "fields" | "log" | "connection";

type SyncSheetProps = {
  service: string;
  label: string;
  /** The form of the connection, for its tab. */
  connection: ReactNode;
  /** Where the sheet opens. */
  startsAt?: TabId;
  onClose: () => void;
};

/** Everything about the sync of people with one vendor. */
export const SyncSheet = ({ service, label, connection, startsAt = "overview", onClose }: SyncSheetProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const isAdmin = useMay("integrations", "manage");
  const mayReadLog = useMay("integrations", "work");
  const { data: sync, error, refetch } = useQuery(apiQuery(syncsApi.get, { params: { service } }));
  const [tab, setTab] = useState<TabId>(startsAt);
  const run = useApiMutation(syncsApi.run);

  const runNow = async () => {
    try {
      await run.mutateAsync({ params: { service } });
      toast({ title: t("success.title"), description: t("sync.runStarted") });
    } catch (failure) {
      toast({
        title: t("error.title"),
        description: t("sync.failed"),
        detail: serverMessage(failure),
        variant: "destructive",
      });
    }
  };

  const content = (): ReactNode => {
    if (error && !sync)
      return (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      );
    if (!sync)
      return (
        <div className="grid gap-3" aria-busy="true">
          <Skeleton className="h-10" />
          <Skeleton className="h-40" />
        </div>
      );
    return (
      <Tabs<TabId>
        label={t("sync.tabs")}
        value={tab}
        onChange={setTab}
        tabs={[
          {
            id: "overview",
            label: t("sync.tab.overview"),
            content: <SyncOverview sync={sync} onMap={() => setTab("fields")} />,
          },
          {
            id: "fields",
            label: t("sync.tab.fields"),
            content: <SyncFields key={JSON.stringify(sync.map)} sync={sync} />,
          },
          ...(mayReadLog
            ? [
                {
                  id: "log" as const,
                  label: t("sync.tab.log"),
                  badge: sync.recent.refused + sync.recent.conflicts,
                  content: <SyncLog service={service} label={label} />,
                },
              ]
            : []),
          {
            id: "connection",
            label: t("sync.tab.connection"),
            content: (
              <div className="grid gap-5">
                <SyncConnect sync={sync} />
                {connection}
              </div>
            ),
          },
        ]}
      />
    );
  };

  return (
    <SideSheet
      wide
      onClose={onClose}
      title={
        <>
          {label}
          {sync && <SyncBadges sync={sync} />}
        </>
      }
      caption={
        sync ? (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <span>
              {t("sync.linked", { count: sync.linked, number: format.number(sync.linked) })}
              {sync.lastSyncAt && ` · ${t("sync.lastSync", { time: format.dateTime(sync.lastSyncAt) })}`}
            </span>
            {isAdmin && sync.phase === "live" && sync.state === "running" && (
              <Button size="sm" disabled={run.isPending} onClick={() => void runNow()}>
                <RefreshCw aria-hidden="true" />
                {t("sync.runNow")}
              </Button>
            )}
          </span>
        ) : (
          // The line keeps its place, so that the sheet does not move when it comes.
          !error && <Skeleton className="h-5 w-56" />
        )
      }
    >
      {content()}
    </SideSheet>
  );
};
