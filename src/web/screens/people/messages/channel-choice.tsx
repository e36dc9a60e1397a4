import { useTranslation } from "react-i18next";
import type { deliveries } from "#contract/deliveries.ts";
import type { OutputOf } from "#contract/endpoint.ts";
import type { Channel } from "#domain/channels/channel.ts";
import { ReasonList } from "#web/components/reason/reason-list.tsx";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { toneOf } from "#web/lib/reasons.ts";
import { Badge } from "#web/ui/badge.tsx";

export type GateAnswer = OutputOf<(typeof deliveries)["check"]>[number];

const tones = { send: "ok", wait: "warn", stop: "bad" } as const;

/** Where something stops a message, what it would also have to wait for does not matter. */
const stopsOf = (reasons: GateAnswer["reasons"]) =>
  reasons.filter(({ code }) => toneOf(code, true) === "stop");

type ChannelChoiceProps = {
  answers: GateAnswer[];
  value: Channel | undefined;
  onChange: (channel: Channel) => void;
};

/** What the gate says of each channel now. A channel that would be stopped cannot be chosen. */
export const ChannelChoice = ({ answers, value, onChange }: ChannelChoiceProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-[540] text-sm">{t("people.messages.channel")}</legend>
      {answers.map(({ channel, ruling, until, reasons }) => {
        const stopped = ruling === "stop";
        return (
          <label
            key={channel}
            className={cn(
              "grid gap-1 rounded-lg border px-3 py-2",
              value === channel ? "border-sea bg-sea-tint" : "border-line",
              stopped && "cursor-default bg-hover",
            )}
          >
            <span className="flex min-h-6 items-center gap-2.5 text-sm">
              <input
                type="radio"
                name="channel"
                checked={value === channel}
                disabled={stopped}
                onChange={() => onChange(channel)}
                className="size-4 accent-sea"
              />
              <span className={cn("font-[540]", stopped && "text-soft")}>
                {t(`reasons.channel.${channel}`)}
              </span>
              <Badge tone={tones[ruling]} className="ml-auto">
                {ruling === "wait" && until
                  ? t("people.messages.waitsUntil", { at: format.dateTime(until) })
                  : t(`people.messages.ruling.${ruling}`)}
              </Badge>
            </span>
            {(stopped || (ruling === "wait" && value === channel)) && (
              <ReasonList reasons={stopped ? stopsOf(reasons) : reasons} className="pl-6.5 text-soft" />
            )}
          </label>
        );
      })}
    </fieldset>
  );
};
