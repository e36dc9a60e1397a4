import { useTranslation } from "react-i18next";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { relativeDay } from "./day-groups.ts";
import { type OutboundEntry, ThreadEntry, ThreadSeparator } from "./thread-entry.tsx";
import type { ThreadRowEntry } from "./thread-rows.ts";
import { useZone } from "./use-zone.ts";

type ThreadRowListProps = {
  rows: readonly ThreadRowEntry[];
  /** Of the person. */
  name: string;
  withAddress: boolean;
  /** The entry that a search led to. */
  markedId?: string | undefined;
  hasOlder: boolean;
  isLoadingOlder: boolean;
  loadOlder: () => void;
  onUndone: (item: OutboundEntry) => void;
};

/** The entries of a conversation, oldest first, with separators between days and episodes. */
export const ThreadRowList = (props: ThreadRowListProps) => {
  const { rows, name, withAddress, markedId, hasOlder, isLoadingOlder, loadOlder, onUndone } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const zone = useZone();
  const dayText = (date: string, at: string): string => {
    const relative = relativeDay(date, Date.now(), zone);
    return relative ? t(`inbox.day.${relative}`) : format.longDay(at);
  };
  return (
    <ol className="flex min-h-full flex-col justify-end gap-2.5">
      {(hasOlder || isLoadingOlder) && (
        <li className="self-center">
          <Button size="sm" variant="ghost" disabled={isLoadingOlder} onClick={loadOlder}>
            {t(isLoadingOlder ? "inbox.item.loadingOlder" : "inbox.item.older")}
          </Button>
        </li>
      )}
      {rows.length === 0 && <li className="self-center py-10 text-sm text-soft">{t("inbox.item.none")}</li>}
      {rows.map((row) => (
        <li
          key={row.key}
          {...(row.kind === "item" ? { "data-item": row.item.id } : {})}
          className={cn(
            "flex min-w-0 flex-col",
            row.kind === "item" &&
              row.item.id === markedId &&
              "rounded-[10px] outline-2 outline-beam outline-offset-4",
          )}
        >
          {row.kind === "day" && <ThreadSeparator text={dayText(row.date, row.at)} />}
          {row.kind === "episode" && (
            <ThreadSeparator text={t("inbox.item.episode", { at: format.time(row.at) })} />
          )}
          {row.kind === "unread" && <ThreadSeparator text={t("inbox.item.unread")} tone="sea" />}
          {row.kind === "item" && (
            <ThreadEntry item={row.item} name={name} withAddress={withAddress} onUndone={onUndone} />
          )}
        </li>
      ))}
    </ol>
  );
};
