import { AtSign, Hand, Lightbulb, Mail, MessageSquare, Phone, Send } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { PersonProfileView } from "#contract/profiles.ts";
import { ReasonList } from "#web/components/reason/reason-list.tsx";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { toneOf } from "#web/lib/reasons.ts";
import { useMay } from "#web/lib/session.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EntryList, type TimelineLinks } from "./entry-link.tsx";
import { emptyDraft, type MessageDraft } from "./send-message.ts";

type NextAction = PersonProfileView["nextAction"];

const rulingTones = { send: "ok", wait: "warn", stop: "bad" } as const;
const actionIcons = { sms: MessageSquare, whatsapp: Send, email: Mail, call: Phone, x: AtSign } as const;

/** The sentence that says why; its values are formatted for display. */
export const useWhy = ({ reason }: Pick<NextAction, "reason">): string => {
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

type GateAnswerProps = {
  gate: NonNullable<NextAction["gate"]>;
  channel: NonNullable<NextAction["channel"]>;
};

const GateAnswer = ({ gate, channel }: GateAnswerProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { ruling, until, reasons } = gate;
  const shown = ruling === "stop" ? reasons.filter(({ code }) => toneOf(code) === "stop") : reasons;
  return (
    <div className="grid gap-1.5 rounded-lg border border-line bg-panel px-3 py-2">
      <p className="flex flex-wrap items-center gap-2 text-soft text-xs">
        {t("people.profile.gate", { channel: t(`people.channel.${channel}`) })}
        <Badge tone={rulingTones[ruling]}>
          {ruling === "wait" && until
            ? t("people.messages.waitsUntil", { at: format.dateTime(until) })
            : t(`people.messages.ruling.${ruling}`)}
        </Badge>
      </p>
      <ReasonList reasons={shown} className="text-soft" />
    </div>
  );
};

type NextActionCardProps = {
  action: NextAction;
  links: TimelineLinks;
  /** Opens the message form, which asks the gate again when it sends. */
  onWrite: (draft: MessageDraft) => void;
};

export const NextActionCard = ({ action, links, onWrite }: NextActionCardProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const maySend = useMay("inbox", "work");
  const why = useWhy(action);
  const { kind, channel, purpose, gate, earliestAt, evidence } = action;
  const Icon = channel && kind !== "hand_over" ? actionIcons[channel] : Hand;
  const isDue = kind !== "wait" && kind !== "close";
  const isStopped = gate?.ruling === "stop";
  const isLater = earliestAt !== null && Date.parse(earliestAt) > Date.now() + 60_000;
  return (
    <section
      aria-labelledby="next-action"
      className={cn(
        "grid gap-3 rounded-card border px-4 py-3.5",
        isDue ? "border-beam/60 bg-warn-tint" : "border-line",
      )}
    >
      <h3 id="next-action" className="flex items-center gap-2 text-soft text-xs">
        <Lightbulb aria-hidden="true" className={cn("size-4", isDue && "text-warn")} />
        {t("people.profile.nextBestAction")}
      </h3>
      <div className="grid gap-0.5">
        <p className="font-[620] text-base">{t(`people.profile.action.${kind}`)}</p>
        <p className="text-sm">{why}</p>
        {isLater && (
          <p className="text-soft text-xs">
            {t(channel === null ? "people.profile.until" : "people.profile.earliest", {
              at: format.dateTime(earliestAt),
            })}
          </p>
        )}
      </div>
      <EntryList ids={evidence} links={links} />
      {gate && channel && <GateAnswer gate={gate} channel={channel} />}
      {channel && maySend && (
        <Button
          variant={isStopped ? "secondary" : "primary"}
          className="w-fit"
          onClick={() => onWrite({ ...emptyDraft, purpose, channel })}
        >
          <Icon aria-hidden="true" />
          {t(
            isStopped
              ? "people.profile.otherChannel"
              : `people.profile.do.${kind === "hand_over" ? kind : channel}`,
          )}
        </Button>
      )}
    </section>
  );
};
