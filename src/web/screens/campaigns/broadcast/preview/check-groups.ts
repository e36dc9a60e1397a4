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
