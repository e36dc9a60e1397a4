import { CalendarDays, ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { PlanItem } from "#contract/plan.ts";
import { channels } from "#domain/channels/channel.ts";
import { serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { useShortcuts } from "#web/lib/keyboard.ts";
import { shortReason } from "#web/lib/reasons.ts";
import { useMedia } from "#web/lib/use-media.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Agenda } from "./agenda.tsx";
import { ItemSheet } from "./item-sheet.tsx";
import { legendFills } from "./plan-block.tsx";
import { PlanFilters } from "./plan-filters.tsx";
import { calendarViews, daysOfView, useCalendarView } from "./use-calendar-view.ts";
import { useOwnerId, usePlan } from "./use-plan.ts";
import { WeekGrid } from "./week-grid.tsx";

type CausesCardProps = { causes: readonly { code: string; count: number }[] };

/** Why what waits waits, the most frequent reason first. */
const CausesCard = ({ causes }: CausesCardProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const wording = useWording();
  const [first] = causes;
  if (!first) return null;
  const total = causes.reduce((sum, { count }) => sum + count, 0);
  return (
    <Card title={t("campaigns.calendar.causes", { count: total, shown: format.number(total) })}>
      <ul className="grid gap-2 text-sm sm:grid-cols-2 sm:gap-x-8">
        {causes.map(({ code, count }) => (
          <li key={code} className="grid grid-cols-[minmax(0,1fr)_80px_56px] items-center gap-2">
            <span className="min-w-0 wrap-anywhere">{shortReason(code, wording)}</span>
            <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-line">
              <span className="block h-full bg-warn" style={{ width: `${(100 * count) / first.count}%` }} />
            </span>
            <span className="text-right font-[620] tabular-nums">{format.number(count)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
};

const Legend = () => {
  const { t } = useTranslation();
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-soft text-xs">
      {(["set", "rule", "waits", "held"] as const).map((id) => (
        <li key={id} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={cn("size-2.5 rounded-xs", legendFills[id])} />
          {t(`campaigns.calendar.legend.${id}`)}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className="size-2.5 rounded-xs border border-line bg-hover" />
        {t("campaigns.calendar.legend.closed")}
      </li>
    </ul>
  );
};

/** Everything that will leave, waits or is held, by day and hour. */
export const CalendarTab = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const worded = useWorded();
  const calendar = useCalendarView();
  const { view, channel, setView, setChannel, toToday, move } = calendar;
  const ownerId = useOwnerId(calendar);
  const isNarrow = useMedia("(max-width: 639px)");
  const [opened, setOpened] = useState<PlanItem>();
  const { data, error, refetch, isPlaceholderData } = usePlan(calendar);
  const first = data?.days[0];
  const last = data?.days.at(-1);
  const step = (direction: 1 | -1) => first && move(first.date, direction * daysOfView[view]);
  useShortcuts({ ".": toToday, "[": () => step(-1), "]": () => step(1) });
  const isList = view === "list" || isNarrow;
  const isEmpty = data !== undefined && data.items.length === 0;
  const range =
    first &&
    last &&
    (first === last
      ? format.longDay(first.startsAt)
      : t("campaigns.calendar.range", {
          first: format.day(first.startsAt),
          last: format.day(last.startsAt),
        }));
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={toToday} disabled={calendar.from === undefined}>
          {t("campaigns.calendar.today")}
          <Kbd className="max-sm:hidden pointer-coarse:hidden">.</Kbd>
        </Button>
        <Button size="icon" aria-label={t("campaigns.calendar.previous")} onClick={() => step(-1)}>
          <ChevronLeft aria-hidden="true" />
        </Button>
        <Button size="icon" aria-label={t("campaigns.calendar.next")} onClick={() => step(1)}>
          <ChevronRight aria-hidden="true" />
        </Button>
        <h2 aria-live="polite" className="font-[640] text-base">
          {range ?? <span className="sr-only">{t("loading")}</span>}
        </h2>
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <SegmentedControl
            label={t("campaigns.calendar.view")}
            value={view}
            onChange={setView}
            options={calendarViews.map((id) => ({ id, label: t(`campaigns.calendar.views.${id}`) }))}
          />
          <Select
            aria-label={t("campaigns.calendar.channel")}
            value={channel ?? ""}
            onChange={({ target }) => setChannel(target.value)}
            className="h-8 text-xs"
          >
            <option value="">{t("campaigns.calendar.everything")}</option>
            {channels.map((id) => (
              <option key={id} value={id}>
                {worded("reasons.channel", id)}
              </option>
            ))}
          </Select>
          <PlanFilters calendar={calendar} />
        </div>
      </div>
      {error && !data && (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton aria-busy="true" className="h-96 rounded-card" />}
      {data && (
        <div aria-busy={isPlaceholderData} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          {isEmpty && isList ? (
            <Card>
              <EmptyState
                icon={CalendarDays}
                title={t("campaigns.calendar.empty.title")}
                text={t("campaigns.calendar.empty.text")}
              />
            </Card>
          ) : isList ? (
            <Agenda days={data.days} items={data.items} timezone={data.timezone} onOpen={setOpened} />
          ) : (
            <WeekGrid
              days={data.days}
              items={data.items}
              timezone={data.timezone}
              holidaysAreClosed={data.holidaysAreClosed}
              onOpen={setOpened}
              onDay={calendar.toDay}
            />
          )}
          {isEmpty && !isList && (
            <p role="status" className="text-sm text-soft">
              {t("campaigns.calendar.empty.text")}
            </p>
          )}
          {data.isPartial && <p className="text-sm text-warn">{t("campaigns.calendar.partial")}</p>}
          <Legend />
          <CausesCard causes={data.causes} />
        </div>
      )}
      {opened && <ItemSheet item={opened} ownerId={ownerId} onClose={() => setOpened(undefined)} />}
    </div>
  );
};
