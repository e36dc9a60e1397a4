import type { TFunction } from "i18next";
import { History } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { PersonDetail } from "#contract/people.ts";
import { personStatuses } from "#domain/person.ts";
import { useFormat } from "../../lib/format.ts";
import { EmptyState } from "../../ui/empty-state.tsx";

type TimelineEvent = PersonDetail["timelineEvents"][number];

/** Events whose words are ours and hence in both languages; any other says its own. */
const worded = ["person_created", "person_updated", "status_changed", "tag_added", "tag_removed"] as const;

const titleOf = (event: TimelineEvent, t: TFunction): string => {
  const known = worded.find((type) => type === event.eventType);
  return known ? t(`people.event.${known}`) : event.title;
};

const descriptionOf = (event: TimelineEvent, t: TFunction): string | null => {
  if (event.eventType !== "status_changed" || !event.description) return event.description;
  return event.description
    .split(" → ")
    .map((word) => {
      const status = personStatuses.find((one) => one === word);
      return status ? t(`people.status.${status}`) : word;
    })
    .join(" → ");
};

export const TimelineTab = ({ events }: { events: TimelineEvent[] }) => {
  const { t } = useTranslation();
  const format = useFormat();
  if (events.length === 0)
    return <EmptyState icon={History} title={t("people.noTimeline")} className="py-10" />;
  return (
    <ol className="divide-y divide-line">
      {events.map((event) => {
        const description = descriptionOf(event, t);
        return (
          <li
            key={event.id}
            className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2.5 text-sm first:pt-0"
          >
            <div className="min-w-0 flex-1 basis-48">
              <p className="break-words font-[540]">{titleOf(event, t)}</p>
              {description && <p className="break-words text-soft">{description}</p>}
            </div>
            <time dateTime={event.createdAt} className="shrink-0 text-faint text-xs">
              {format.dateTime(event.createdAt)}
            </time>
          </li>
        );
      })}
    </ol>
  );
};
