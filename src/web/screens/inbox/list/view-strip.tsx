import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { inboxApi } from "#contract/inbox.ts";
import type { InboxView } from "#contract/threads.ts";
import { apiQuery } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";

const stripViews = ["open", "mine", "unassigned", "waiting", "snoozed"] as const;

type Count = { count: number; isExact: boolean };

/** A count that stopped at its limit ends with a plus sign. */
export const useCountText = () => {
  const format = useFormat();
  return (count: Count | undefined): string =>
    count ? `${format.number(count.count)}${count.isExact ? "" : "+"}` : "–";
};

/** Of all conversations, or of those of a team. */
export const useViewCounts = (team?: string) =>
  useQuery(apiQuery(inboxApi.counts, { query: team ? { team } : {} })).data?.counts;

type ViewStripProps = { view: InboxView; team: string | undefined; onChange: (view: InboxView) => void };

/** The views that are used most, with their counts. */
export const ViewStrip = ({ view, team, onChange }: ViewStripProps) => {
  const { t } = useTranslation();
  const counts = useViewCounts(team);
  const countText = useCountText();
  return (
    <nav aria-label={t("inbox.views")} className="shrink-0 border-line border-b px-3 pt-2">
      <ul className="flex justify-between">
        {stripViews.map((id) => {
          const isActive = id === view;
          const isLate = id === "unassigned" && (counts?.[id]?.count ?? 0) > 0;
          return (
            <li key={id}>
              <button
                type="button"
                onClick={() => onChange(id)}
                {...(isActive ? { "aria-current": "true" as const } : {})}
                className={cn(
                  "-mb-px flex flex-col items-center rounded-t-md border-b-2 px-1 pt-1 pb-2 text-2xs focus-visible:-outline-offset-2",
                  isActive ? "border-sea font-[560] text-ink" : "border-transparent text-soft hover:text-ink",
                  isLate && "text-bad hover:text-bad",
                )}
              >
                <b
                  className={cn(
                    "font-[620] text-[15px] leading-5 tracking-tight tabular-nums",
                    isLate ? "text-bad" : "text-ink",
                  )}
                >
                  {countText(counts?.[id])}
                </b>
                {t(`inbox.view.${id}`)}
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
};
