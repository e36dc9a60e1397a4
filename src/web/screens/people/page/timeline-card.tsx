import { useInfiniteQuery } from "@tanstack/react-query";
import {
  Ban,
  CircleDot,
  Clock3,
  History,
  type LucideIcon,
  Mail,
  MessageCircle,
  Pencil,
  Phone,
  SquareCheck,
  TrendingUp,
  UserPlus,
  Zap,
} from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { personPageApi } from "#contract/person-page.ts";
import { type TimelineGroup, timelineGroups } from "#domain/timeline-groups.ts";
import { outcomeTones } from "#web/components/delivery/outcome-tones.ts";
import { SimulatedBadge } from "#web/components/delivery/simulated-badge.tsx";
import { ReadingBadge } from "#web/components/reading/reading-badge.tsx";
import { ReasonList } from "#web/components/reason/reason-list.tsx";
import { groupByDay, relativeDay } from "#web/components/thread/day-groups.ts";
import { useZone } from "#web/components/thread/use-zone.ts";
import { callApi, serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { leftOutTexts } from "#web/lib/left-out-text.ts";
import { describeEntry, type TimelineEvent } from "#web/lib/timeline-text.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const icons: Record<string, LucideIcon> = {
  event_received: MessageCircle,
  reply: MessageCircle,
  rule_fired: Zap,
  sequence_ended: Zap,
  scores_changed: TrendingUp,
  message_held: Clock3,
  message_delayed: Clock3,
  message_blocked: Ban,
  message_failed: Ban,
  message_cancelled: Ban,
  opted_out: Ban,
  message_sent: Mail,
  message_delivered: Mail,
  message_read: Mail,
  call_completed: Phone,
  status_changed: Pencil,
  person_updated: Pencil,
  person_created: UserPlus,
  person_imported: UserPlus,
  task_added: SquareCheck,
  task_done: SquareCheck,
  external_task_added: SquareCheck,
  external_task_done: SquareCheck,
};
const warnKinds = ["message_held", "message_delayed", "review_opened"];
const badKinds = ["message_blocked", "message_failed", "opted_out"];

const iconTone = (kind: string): string => {
  if (warnKinds.includes(kind)) return "bg-warn-tint text-warn";
  return badKinds.includes(kind) ? "bg-bad-tint text-bad" : "border border-line bg-panel text-soft";
};

const Entry = ({ event, isMarked }: { event: TimelineEvent; isMarked: boolean }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const wording = useWording();
  const worded = useWorded();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isMarked) return;
    row.current?.scrollIntoView({ block: "center" });
    row.current?.focus({ preventScroll: true });
  }, [isMarked]);
  const { title, text, reasons, isSimulated, intent, readBy, call } = describeEntry(event, t, wording);
  const Icon = icons[event.eventType] ?? CircleDot;
  return (
    <li
      ref={row}
      tabIndex={isMarked ? -1 : undefined}
      aria-current={isMarked ? true : undefined}
      className={cn(
        "relative grid grid-cols-[24px_minmax(0,1fr)_auto] gap-3 py-2 text-sm outline-none",
        "before:absolute before:top-8 before:-bottom-2 before:left-[11.5px] before:w-px before:bg-line last:before:hidden",
        isMarked && "-mx-2 rounded-lg bg-warn-tint px-2 before:left-[19.5px]",
      )}
    >
      <span
        aria-hidden="true"
        className={cn(
          "relative grid size-6 place-items-center rounded-full [&_svg]:size-[13px]",
          iconTone(event.eventType),
        )}
      >
        <Icon />
      </span>
      <div className="min-w-0">
        <p className="break-words font-[540]">
          {title} {isSimulated && <SimulatedBadge />}
          {call?.outcome && (
            <Badge tone={outcomeTones[call.outcome] ?? "quiet"}>
              {worded("voice.outcome", call.outcome)}
            </Badge>
          )}
          {intent && <ReadingBadge intent={intent} source={readBy} />}
        </p>
        {text && (
          <p className="line-clamp-3 whitespace-pre-line break-words text-[12.5px] text-soft">{text}</p>
        )}
        {leftOutTexts(event, t).map((line) => (
          <p key={line} className="break-words text-[12.5px] text-warn">
            {line}
          </p>
        ))}
        {reasons.length > 0 && <ReasonList reasons={reasons} className="text-soft" />}
        {call && (
          <Link href={`/voice/calls/${call.id}`} className="text-sea text-xs hover:underline">
            {t("callPage.open")}
          </Link>
        )}
      </div>
      <time
        dateTime={event.createdAt}
        title={format.dateTime(event.createdAt)}
        className="text-faint text-xs leading-5"
      >
        {format.time(event.createdAt)}
      </time>
    </li>
  );
};

