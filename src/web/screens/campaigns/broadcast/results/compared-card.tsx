import { useTranslation } from "react-i18next";
import type { BroadcastActual } from "#contract/broadcasts.ts";
import { compareShares, wilsonInterval } from "#domain/compare-shares.ts";
import { roundUp } from "#web/components/chart/plot-scale.ts";
import { ShareBar } from "#web/components/chart/share-bar.tsx";
import { useFormat } from "#web/lib/format.ts";
import { Card } from "#web/ui/card.tsx";

type Compared = NonNullable<BroadcastActual["compared"]>;
type Measure = "converted" | "wrote";

const measures = ["converted", "wrote"] as const satisfies Measure[];
const groups = ["got", "keptAside"] as const;

const barOf = (count: number, people: number) => {
  const share = people === 0 ? 0 : count / people;
  return { share, ...wilsonInterval(share, people) };
};

/** The difference in words: an interval with 0 in it says that there may be none. */
const useDifferenceText = (): ((compared: Compared, measure: Measure) => string) => {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ got, keptAside }, measure) => {
    const found = compareShares(
      { reached: got[measure], of: got.people },
      { reached: keptAside[measure], of: keptAside.people },
    );
    if (!found) return t("campaigns.compared.tooFew");
    const [points, low, high] = [100 * found.difference, 100 * found.lower, 100 * found.upper];
    const shown = (value: number) => format.number(Math.round(value * 10) / 10);
    if (low > 0)
      return t("campaigns.compared.more", { points: shown(points), low: shown(low), high: shown(high) });
    if (high < 0)
      return t("campaigns.compared.fewer", { points: shown(-points), low: shown(-high), high: shown(-low) });
    return t("campaigns.compared.unclear", { points: shown(points), low: shown(low), high: shown(high) });
  };
};

type ComparedCardProps = { compared: Compared };

/** What the broadcast is worth: people who got it beside people who were kept aside by chance. */
export const ComparedCard = ({ compared }: ComparedCardProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const differenceText = useDifferenceText();
  const percentOf = (part: number, people: number): string =>
    t("campaigns.percent", {
      percent: format.number(people === 0 ? 0 : Math.round((1000 * part) / people) / 10),
    });
  return (
    <Card title={t("campaigns.compared.title")} caption={t("campaigns.compared.caption")}>
      <div className="grid gap-5">
        {measures.map((measure) => {
          const intervals = groups.map((group) => {
            const { people, [measure]: count } = compared[group];
            return wilsonInterval(people === 0 ? 0 : count / people, people).upper;
          });
          const most = roundUp(100 * Math.max(...intervals)) / 100;
          return (
            <section key={measure} aria-label={t(`campaigns.compared.${measure}`)} className="grid gap-2">
              <h3 className="font-[560] text-sm">{t(`campaigns.compared.${measure}`)}</h3>
              <dl className="grid gap-1.5 text-sm">
                {groups.map((group) => {
                  const { people, [measure]: count } = compared[group];
                  return (
                    <div
                      key={group}
                      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 sm:grid-cols-[minmax(84px,150px)_minmax(0,1fr)_auto]"
                    >
                      <dt className="text-soft">
                        {t(`campaigns.compared.${group}`, { count: people, shown: format.number(people) })}
                      </dt>
                      <dd className="max-sm:col-span-2 max-sm:row-start-2">
                        <ShareBar {...barOf(count, people)} max={most} isQuiet={group === "keptAside"} />
                      </dd>
                      <dd className="tabular-nums">
                        <b className="font-[620]">{percentOf(count, people)}</b>{" "}
                        <span className="text-soft">({format.number(count)})</span>
                      </dd>
                    </div>
                  );
                })}
              </dl>
              <p className="text-soft text-xs">{differenceText(compared, measure)}</p>
            </section>
          );
        })}
      </div>
    </Card>
  );
};
