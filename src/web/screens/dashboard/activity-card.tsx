import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { Activity } from "lucide-react";
import { startTransition, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { OutputOf } from "#contract/api-route.ts";
import { dashboardApi } from "#contract/dashboard.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useAge } from "#web/lib/format.ts";
import type { Wording } from "#web/lib/reason-values.ts";
import { reasonText } from "#web/lib/reasons.ts";
import { describeEntry } from "#web/lib/timeline-text.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const dotClasses = [
  ["bg-bad", /fail|block|opt_?out|stop|dnc|reject|error|bounce|complain/],
  ["bg-[oklch(0.72_0.14_75)]", /held|hold|wait|quiet|handoff|unknown/],
  ["bg-ok", /repl|inbound|received|deliver|convert|complet|answer/],
] as const;

const dotClass = (eventType: string): string =>
  dotClasses.find(([, pattern]) => pattern.test(eventType))?.[0] ?? "bg-sea";

type ActivityEntry = OutputOf<typeof dashboardApi.activity>[number];

const ActivityRow = ({ entry, t, wording }: { entry: ActivityEntry; t: TFunction; wording: Wording }) => {
  const age = useAge(entry.createdAt);
  const { title, text, reasons, isSimulated } = describeEntry(entry, t, wording);
  const [firstReason] = reasons;
  const detail = text ?? (firstReason ? reasonText(firstReason, wording).text : null);
  return (
    <li className="border-line border-t first:border-t-0">
      <Link
        href={`/people?person=${entry.personId}`}
        className="-mx-2 flex min-h-11 items-center gap-2.5 rounded-lg px-2 py-1.5 text-sm hover:bg-hover max-sm:items-baseline"
      >
        <span
          aria-hidden="true"
          className={cn("size-[7px] shrink-0 rounded-full", dotClass(entry.eventType))}
        />
        <span className="min-w-0 flex-1 sm:flex sm:items-center sm:gap-3">
          <span className="min-w-0 flex-1 max-sm:line-clamp-2 sm:truncate">
            <b className="mr-1 font-[600]">{formatPhone(entry.personName) || t("dashboard.unnamed")}</b>{" "}
            {title}
            {isSimulated && entry.eventType !== "message_simulated" && (
              <Badge tone="warn" className="ml-1.5">
                {t("simulated.label")}
              </Badge>
            )}
            {detail && <span className="text-soft"> {detail}</span>}
          </span>
          <time dateTime={entry.createdAt} className="shrink-0 text-faint text-xs max-sm:block">
            {age}
          </time>
        </span>
      </Link>
    </li>
  );
};

/** Rows rendered first; the rest follow after the first paint. */
const firstRows = 7;

const useIsPainted = () => {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => startTransition(() => setPainted(true)), []);
  return isPainted;
};

export const ActivityCard = () => {
  const { t } = useTranslation();
  const wording = useWording();
  const isPainted = useIsPainted();
  const { data, error, refetch } = useQuery(apiQuery(dashboardApi.activity));
  return (
    <Card title={t("dashboard.activity")} caption={t("dashboard.activityLive")}>
      {data ? (
        data.length > 0 ? (
          <ul className="-mt-2 -mb-1.5">
            {(isPainted ? data : data.slice(0, firstRows)).map((entry) => (
              <ActivityRow key={entry.id} entry={entry} t={t} wording={wording} />
            ))}
          </ul>
        ) : (
          <EmptyState
            icon={Activity}
            title={t("dashboard.activityEmpty")}
            text={t("dashboard.activityEmptyText")}
            className="py-8"
            action={
              <Button asChild size="sm">
                <Link href="/endpoints">{t("dashboard.activityConnect")}</Link>
              </Button>
            }
          />
        )
      ) : error ? (
        <ErrorCard
          title={t("dashboard.activityFailed")}
          detail={serverMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className="grid gap-3" aria-busy="true">
          {["w-3/5", "w-4/5", "w-1/2", "w-2/3"].map((width) => (
            <Skeleton key={width} className={cn("h-7", width)} />
          ))}
        </div>
      )}
    </Card>
  );
};
