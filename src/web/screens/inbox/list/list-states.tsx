import { AlarmClock, CloudOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { InboxView } from "#contract/threads.ts";
import { useFormat } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useCountText, useViewCounts } from "./view-strip.tsx";

const skeletonRows = [
  ["w-[46%]", "w-[88%]", "w-[30%]"],
  ["w-[38%]", "w-[72%]", "w-[24%]"],
  ["w-[52%]", "w-[94%]", "w-[34%]"],
  ["w-[34%]", "w-[64%]", "w-[28%]"],
  ["w-[44%]", "w-[82%]", "w-[22%]"],
  ["w-[40%]", "w-[90%]", "w-[32%]"],
  ["w-[50%]", "w-[70%]", "w-[26%]"],
] as const;

/** Rows in their final geometry. */
export const ListSkeleton = () => (
  <div aria-busy="true" className="min-h-0 flex-1 overflow-hidden">
    {skeletonRows.map(([name, text, state]) => (
      <div
        key={name}
        className="grid h-[76px] grid-cols-[36px_minmax(0,1fr)] gap-2.5 border-line border-b py-2.5 pr-3 pl-3.5"
      >
        <Skeleton className="size-9 rounded-full!" />
        <div className="grid content-start gap-2">
          <Skeleton className={`h-3 ${name}`} />
          <Skeleton className={`h-2.5 ${text}`} />
          <Skeleton className={`h-2.5 ${state}`} />
        </div>
      </div>
    ))}
  </div>
);

export const Lighthouse = () => (
  <svg aria-hidden="true" width="72" height="72" viewBox="0 0 72 72" fill="none">
    <circle cx="36" cy="36" r="35" className="fill-sea-tint" />
    <path d="M41 24l23-9v20l-23-8zM31 24L8 15v20l23-8z" className="fill-beam" opacity=".35" />
    <circle cx="36" cy="25.5" r="5" className="fill-beam" />
    <path d="M31.5 58l2.3-26h4.4l2.3 26z" className="fill-sea" />
    <path d="M26 58h20" className="stroke-sea" strokeWidth="2.5" strokeLinecap="round" />
  </svg>
);

type EmptyListProps = {
  view: InboxView;
  team: string | undefined;
  search: string;
  onView: (view: InboxView) => void;
};

/** Said where a view has no conversation. */
export const EmptyList = ({ view, team, search, onView }: EmptyListProps) => {
  const { t } = useTranslation();
  const snoozed = useViewCounts(team)?.snoozed;
  const countText = useCountText();
  if (search)
    return (
      <p className="px-6 py-8 text-center text-sm text-soft">{t("inbox.search.noPeople", { search })}</p>
    );
  const isQueue =
    !team && (view === "open" || view === "waiting" || view === "unassigned" || view === "mine");
  return (
    <div className="grid min-h-0 flex-1 content-center justify-items-center gap-1 overflow-y-auto px-6 py-10 text-center">
      <Lighthouse />
      <h2 className="mt-3 font-[620] text-base tracking-tight">
        {t(isQueue ? "inbox.empty.title" : "inbox.empty.viewTitle")}
      </h2>
      <p className="max-w-[34ch] text-balance text-sm text-soft">
        {t(isQueue ? "inbox.empty.text" : "inbox.empty.viewText")}
      </p>
      {isQueue && snoozed && snoozed.count > 0 && (
        <Button size="sm" className="mt-3" onClick={() => onView("snoozed")}>
          <AlarmClock aria-hidden="true" />
          {t("inbox.empty.snoozed", { count: countText(snoozed) })}
        </Button>
      )}
    </div>
  );
};

/** Nothing can arrive or leave before a channel is connected. */
export const FirstRun = ({ isAdmin }: { isAdmin: boolean }) => {
  const { t } = useTranslation();
  return (
    <div className="grid min-h-0 flex-1 content-center justify-items-center gap-1 overflow-y-auto px-6 py-10 text-center">
      <Lighthouse />
      <h2 className="mt-3 font-[620] text-base tracking-tight">{t("inbox.firstRun.title")}</h2>
      <p className="max-w-[36ch] text-balance text-sm text-soft">
        {t(isAdmin ? "inbox.firstRun.text" : "inbox.firstRun.askAdmin")}
      </p>
      {isAdmin && (
        <Button asChild variant="primary" className="mt-3">
          <Link href="/settings?tab=go-live">{t("inbox.firstRun.connect")}</Link>
        </Button>
      )}
    </div>
  );
};

type OldDataNoticeProps = { since: number; onRetry: () => void };

/** The old data stays; this says since when it is old. */
export const OldDataNotice = ({ since, onRetry }: OldDataNoticeProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div
      role="alert"
      className="flex shrink-0 gap-2.5 bg-bad-tint px-3.5 py-2.5 text-[12.5px] leading-[18px]"
    >
      <CloudOff aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-bad" />
      <p>
        <b className="font-[560]">
          {t("inbox.offline.title", { at: format.time(new Date(since).toISOString()) })}
        </b>{" "}
        {t("inbox.offline.text")}{" "}
        <button type="button" onClick={onRetry} className="font-[540] text-sea hover:underline">
          {t("inbox.offline.retry")}
        </button>
      </p>
    </div>
  );
};
