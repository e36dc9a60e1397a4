import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { BroadcastCheck } from "#contract/broadcasts.ts";
import { broadcastRulings } from "#domain/broadcasts/broadcast.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { shortReason } from "#web/lib/reasons.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { useWorded } from "#web/lib/worded.ts";
import { PeopleActions } from "#web/screens/campaigns/broadcast/people-actions.tsx";
import { PeopleList } from "#web/screens/campaigns/broadcast/people-list.tsx";
import { PeopleButton } from "#web/screens/campaigns/broadcast/people-sheet.tsx";
import { rulingFills } from "#web/screens/campaigns/broadcast/ruling-colors.ts";
import type { BroadcastPeopleQuery } from "#web/screens/campaigns/broadcast/use-broadcast-people.ts";
import { useShortTime } from "#web/screens/campaigns/use-short-time.ts";
import { type CheckGroup, groupsOf, rulingKey } from "./check-groups.ts";

/** People of a group that are loaded at a time. */
const groupPage = 10;

const keyOf = ({ ruling, code, channel }: CheckGroup): string => `${ruling} ${code} ${channel}`;

const filterOf = ({ ruling, code, channel }: CheckGroup): BroadcastPeopleQuery => ({
  ruling,
  code: code ?? "none",
  ...(channel === null ? {} : { channel }),
});

/** People who can go are told apart by channel, others by cause. */
const useGroupTexts = (): ((group: CheckGroup) => { title: string; detail: string }) => {
  const { t } = useTranslation();
  const shortTime = useShortTime();
  const wording = useWording();
  const worded = useWorded();
  const textOf = (at: string) => (Date.parse(at) <= Date.now() ? t("campaigns.hours.now") : shortTime(at));
  return ({ ruling, code, channel, from, to }) => {
    const channelName =
      channel === null ? t("campaigns.group.noChannel") : worded("reasons.channel", channel);
    const first = from && textOf(from);
    const last = to && textOf(to);
    const isSpan = first && last && first !== last;
    const times = isSpan ? t("campaigns.group.between", { first, last }) : (first ?? last);
    const span = times && (ruling === "wait" && !isSpan ? t("campaigns.group.until", { times }) : times);
    if (code === null) return { title: channelName, detail: span ?? "" };
    return {
      title: shortReason(code, wording),
      detail: [channel === null ? null : channelName, ruling === "stop" ? null : span]
        .filter(Boolean)
        .join(" · "),
    };
  };
};

type GroupRowProps = { broadcastId: string; group: CheckGroup };

const GroupRow = ({ broadcastId, group }: GroupRowProps) => {
  const format = useFormat();
  const textsOf = useGroupTexts();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { title, detail } = textsOf(group);
  return (
    <li className="border-line border-t">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className={cn(
          "grid min-h-11 w-full grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-2.5 px-4 py-2 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2 sm:grid-cols-[16px_minmax(0,1.4fr)_minmax(0,1fr)_minmax(56px,auto)]",
          isOpen && "bg-sea-tint",
        )}
      >
        <ChevronRight
          aria-hidden="true"
          className={cn("size-4 text-soft transition-transform", isOpen && "rotate-90")}
        />
        <span className="min-w-0 font-[540] wrap-anywhere">{title}</span>
        <span className="min-w-0 text-soft max-sm:col-start-2 max-sm:row-start-2 max-sm:text-xs">
          {detail}
        </span>
        <span className="text-right font-[620] tabular-nums max-sm:col-start-3 max-sm:row-start-1">
          {format.number(group.count)}
        </span>
      </button>
      <div id={id} hidden={!isOpen} className="border-line border-t bg-hover/40 px-4 pl-10">
        {isOpen && (
          <>
            <PeopleActions broadcastId={broadcastId} title={title} filter={filterOf(group)} />
            <PeopleList broadcastId={broadcastId} label={title} filter={filterOf(group)} limit={groupPage} />
          </>
        )}
      </div>
    </li>
  );
};

type GroupListProps = { broadcastId: string; check: BroadcastCheck };

/** Everybody by what happens and why. Each row opens its people. */
export const GroupList = ({ broadcastId, check }: GroupListProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  return broadcastRulings.map((ruling) => {
    const title = t(`campaigns.ruling.${rulingKey(check, ruling)}`);
    const shown = format.number(check[ruling]);
    const groups = groupsOf(check, ruling);
    if (groups.length === 0) return null;
    return (
      <section key={ruling} aria-label={title}>
        <div className="flex min-h-9 flex-wrap items-center gap-x-2 border-line border-t bg-hover/60 px-4 py-1.5 text-sm">
          <span aria-hidden="true" className={cn("size-2 rounded-xs", rulingFills[ruling])} />
          <h3 className="font-[620]">{title}</h3>
          <PeopleButton title={`${title}: ${shown}`} filter={{ ruling }} className="text-soft tabular-nums">
            {shown}
          </PeopleButton>
          <span className="ml-auto text-faint text-xs max-sm:hidden">
            {t(`campaigns.rulingHint.${ruling}`)}
          </span>
        </div>
        <ul>
          {groups.map((group) => (
            <GroupRow key={keyOf(group)} broadcastId={broadcastId} group={group} />
          ))}
        </ul>
      </section>
    );
  });
};
