import type { OutputOf } from "#contract/api-route.ts";
import type { deliveriesApi } from "#contract/deliveries.ts";
import type { Channel } from "#domain/channels/channel.ts";
import type { ReasonTone } from "#domain/coded-reason.ts";

export type ChannelCheck = OutputOf<(typeof deliveriesApi)["check"]>[number];

/** In the order of their keys. */
export const replyChannels = [
  "sms",
  "whatsapp",
  "email",
  "call",
  "voice_agent",
  "x",
] as const satisfies Channel[];

const minuteMs = 60_000;

/** What the gate says about a channel, in the fewest words. */
export type ChannelAnswer =
  | { kind: "now" }
  | { kind: "window"; hours: number; minutes: number }
  | { kind: "later"; at: string }
  | { kind: "held" }
  | { kind: "stopped"; code: string };

type ToneOf = (code: string) => ReasonTone | "plain";

/** `whatsappUntil`: when WhatsApp's window for free text closes. */
export const channelAnswer = (
  check: ChannelCheck,
  whatsappUntil: string | null,
  now: number,
  toneOf: ToneOf,
): ChannelAnswer => {
  const { channel, ruling, until, reasons } = check;
  if (ruling === "stop")
    return {
      kind: "stopped",
      code: (reasons.find(({ code }) => toneOf(code) === "stop") ?? reasons[0])?.code ?? "",
    };
  if (ruling === "wait") return until === null ? { kind: "held" } : { kind: "later", at: until };
  const left = channel === "whatsapp" && whatsappUntil !== null ? Date.parse(whatsappUntil) - now : 0;
  if (left <= 0) return { kind: "now" };
  return {
    kind: "window",
    hours: Math.floor(left / (60 * minuteMs)),
    minutes: Math.floor((left % (60 * minuteMs)) / minuteMs),
  };
};

/** The one in use, otherwise that of their last message, otherwise the first that may send. */
export const chooseChannel = (
  checks: readonly ChannelCheck[],
  wanted: string | null,
  lastInbound: string | null,
): Channel | undefined => {
  const open = replyChannels.filter((channel) =>
    checks.some((check) => check.channel === channel && check.ruling !== "stop"),
  );
  const ready = open.filter((channel) =>
    checks.some((check) => check.channel === channel && check.ruling === "send"),
  );
  return (
    open.find((channel) => channel === wanted) ??
    open.find((channel) => channel === lastInbound) ??
    ready[0] ??
    open[0]
  );
};
