import { useTranslation } from "react-i18next";
import type { PlanItem } from "#contract/plan.ts";
import { useFormat } from "#web/lib/format.ts";
import { shortReason } from "#web/lib/reasons.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { useWorded } from "#web/lib/worded.ts";

/** What an item is, how many it reaches, and why it waits. */
export const useItemText = (): ((item: PlanItem) => { title: string; what: string; why: string }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const wording = useWording();
  const worded = useWorded();
  return ({ kind, rule, person, type, count, code, until }) => {
    const shown = format.number(count);
    const does = type === null ? null : worded(type === "x" ? "reasons.channel" : "rules.actionType", type);
    const source = rule?.name ?? t("campaigns.calendar.byHand");
    const isPerson = count === 1 && person !== null;
    const amount =
      kind === "broadcast" || does === null
        ? t("campaigns.calendar.people", { count, shown })
        : t("campaigns.calendar.amount", { shown, does });
    return {
      title: isPerson ? (person.name ?? t("people.unnamed")) : source,
      what: [
        isPerson ? does : amount,
        isPerson ? source : null,
        until && t("campaigns.calendar.until", { time: format.time(until) }),
      ]
        .filter(Boolean)
        .join(" · "),
      why: code === null ? "" : shortReason(code, wording),
    };
  };
};
