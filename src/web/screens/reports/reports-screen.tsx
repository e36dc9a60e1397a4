import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChartNoAxesCombined, Hourglass, Mail } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Reports, reportsApi } from "#contract/reports.ts";
import type { TableName } from "#domain/figures/tables.ts";
import { AudienceChips } from "#web/components/audience/audience-chips.tsx";
import { FilterButton } from "#web/components/audience/filter-button.tsx";
import { useAudienceFields } from "#web/components/audience/use-audience.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { useCommands } from "#web/lib/commands.ts";
import { firstRoutes } from "#web/lib/first-routes.ts";
import { useFormat } from "#web/lib/format.ts";
import { useSetScreenSubtitle } from "#web/lib/screen-subtitle.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AttributionCard } from "./attribution-card.tsx";
import { type BehindNumber, BehindSheet } from "./behind-sheet.tsx";
import { instantOfDay } from "./day-text.ts";
import { LimitsCard } from "./limits-card.tsx";
import { MailsSheet } from "./mails-sheet.tsx";
import { PaceCard } from "./pace-card.tsx";
import { PeriodBar } from "./period-bar.tsx";
import { PlotCard } from "./plot-card.tsx";
import { ReportCard } from "./report-card.tsx";
import { Tiles, TilesSkeleton } from "./tiles.tsx";
import { type PresetName, presets, type ReportsQuery, useReportsView } from "./use-reports-view.ts";
import { WaitingCard } from "./waiting-card.tsx";

/** What restricts what the numbers say. */
const Notes = ({ reports }: { reports: Reports }) => {
  const { t } = useTranslation();
  const { day, time } = useFormat();
  const { since, period, before, isCounting, countedAt, timezone } = reports;
  const isPartial = since !== null && since > before.from;
  if (!isCounting && !isPartial)
    return countedAt === null ? null : (
      <p className="text-faint text-xs">{t("reports.counted", { time: time(countedAt) })}</p>
    );
  return (
    <div className="flex items-start gap-2 rounded-card border border-line bg-panel px-4 py-3 text-sm text-soft">
      <Hourglass aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="grid gap-1">
        {isCounting && <p role="status">{t("reports.counting")}</p>}
        {isPartial && (
          <p>
            {t(since > period.from ? "reports.sinceInPeriod" : "reports.sinceBefore", {
              day: day(instantOfDay(since, timezone)),
            })}
          </p>
        )}
      </div>
    </div>
  );
};

type CardsProps = {
  reports: Reports;
  query: ReportsQuery;
  onOpen: ((number: BehindNumber) => void) | undefined;
};

const Cards = ({ reports, query, onOpen }: CardsProps) => {
  const { t } = useTranslation();
  const tables = new Map(reports.tables.map((table) => [table.name, table]));
  const card = (name: TableName) => {
    const table = tables.get(name);
    return table && <ReportCard {...{ table, query, onOpen }} caption={t(`reports.caption.${name}`)} />;
  };
  const pace = tables.get("pace");
  const attribution = tables.get("attribution");
  return (
    <>
      <Tiles reports={reports} />
      <Notes reports={reports} />
      {card("sources")}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        {card("speed")}
        {pace && <PaceCard table={pace} {...{ query, onOpen }} />}
        {card("conversations")}
        <WaitingCard waiting={reports.waiting} />
      </div>
      {attribution && <AttributionCard table={attribution} {...{ query, onOpen }} />}
      {card("agents")}
      {card("delivery")}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        {card("delivery_by_vendor")}
        {card("delivery_by_rule")}
        {card("delivery_by_template")}
      </div>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        {card("not_sent")}
        <div className="grid gap-4">
          {card("opt_outs")}
          {card("calls")}
        </div>
      </div>
      <PlotCard query={query} timezone={reports.timezone} />
      <LimitsCard />
    </>
  );
};

const ReportsScreen = () => {
  const { t } = useTranslation();
  const { data: general } = useQuery(apiQuery(firstRoutes.generalSettings));
  const timezone = general?.timezone ?? "UTC";
  const view = useReportsView(timezone);
  const { audience, query, setView } = view;
  const maySeePeople = useMay("people", "view");
  const [isFilterOpen, setFilterOpen] = useState(false);
  const [opened, setOpened] = useState<BehindNumber>();
  const [areMailsOpen, setMailsOpen] = useState(false);
  const { fields } = useAudienceFields(audience !== undefined);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...apiQuery(reportsApi.figures, { query }),
    placeholderData: keepPreviousData,
    // What is counted in the background is not announced.
    refetchInterval: 60_000,
  });
  useSetScreenSubtitle(t("reports.subtitle"));
  useCommands(
    useMemo(
      () =>
        (Object.keys(presets) as PresetName[]).map((range) => ({
          id: `reports ${range}`,
          label: `${t("screen.reports.full")}: ${t(`reports.range.${range}`)}`,
          run: () => setView({ range }),
        })),
      [t, setView],
    ),
  );
  const isEmpty = data?.since === null && !data.isCounting;
  return (
    <div className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <PeriodBar {...view} timezone={timezone} />
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <Button onClick={() => setMailsOpen(true)}>
            <Mail aria-hidden="true" />
            {t("reports.mail.open")}
          </Button>
          {maySeePeople && audience && fields && (
            <AudienceChips
              audience={audience}
              fields={fields}
              onChange={(next) => setView({ audience: next })}
              onOpen={() => setFilterOpen(true)}
            />
          )}
          {maySeePeople && (
            <FilterButton
              audience={audience}
              isOpen={isFilterOpen}
              onOpenChange={setFilterOpen}
              onChange={(next) => setView({ audience: next })}
            />
          )}
        </div>
      </div>
      {error && !isPlaceholderData && (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <>
          <TilesSkeleton />
          <Skeleton className="h-80 rounded-card" />
          <Skeleton className="h-64 rounded-card" />
        </>
      )}
      {data && !error && isEmpty && (
        <EmptyState
          icon={ChartNoAxesCombined}
          title={t("reports.empty.title")}
          text={t("reports.empty.text")}
        />
      )}
      {data && !error && !isEmpty && (
        <div className="grid min-w-0 gap-4" aria-busy={isPlaceholderData}>
          <Cards reports={data} query={query} onOpen={maySeePeople ? setOpened : undefined} />
        </div>
      )}
      {areMailsOpen && <MailsSheet audience={audience} onClose={() => setMailsOpen(false)} />}
      {opened && <BehindSheet number={opened} query={query} onClose={() => setOpened(undefined)} />}
    </div>
  );
};

export default ReportsScreen;