const usePages = (personId: string, group: TimelineGroup | undefined) =>
  useInfiniteQuery({
    queryKey: [...personPageApi.timeline.path.replace("{id}", personId).split("/"), { group }],
    queryFn: ({ pageParam }) =>
      callApi(personPageApi.timeline, {
        params: { id: personId },
        query: { group, before: pageParam, limit: 20 },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextBefore }) => nextBefore ?? undefined,
    meta: { topics: personPageApi.timeline.topics },
  });

type TimelineCardProps = {
  personId: string;
  count: number | undefined;
  /** The entry to scroll to and mark. */
  shownEntry: string | undefined;
};

export const TimelineCard = ({ personId, count, shownEntry }: TimelineCardProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const zone = useZone();
  const [group, setGroup] = useState<TimelineGroup | "all">("all");
  const pages = usePages(personId, group === "all" ? undefined : group);
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const events = data?.pages.flatMap((page) => page.events);
  const isLoaded = events?.some(({ id }) => id === shownEntry) ?? false;
  // An entry that another card leads to may be on a later page, or hidden by a filter.
  useEffect(() => {
    if (shownEntry !== undefined) setGroup("all");
  }, [shownEntry]);
  useEffect(() => {
    if (shownEntry !== undefined && !isLoaded && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [shownEntry, isLoaded, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const days = groupByDay(
    (events ?? []).map((event) => ({ at: event.createdAt, event })),
    zone,
  );
  const dayText = (date: string, at: string): string => {
    const relative = relativeDay(date, Date.now(), zone);
    return relative ? t(`inbox.day.${relative}`) : format.longDay(at);
  };
  return (
    <Card
      title={t("personPage.timeline.title")}
      caption={
        count !== undefined &&
        t(count >= 1000 ? "personPage.timeline.many" : "personPage.timeline.count", {
          count,
          shown: format.number(count),
        })
      }
      aside={
        <SegmentedControl
          label={t("personPage.timeline.filter")}
          options={(["all", ...timelineGroups] as const).map((id) => ({
            id,
            label: t(`personPage.timeline.group.${id}`),
          }))}
          value={group}
          onChange={setGroup}
        />
      }
    >
      {!events &&
        (error ? (
          <ErrorCard
            title={t("error.load")}
            detail={serverMessage(error)}
            onRetry={() => void pages.refetch()}
          />
        ) : (
          <div aria-busy="true" className="grid gap-3">
            {["a", "b", "c", "d"].map((row) => (
              <Skeleton key={row} className="h-10" />
            ))}
          </div>
        ))}
      {events?.length === 0 && <EmptyState icon={History} title={t("people.noTimeline")} className="py-6" />}
      {days.map(({ date, items }) => (
        <section key={date} className="mt-2.5 first:mt-0">
          <h3 className="font-[600] text-[11.5px] text-faint leading-5">
            {dayText(date, items[0]?.at ?? date)}
          </h3>
          <ol>
            {items.map(({ event }) => (
              <Entry key={event.id} event={event} isMarked={event.id === shownEntry} />
            ))}
          </ol>
        </section>
      ))}
      {hasNextPage && (
        <Button
          size="sm"
          variant="ghost"
          className="-ml-2.5 mt-2 text-sea max-sm:h-9"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t("personPage.timeline.older")}
        </Button>
      )}
    </Card>
  );
};
