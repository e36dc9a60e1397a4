import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { BroadcastItem } from "#contract/broadcasts.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { reasonText } from "#web/lib/reasons.ts";
import { useCardKeys } from "#web/lib/use-card-keys.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { broadcastPath } from "./broadcast-path.ts";
import { ShareBar } from "./share-bar.tsx";
import { StateBadge } from "./state-badge.tsx";
import { useWhenText } from "./use-when-text.ts";

export const outcomeShares = ["delivered", "answered", "failed"] as const;
export const outcomeColors = { delivered: "bg-sea", answered: "bg-sea/45", failed: "bg-bad" } as const;

/** Where the broadcast stands in time: what it waits for, how far it is, or when it ended. */
const useItemTime = (): ((item: BroadcastItem) => string) => {
  const { t } = useTranslation();
  const format = useFormat();
  const wording = useWording();
  const whenText = useWhenText();
  return ({ state, approval, when, why, people, begun, doneAt, updatedAt }) => {
    const progress = t("campaigns.list.progress", {
      begun: format.number(begun),
      people: format.number(people ?? 0),
    });
    switch (state) {
      case "draft":
        return t("campaigns.list.changed", { when: format.dayTime(updatedAt) });
      case "checking":
        return t("campaigns.list.checking");
      case "checked":
        if (approval) return t("campaigns.approval.list", { name: approval.name });
        return t("campaigns.list.checked", { when: format.dayTime(updatedAt) });
      case "scheduled":
        return whenText(when);
      case "sending":
        return progress;
      case "paused": {
        const [first] = why;
        return first ? reasonText(first, wording).text : progress;
      }
      case "done":
        return doneAt ? format.day(doneAt) : "";
      case "cancelled":
        return [doneAt && format.day(doneAt), begun > 0 && progress].filter(Boolean).join(" · ");
    }
  };
};

/** Who answered also got it, so that the bar counts each person once. */
const sharesOf = ({ delivered, answered, failed }: BroadcastItem) => ({
  delivered: Math.max(0, delivered - answered),
  answered,
  failed,
});

/** What is hidden where there is no room stands under the name. */
const columns = [
  { id: "name", className: "text-left" },
  { id: "people", className: "text-right" },
  { id: "state", className: "hidden text-left sm:table-cell" },
  { id: "when", className: "hidden text-left md:table-cell" },
  { id: "outcome", className: "hidden w-44 text-left lg:table-cell" },
] as const;

const OutcomeBar = ({ item }: { item: BroadcastItem }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const shares = sharesOf(item);
  if (item.begun === 0) return null;
  return (
    <ShareBar
      label={t("campaigns.list.outcome", {
        delivered: format.number(item.delivered),
        answered: format.number(item.answered),
        failed: format.number(item.failed),
      })}
      total={item.people ?? item.begun}
      shares={outcomeShares.map((id) => ({ id, count: shares[id], className: outcomeColors[id] }))}
      className="h-1.5"
    />
  );
};

const cell = "px-3.5 py-2.5 align-middle";

const BroadcastRow = ({ item }: { item: BroadcastItem }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const timeOf = useItemTime();
  const time = timeOf(item);
  return (
    <tr data-card-frame className="relative border-line border-t hover:bg-hover">
      <td className={cell}>
        <Link
          href={broadcastPath(item.id)}
          data-card={item.id}
          className="font-[560] wrap-anywhere outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-sea focus-visible:after:-outline-offset-2"
        >
          {item.name}
        </Link>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-faint text-xs max-sm:mt-1">
          <span className="sm:hidden">
            <StateBadge {...item} />
          </span>
          {t(`campaigns.purpose.${item.purpose}`)}
        </p>
        <p className="text-soft text-xs wrap-anywhere max-sm:mt-1 md:hidden">{time}</p>
        <div className="mt-1.5 max-w-72 empty:hidden lg:hidden">
          <OutcomeBar item={item} />
        </div>
      </td>
      <td className={cn(cell, "text-right font-[600]")}>
        {item.people === null ? "" : format.number(item.people)}
      </td>
      <td className={cn(cell, "hidden sm:table-cell")}>
        <StateBadge {...item} />
      </td>
      <td className={cn(cell, "hidden text-soft wrap-anywhere md:table-cell")}>{time}</td>
      <td className={cn(cell, "hidden lg:table-cell")}>
        <OutcomeBar item={item} />
      </td>
    </tr>
  );
};

/** Broadcasts as rows; each leads to its page. `j` and `k` move between them. */
export const BroadcastTable = ({ broadcasts }: { broadcasts: readonly BroadcastItem[] }) => {
  const { t } = useTranslation();
  const body = useRef<HTMLTableSectionElement>(null);
  useCardKeys(body, {});
  return (
    <table aria-label={t("campaigns.tab.broadcasts")} className="w-full border-collapse text-sm">
      <thead className="text-faint text-xs">
        <tr>
          {columns.map(({ id, className }) => (
            <th key={id} scope="col" className={cn("px-3.5 py-2.5 font-[540]", className)}>
              {t(`campaigns.list.column.${id}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {broadcasts.map((item) => (
          <BroadcastRow key={item.id} item={item} />
        ))}
      </tbody>
    </table>
  );
};
