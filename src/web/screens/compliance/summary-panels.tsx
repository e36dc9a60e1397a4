import { useQuery } from "@tanstack/react-query";
import { FileClock, type LucideIcon, MoonStar, ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { complianceApi } from "#contract/compliance.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { Card } from "#web/ui/card.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type Figure = { label: string; value: number; bad?: boolean };

const columnsClass = (count: number) =>
  cn("grid gap-x-3 gap-y-4 sm:gap-x-0", count === 4 ? "grid-cols-2 sm:grid-cols-4" : "grid-cols-3");
const cellClass =
  "flex min-w-0 flex-col-reverse justify-end sm:border-line sm:border-l sm:px-4 sm:first:border-l-0 sm:first:pl-0";

type FigurePanelProps = { icon: LucideIcon; title: string; figures: Figure[] };

const FigurePanel = ({ icon: Icon, title, figures }: FigurePanelProps) => {
  const { number } = useFormat();
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          <Icon aria-hidden="true" className="size-4 text-soft" strokeWidth={1.75} />
          {title}
        </span>
      }
    >
      <dl className={columnsClass(figures.length)}>
        {figures.map(({ label, value, bad }) => (
          <div key={label} className={cellClass}>
            <dt className="mt-0.5 text-[12.5px] text-soft leading-4">{label}</dt>
            <dd
              className={cn(
                "font-[640] text-[24px] leading-8 tracking-[-0.025em] tabular-nums",
                bad && "text-bad",
              )}
            >
              {number(value)}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
};

const FigurePanelSkeleton = ({ count }: { count: 3 | 4 }) => (
  <Card>
    <Skeleton className="mb-5 h-4 w-28" />
    <div className={columnsClass(count)}>
      {["a", "b", "c", "d"].slice(0, count).map((id) => (
        <div key={id} className={cellClass}>
          <Skeleton className="mt-2 h-3.5 w-16" />
          <Skeleton className="h-7 w-14" />
        </div>
      ))}
    </div>
  </Card>
);

const panelGrid = "grid grid-cols-[minmax(0,1fr)] gap-3.5 xl:grid-cols-[4fr_3fr_3fr]";

export const SummaryPanels = () => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery(complianceApi.summary));
  if (!data) {
    if (error) {
      return (
        <ErrorCard
          title={t("compliance.summaryFailed")}
          detail={serverMessage(error)}
          onRetry={() => void refetch()}
        />
      );
    }
    return (
      <div className={panelGrid} aria-busy="true">
        <FigurePanelSkeleton count={4} />
        <FigurePanelSkeleton count={3} />
        <FigurePanelSkeleton count={3} />
      </div>
    );
  }
  const { consents, quietHours, audit } = data;
  return (
    <div className={panelGrid}>
      <FigurePanel
        icon={ShieldCheck}
        title={t("compliance.consents.title")}
        figures={[
          { label: t("compliance.consents.sms"), value: consents.sms },
          { label: t("compliance.consents.email"), value: consents.email },
          { label: t("compliance.consents.call"), value: consents.call },
          { label: t("compliance.consents.dnc"), value: consents.dnc },
        ]}
      />
      <FigurePanel
        icon={MoonStar}
        title={t("compliance.quietHours.title")}
        figures={[
          { label: t("compliance.quietHours.activeRules"), value: quietHours.activeRules },
          { label: t("compliance.quietHours.blockedToday"), value: quietHours.blockedToday },
          { label: t("compliance.quietHours.timezones"), value: quietHours.timezones },
        ]}
      />
      <FigurePanel
        icon={FileClock}
        title={t("compliance.audit.title")}
        figures={[
          { label: t("compliance.audit.eventsToday"), value: audit.eventsToday },
          { label: t("compliance.audit.dataChanges"), value: audit.dataChanges },
          {
            label: t("compliance.audit.failedActions"),
            value: audit.failedActions,
            bad: audit.failedActions > 0,
          },
        ]}
      />
    </div>
  );
};
