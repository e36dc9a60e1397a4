import { useTranslation } from "react-i18next";
import { useFormat } from "#web/lib/format.ts";
import { describeEntry, type TimelineEvent } from "#web/lib/timeline-text.ts";
import { useWording } from "#web/lib/use-wording.ts";

/** How the parts of the profile show the entries that they rest on. */
export type TimelineLinks = { events: readonly TimelineEvent[]; onOpen: (entryId: string) => void };

/** Entries that are too old for the timeline on the screen have no link. */
const findEvents = (ids: readonly string[], events: readonly TimelineEvent[]): TimelineEvent[] =>
  ids.flatMap((id) => events.find((event) => event.id === id) ?? []);

type EntryListProps = { ids: readonly string[]; links: TimelineLinks };

/** The entries with their words; each opens the timeline at its place. */
export const EntryList = ({ ids, links }: EntryListProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const wording = useWording();
  const events = findEvents(ids, links.events);
  if (events.length === 0) return null;
  return (
    <ul className="grid gap-1" aria-label={t("people.profile.evidence")}>
      {events.map((event) => {
        const { title, text } = describeEntry(event, t, wording);
        return (
          <li key={event.id} className="min-w-0 border-line border-l-2 pl-2.5 text-sm">
            <button
              type="button"
              onClick={() => links.onOpen(event.id)}
              className="min-h-6 text-left font-[540] text-sea hover:underline"
            >
              {title}
            </button>{" "}
            <time dateTime={event.createdAt} className="text-soft text-xs">
              {format.dateTime(event.createdAt)}
            </time>
            {text && <p className="line-clamp-3 break-words text-soft">{text}</p>}
          </li>
        );
      })}
    </ul>
  );
};

type EntryNumbersProps = EntryListProps & { numbers: ReadonlyMap<string, number> };

/** The entries as small numbers after a sentence. */
export const EntryNumbers = ({ ids, links, numbers }: EntryNumbersProps) => {
  const { t } = useTranslation();
  const wording = useWording();
  return findEvents(ids, links.events).map((event) => {
    const { title } = describeEntry(event, t, wording);
    return (
      <button
        key={event.id}
        type="button"
        title={title}
        onClick={() => links.onOpen(event.id)}
        className="inline-grid min-h-6 min-w-6 place-items-center align-middle text-2xs"
      >
        <span className="rounded bg-sea-tint px-1 font-[560] text-sea tabular-nums">
          {numbers.get(event.id)}
        </span>
        <span className="sr-only">{t("people.profile.openEntry", { title })}</span>
      </button>
    );
  });
};
