import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, CircleDashed, CircleX, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { type HealthReport, settingsApi } from "#contract/settings.ts";
import { adviceOf, type HealthCheckId, type HealthLevel } from "#domain/health/health-checks.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { wordHealthValues } from "./health-values.ts";

type Check = HealthReport["checks"][number];

/** As often as the server reads the figures anew. */
const refreshMs = 10_000;

const looks: Record<HealthLevel, { icon: LucideIcon; tone: "ok" | "warn" | "bad" | "quiet"; color: string }> =
  {
    red: { icon: CircleX, tone: "bad", color: "text-bad" },
    amber: { icon: CircleAlert, tone: "warn", color: "text-warn" },
    green: { icon: CircleCheck, tone: "ok", color: "text-ok" },
    unused: { icon: CircleDashed, tone: "quiet", color: "text-faint" },
  };
/** The most urgent first. */
const levelOrder = Object.keys(looks) as HealthLevel[];

const links: Partial<Record<HealthCheckId, string>> = {
  unknown_sends: "/compliance?tab=unknown",
  dead_letters: "/endpoints",
  webhooks: "/settings?tab=webhooks",
  syncs: "/settings?tab=integrations",
  ai: "/settings?tab=ai-providers",
  voice: "/settings?tab=ai-providers",
  sign_ins: "/settings?tab=general",
  backups: "/settings?tab=backups",
};

const CheckRow = ({ check }: { check: Check }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { icon: Icon, tone, color } = looks[check.level];
  const advice = adviceOf(check);
  const href = links[check.id];
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 px-4 py-3">
      <Icon aria-hidden="true" className={cn("mt-0.5 size-4.5 shrink-0", color)} />
      <div className="grid min-w-0 gap-1.5">
        <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
          <h3 className="min-w-0 flex-1 basis-40 font-[560] text-sm">{t(`health.check.${check.id}`)}</h3>
          <Badge tone={tone}>{t(`health.level.${check.level}`)}</Badge>
        </div>
        {check.level !== "unused" && (
          <p className="break-words text-sm text-soft tabular-nums">
            {t(`health.found.${check.code}`, wordHealthValues(check.values, format))}
          </p>
        )}
        {advice && (
          <div
            className={cn(
              "mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg px-3 py-2 text-sm",
              check.level === "red" ? "bg-bad-tint" : "bg-warn-tint",
            )}
          >
            <p className="min-w-0 flex-1 basis-48 break-words">{t(`health.advice.${advice}`)}</p>
            {href && (
              <Button asChild size="sm">
                <Link href={href} aria-label={`${t("health.open")}: ${t(`health.check.${check.id}`)}`}>
                  {t("health.open")}
                </Link>
              </Button>
            )}
          </div>
        )}
      </div>
    </li>
  );
};

const Summary = ({ checks }: { checks: Check[] }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const worst = levelOrder.find((level) => checks.some((check) => check.level === level));
  if (worst !== "red" && worst !== "amber") return <Badge tone="ok">{t("health.summary.green")}</Badge>;
  const number = format.number(checks.filter(({ level }) => level === worst).length);
  return <Badge tone={looks[worst].tone}>{t(`health.summary.${worst}`, { number })}</Badge>;
};

const Report = ({ report: { readAt, checks } }: { report: HealthReport }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const sorted = levelOrder.flatMap((level) => checks.filter((check) => check.level === level));
  return (
    <Card
      className="px-0 pb-0"
      title={<span className="pl-4">{t("health.title")}</span>}
      caption={
        <span className="block px-4 sm:pl-0">{t("health.readAt", { time: format.time(readAt) })}</span>
      }
      aside={
        checks.length > 0 && (
          <span className="block px-4">
            <Summary checks={checks} />
          </span>
        )
      }
    >
      {checks.length === 0 ? (
        <EmptyState icon={CircleDashed} title={t("empty.noData")} />
      ) : (
        <ul aria-label={t("health.checks")} className="divide-y divide-line border-line border-t">
          {sorted.map((check) => (
            <CheckRow key={check.id} check={check} />
          ))}
        </ul>
      )}
    </Card>
  );
};

/** How the installation does, for an administrator: what waits, what fails, and what to do about it. */
export const HealthTab = () => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({ ...apiQuery(settingsApi.health), refetchInterval: refreshMs });
  return (
    <div className="grid gap-4" aria-busy={!data && !error}>
      {/* Old figures stay visible below: they say how it was before they could no longer be read. */}
      {error && (
        <ErrorCard title={t("health.failed")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      )}
      {data ? <Report report={data} /> : !error && <Skeleton className="h-96 rounded-card" />}
    </div>
  );
};
