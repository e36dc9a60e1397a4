import type { ThreadDetail, ThreadItem } from "#contract/threads.ts";
import { groupByDay } from "./day-groups.ts";

type Episode = Pick<ThreadDetail["episodes"][number], "id" | "openedAt">;

export type ThreadRowEntry =
  | { kind: "day"; key: string; date: string; at: string }
  | { kind: "episode"; key: string; at: string }
  | { kind: "unread"; key: string }
  | { kind: "item"; key: string; item: ThreadItem };

/** The first message that is not answered, if it was not read: where the reader should go on. */
export const firstUnread = (
  items: readonly ThreadItem[],
  { isUnread, waitingSince }: { isUnread: boolean; waitingSince: string | null },
): string | undefined => {
  if (!isUnread) return undefined;
  const theirs = items.filter(({ kind }) => kind === "inbound" || kind === "call");
  const first =
    waitingSince === null ? undefined : theirs.find(({ at }) => Date.parse(at) >= Date.parse(waitingSince));
  return (first ?? theirs.at(-1))?.id;
};

/** An episode opens with the message that opened it, which may carry a slightly earlier time. */
const openingMs = 60_000;

/** Items with the separators between them: days, later episodes, and the beginning of what is unread. */
export const buildThreadRows = (
  items: readonly ThreadItem[],
  episodes: readonly Episode[],
  unreadFrom: string | undefined,
  zone: string,
): ThreadRowEntry[] => {
  const openings = episodes
    .map(({ id, openedAt }) => ({ id, at: openedAt }))
    .sort((first, second) => first.at.localeCompare(second.at))
    .slice(1);
  let previous = 0;
  return groupByDay(items, zone).flatMap(({ date, items: ofDay }) => [
    { kind: "day" as const, key: date, date, at: ofDay[0]?.at ?? date },
    ...ofDay.flatMap((item): ThreadRowEntry[] => {
      const at = Date.parse(item.at);
      const opened = openings.filter((opening) => {
        const openedAt = Date.parse(opening.at);
        return previous > 0 && openedAt > previous + openingMs && openedAt <= at + openingMs;
      });
      previous = at;
      return [
        ...opened.map((opening) => ({ kind: "episode" as const, key: opening.id, at: opening.at })),
        ...(item.id === unreadFrom ? [{ kind: "unread" as const, key: "unread" }] : []),
        { kind: "item", key: `${item.kind} ${item.id}`, item },
      ];
    }),
  ]);
};
