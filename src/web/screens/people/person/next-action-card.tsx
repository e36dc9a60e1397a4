import { AtSign, Hand, Lightbulb, Mail, MessageSquare, Phone, Send } from "lucide-react";
import { useTranslation } from "react-i18next";
import {
  isDue,
  NextActionText,
  nextActionFrame,
  type ProfileAction,
} from "#web/components/person/next-action.tsx";
import { ReasonList } from "#web/components/reason/reason-list.tsx";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { toneOf } from "#web/lib/reasons.ts";
import { useMay } from "#web/lib/session.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EntryList, type TimelineLinks } from "./entry-link.tsx";
import { emptyDraft, type MessageDraft } from "./send-message.ts";

const rulingTones = { send: "ok", wait: "warn", stop: "bad" } as const;
const actionIcons = { sms: MessageSquare, whatsapp: Send, email: Mail, call: Phone, x: AtSign } as const;

type GateAnswerProps = {
  gate: NonNullable<ProfileAction["gate"]>;
  channel: NonNullable<ProfileAction["channel"]>;
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
  action: ProfileAction;
  links: TimelineLinks;
  /** Opens the message form, which asks the gate again when it sends. */
  onWrite: (draft: MessageDraft) => void;
};

export const NextActionCard = ({ action, links, onWrite }: NextActionCardProps) => {
  const { t } = useTranslation();
  const maySend = useMay("inbox", "work");
  const { kind, channel, purpose, gate, evidence } = action;
  const Icon = channel && kind !== "hand_over" ? actionIcons[channel] : Hand;
  const isStopped = gate?.ruling === "stop";
  return (
    <section aria-labelledby="next-action" className={cn(nextActionFrame(action), "grid gap-3 px-4 py-3.5")}>
      <h3 id="next-action" className="flex items-center gap-2 text-soft text-xs">
        <Lightbulb aria-hidden="true" className={cn("size-4", isDue(action) && "text-warn")} />
        {t("people.profile.nextBestAction")}
      </h3>
      <NextActionText action={action} />
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
