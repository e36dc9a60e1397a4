import { useTranslation } from "react-i18next";
import type { PersonProfileView } from "#contract/profiles.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { useWorded } from "#web/lib/worded.ts";

export type ProfileAction = PersonProfileView["nextAction"];

/** Whether something is to be done now; only then it is highlighted. */
export const isDue = ({ kind }: ProfileAction): boolean => kind !== "wait" && kind !== "close";

/** The frame of the next best action: amber while it is due. */
export const nextActionFrame = (action: ProfileAction): string =>
  cn("rounded-card border", isDue(action) ? "border-beam/50 bg-beam/10" : "border-line bg-panel");

/** The sentence that says why; its values are formatted for display. */
const useWhy = ({ reason }: ProfileAction): string => {
  const { t } = useTranslation();
  const format = useFormat();
  const worded = useWorded();
  const channel = (value: unknown): string =>
    typeof value === "string" ? worded("people.channel", value) : "";
  return t(`people.profile.why.${reason.code}`, {
    at: typeof reason.at === "number" ? format.dateTime(new Date(reason.at).toISOString()) : "",
    intent: typeof reason.intent === "string" ? worded("reading.intent", reason.intent) : "",
    channel: channel(reason.channel),
    failed: channel(reason.failed),
    score: String(reason.score ?? ""),
    days: String(reason.days ?? ""),
  });
};

/** What to do next, why, and from when on. */
export const NextActionText = ({ action }: { action: ProfileAction }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const why = useWhy(action);
  const { kind, channel, earliestAt } = action;
  const isLater = earliestAt !== null && Date.parse(earliestAt) > Date.now() + 60_000;
  return (
    <div className="grid gap-0.5">
      <p className="font-[560] text-sm leading-[18px]">{t(`people.profile.action.${kind}`)}</p>
      <p className="text-soft text-xs">{why}</p>
      {isLater && (
        <p className="text-soft text-xs">
          {t(channel === null ? "people.profile.until" : "people.profile.earliest", {
            at: format.dateTime(earliestAt),
          })}
        </p>
      )}
    </div>
  );
};
