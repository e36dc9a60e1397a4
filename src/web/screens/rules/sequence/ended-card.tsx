import { useTranslation } from "react-i18next";
import type { SequenceProgress } from "#contract/runs.ts";
import { useFormat } from "#web/lib/format.ts";
import { shortReason } from "#web/lib/reasons.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type EndedCardProps = {
  /** Undefined while they load. */
  ended: SequenceProgress["ended"] | undefined;
};

/** Why people are no longer in the sequence, the most frequent cause first. */
export const EndedCard = ({ ended }: EndedCardProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const wording = useWording();
  if (!ended)
    return (
      <Card title={t("sequence.ended.title")}>
        <Skeleton className="h-16" />
      </Card>
    );
  const sorted = ended.toSorted((first, second) => second.count - first.count);
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  const most = sorted[0]?.count ?? 1;
  return (
    <Card title={t("sequence.ended.title")} caption={format.number(total)}>
      {sorted.length === 0 ? (
        <p className="text-faint text-sm">{t("sequence.ended.none")}</p>
      ) : (
        <dl className="grid gap-2">
          {sorted.map(({ code, count }) => (
            <div key={code} className="grid grid-cols-[minmax(0,1fr)_72px_44px] items-center gap-2.5 text-sm">
              <dt className="truncate" title={shortReason(code, wording)}>
                {shortReason(code, wording)}
              </dt>
              <dd aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-hover dark:bg-line">
                <span
                  className="block h-full rounded-full bg-sea/70"
                  style={{ width: `${Math.max(2, Math.round((count / most) * 100))}%` }}
                />
              </dd>
              <dd className="text-right font-[600] tabular-nums">{format.number(count)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
};
