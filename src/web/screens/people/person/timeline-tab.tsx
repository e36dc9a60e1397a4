import { History } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { outcomeTones } from "#web/components/delivery/outcome-tones.ts";
import { SimulatedBadge } from "#web/components/delivery/simulated-badge.tsx";
import { ReadingBadge } from "#web/components/reading/reading-badge.tsx";
import { ReasonList } from "#web/components/reason/reason-list.tsx";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { leftOutTexts } from "#web/lib/left-out-text.ts";
import { describeEntry, type TimelineEvent } from "#web/lib/timeline-text.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Badge } from "#web/ui/badge.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

type TimelineTabProps = {
  events: TimelineEvent[];
  /** The entry to scroll to and mark. */
  shownEntry: string | undefined;
};

export const TimelineTab = ({ events, shownEntry }: TimelineTabProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const wording = useWording();
  const worded = useWorded();
  const marked = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (shownEntry === undefined) return;
    marked.current?.scrollIntoView({ block: "center" });
    marked.current?.focus({ preventScroll: true });
  }, [shownEntry]);
  if (events.length === 0)
    return <EmptyState icon={History} title={t("people.noTimeline")} className="py-10" />;
  return (
    <ol className="divide-y divide-line">
      {events.map((event) => {
        const { title, text, reasons, isSimulated, intent, readBy, call } = describeEntry(event, t, wording);
        return (
          <li
            key={event.id}
            {...(event.id === shownEntry ? { ref: marked, tabIndex: -1, "aria-current": true } : {})}
            className={cn(
              "flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2.5 text-sm",
              event.id === shownEntry ? "-mx-3 rounded-lg bg-warn-tint px-3 outline-none" : "first:pt-0",
            )}
          >
            <div className="min-w-0 flex-1 basis-48">
              <p className="break-words font-[540]">
                <span>{title}</span> {isSimulated && <SimulatedBadge />}
                {call?.outcome && (
                  <Badge tone={outcomeTones[call.outcome] ?? "quiet"} className="align-text-bottom">
                    {worded("voice.outcome", call.outcome)}
                  </Badge>
                )}
                {intent && <ReadingBadge intent={intent} source={readBy} className="align-text-bottom" />}
              </p>
              {text && <p className="whitespace-pre-line break-words text-soft">{text}</p>}
              {leftOutTexts(event, t).map((line) => (
                <p key={line} className="break-words text-warn">
                  {line}
                </p>
              ))}
              {call && (
                <Link href={`/voice/calls/${call.id}`} className="text-sea hover:underline">
                  {t("callPage.open")}
                </Link>
              )}
            </div>
            <time dateTime={event.createdAt} className="shrink-0 text-faint text-xs">
              {format.dateTime(event.createdAt)}
            </time>
            {reasons.length > 0 && <ReasonList reasons={reasons} className="mt-0.5 basis-full text-soft" />}
          </li>
        );
      })}
    </ol>
  );
};
