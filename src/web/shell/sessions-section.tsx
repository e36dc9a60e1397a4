import { useQuery } from "@tanstack/react-query";
import { MonitorSmartphone } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type OwnSession, sessionsApi } from "#contract/sessions.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const deviceName = ({ browser, system }: OwnSession, unknown: string): string =>
  [browser, system].filter(Boolean).join(" · ") || unknown;

/** One's open sessions in the account dialog. */
export const SessionsSection = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error, refetch } = useQuery({ ...apiQuery(sessionsApi.list), refetchOnMount: "always" });
  const end = useApiMutation(sessionsApi.end);
  const endOthers = useApiMutation(sessionsApi.endOthers);
  const busy = end.isPending || endOthers.isPending;

  const run = async (ending: Promise<unknown>, done: string) => {
    try {
      await ending;
      toast({ title: t("success.title"), description: done });
    } catch (failure) {
      toast({
        title: t("error.title"),
        description: serverMessage(failure) ?? t("account.sessions.failed"),
        variant: "destructive",
      });
    }
  };

  return (
    <section className="grid gap-3" aria-busy={!data && !error}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-[620]">{t("account.sessions.title")}</h3>
        {data && data.length > 1 && (
          <Button
            size="sm"
            disabled={busy}
            onClick={() => void run(endOthers.mutateAsync(undefined), t("account.sessions.othersEnded"))}
          >
            {t("account.sessions.endOthers")}
          </Button>
        )}
      </div>
      {data ? (
        <ul className="grid divide-y divide-line rounded-lg border border-line">
          {data.map((session) => (
            <li key={session.id} className="flex min-w-0 items-center gap-3 px-3 py-2.5">
              <MonitorSmartphone aria-hidden="true" className="size-4 shrink-0 text-faint" />
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-x-2 text-sm">
                  <span className="truncate">{deviceName(session, t("account.sessions.unknown"))}</span>
                  {session.current && <Badge tone="sea">{t("account.sessions.current")}</Badge>}
                </p>
                <p className="text-faint text-xs">
                  {t("account.sessions.used", {
                    ip: session.ip,
                    time: format.dateTime(session.lastUsedAt),
                  })}
                </p>
              </div>
              {!session.current && (
                <Button
                  size="sm"
                  disabled={busy}
                  aria-label={t("account.sessions.endNamed", {
                    device: deviceName(session, t("account.sessions.unknown")),
                  })}
                  onClick={() =>
                    void run(end.mutateAsync({ params: { id: session.id } }), t("account.sessions.ended"))
                  }
                >
                  {t("account.sessions.end")}
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : error ? (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-16" />
      )}
    </section>
  );
};
