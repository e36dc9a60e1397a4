import type { BroadcastCheck } from "#contract/broadcasts.ts";
import type { BroadcastRuling } from "#domain/broadcasts/broadcast.ts";

export type CheckGroup = BroadcastCheck["groups"][number];

/** The groups of a ruling, the largest first. */
export const groupsOf = ({ groups }: BroadcastCheck, ruling: BroadcastRuling): CheckGroup[] =>
  groups.filter((group) => group.ruling === ruling).sort((one, other) => other.count - one.count);

/** When the last person of a ruling leaves; null where that is not known. */
export const lastOf = (check: BroadcastCheck, ruling: BroadcastRuling): string | null =>
  groupsOf(check, ruling)
    .flatMap(({ to }) => to ?? [])
    .sort((one, other) => Date.parse(one) - Date.parse(other))
    .at(-1) ?? null;

const minuteMs = 60_000;

/** Whether an instant is of the check itself, and not of a time for which the broadcast is planned. */
export const isNowOf = (check: Pick<BroadcastCheck, "at">, at: string): boolean =>
  Date.parse(at) <= Date.parse(check.at) + minuteMs;

/** The text of a ruling: who can go at a planned time does not go now. */
export const rulingKey = (check: BroadcastCheck, ruling: BroadcastRuling): BroadcastRuling | "sendLater" => {
  const [first] = groupsOf(check, "send")
    .flatMap(({ from }) => from ?? [])
    .sort((one, other) => Date.parse(one) - Date.parse(other));
  return ruling === "send" && first !== undefined && !isNowOf(check, first) ? "sendLater" : ruling;
};
