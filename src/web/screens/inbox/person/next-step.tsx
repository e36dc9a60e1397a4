import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type PersonProfileView, profilesApi } from "#contract/profiles.ts";
import { apiQuery } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { useWorded } from "#web/lib/worded.ts";

type NextAction = PersonProfileView["nextAction"];

const useWhy = (reason: NextAction["reason"] | undefined): string => {
  const { t } = useTranslation();
  const format = useFormat();
  const worded = useWorded();
  if (!reason) return "";
  const channel = (value: unknown) => (typeof value === "string" ? worded("people.channel", value) : "");
  return t(`people.profile.why.${reason.code}`, {
    at: typeof reason.at === "number" ? format.dayTime(new Date(reason.at).toISOString()) : "",
    intent: typeof reason.intent === "string" ? worded("reading.intent", reason.intent) : "",
    channel: channel(reason.channel),
    failed: channel(reason.failed),
    score: String(reason.score ?? ""),
    days: String(reason.days ?? ""),
  });
};

/** What should be done next, and why. */
export const NextStep = ({ personId }: { personId: string }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery(apiQuery(profilesApi.get, { params: { id: personId } }));
  const why = useWhy(data?.nextAction.reason);
  if (!data) return null;
  const { kind, earliestAt } = data.nextAction;
  const isDue = kind !== "wait" && kind !== "close";
  const isLater = earliestAt !== null && Date.parse(earliestAt) > Date.now() + 60_000;
  return (
    <div
      className={cn(
        "rounded-[10px] border px-3 py-2.5",
        isDue ? "border-beam/60 bg-warn-tint" : "border-line bg-panel",
      )}
    >
      <p className="font-[560] text-sm leading-[18px]">{t(`people.profile.action.${kind}`)}</p>
      <p className="mt-0.5 text-soft text-xs">{why}</p>
      {isLater && (
        <p className="mt-0.5 text-soft text-xs">
          {t("people.profile.earliest", { at: format.dayTime(earliestAt) })}
        </p>
      )}
    </div>
  );
};
