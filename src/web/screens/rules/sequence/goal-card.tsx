import { useTranslation } from "react-i18next";
import type { SequenceProgress } from "#contract/runs.ts";
import { fewestToCompare, wilsonInterval } from "#domain/compare-shares.ts";
import type { RuleOptions } from "#domain/rules/rule.ts";
import { roundUp } from "#web/components/chart/plot-scale.ts";
import { ShareBar } from "#web/components/chart/share-bar.tsx";
import { goalTexts } from "#web/components/rule/goal-text.ts";
import { capitalize } from "#web/components/rule/rule-text.ts";
import { useRuleTextContext } from "#web/components/rule/rule-text-context.ts";
import { useFormat } from "#web/lib/format.ts";
import { Card } from "#web/ui/card.tsx";

type Goal = NonNullable<SequenceProgress["goal"]>;
type Group = { name: "went" | "aside"; reached: number; of: number };

const groupsOf = ({ reached, of, heldOutReached, heldOutOf }: Goal): Group[] => [
  { name: "went", reached, of },
  ...(heldOutOf > 0 ? [{ name: "aside" as const, reached: heldOutReached, of: heldOutOf }] : []),
];

/** Points of a hundred as a number of people; parts of a person are told only below one. */
const toPeople = (points: number): number => (Math.abs(points) < 1 ? points : Math.round(points));

const useDifferenceText = ({ of, heldOutOf, difference }: Goal): string => {
  const { t } = useTranslation();
  const format = useFormat();
  const shown = (points: number) => format.number(Math.abs(toPeople(points)));
  if (of + heldOutOf === 0) return t("sequence.goal.none");
  if (heldOutOf === 0) return t("sequence.goal.noHoldout");
  if (!difference) return t("sequence.goal.tooFew", { count: fewestToCompare });
  const { low, high } = difference;
  if (low > 0) return t("sequence.goal.more", { low: shown(low), high: shown(high) });
  if (high < 0) return t("sequence.goal.fewer", { low: shown(high), high: shown(low) });
  return t("sequence.goal.unsure", { fewer: shown(low), more: shown(high) });
};

const Bars = ({ groups }: { groups: readonly Group[] }) => {
  const { t } = useTranslation();
  const { number, numberLocale } = useFormat();
  const percent = (share: number) =>
    new Intl.NumberFormat(numberLocale, { style: "percent", maximumFractionDigits: 1 }).format(share);
  const rows = groups.map(({ name, reached, of }) => {
    const share = of === 0 ? 0 : reached / of;
    return { ...{ name, reached, of, share }, ...wilsonInterval(share, of) };
  });
  const most = Math.max(...rows.map(({ upper }) => upper));
  const max = Math.min(1, roundUp(most * 100) / 100);
  return (
    <dl className="grid gap-3">
      {rows.map(({ name, reached, of, share, lower, upper }) => (
        <div key={name} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 text-sm">
          <dt className="font-[540]">{t(`sequence.goal.group.${name}`)}</dt>
          <dd className="tabular-nums">
            <b className="font-[620]">{percent(share)}</b>{" "}
            <span className="text-soft">
              {t("sequence.goal.rate", { reached: number(reached), of: number(of) })}
            </span>
          </dd>
          <dd className="col-span-2">
            <ShareBar share={share} lower={lower} upper={upper} max={max} isQuiet={name === "aside"} />
            <span className="text-faint text-xs tabular-nums">
              {t("sequence.goal.interval", { low: percent(lower), high: percent(upper) })}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
};

type GoalCardProps = { goal: Goal; options: RuleOptions };

/** How many reach the goal of a sequence, beside those who were kept aside. */
export const GoalCard = ({ goal, options }: GoalCardProps) => {
  const { t } = useTranslation();
  const context = useRuleTextContext();
  const difference = useDifferenceText(goal);
  const groups = groupsOf(goal).filter(({ of }) => of > 0);
  return (
    <Card title={t("sequence.goal.title")}>
      <p className="-mt-3 mb-3 text-soft text-xs wrap-anywhere">
        {capitalize(goalTexts(options, context).join(" · "), context.locale)}
      </p>
      {groups.length > 0 && <Bars groups={groups} />}
      <p className="mt-3 text-sm">{difference}</p>
    </Card>
  );
};
