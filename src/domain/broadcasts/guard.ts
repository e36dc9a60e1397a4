import type { Reason } from "#domain/reason.ts";

/** What became of the messages of a broadcast so far, by people. */
export type GuardFigures = {
  /** Whose messages left, or failed at the vendor. */
  tried: number;
  failed: number;
  bounced: number;
  optedOut: number;
  complained: number;
};

type Limit = { code: GuardCode; of: Exclude<keyof GuardFigures, "tried">; percent: number; from: number };
export type GuardCode = "guard_failed" | "guard_bounced" | "guard_opted_out" | "guard_complained";

/** A share says little about a few people, so that each limit begins at a number of them. */
export const guardLimits: readonly Limit[] = [
  { code: "guard_complained", of: "complained", percent: 0.3, from: 50 },
  { code: "guard_failed", of: "failed", percent: 10, from: 20 },
  { code: "guard_bounced", of: "bounced", percent: 2, from: 50 },
  { code: "guard_opted_out", of: "optedOut", percent: 2, from: 50 },
];

/** Shares in percent with one digit, as they are shown. */
export const sharePercent = (part: number, of: number): number =>
  of === 0 ? 0 : Math.round((1000 * part) / of) / 10;

/** The figures of one message; `message` counts those of several steps from 1, and is null where there is one for all. */
export type JudgedMessage = { message: number | null; figures: GuardFigures };

/** The figures with which a user let it go on, by the number of the message. */
export type AcceptedFigures = Record<string, GuardFigures>;

const keyOf = ({ message }: Pick<JudgedMessage, "message">): string => String(message ?? 0);

export const acceptFigures = (judged: readonly JudgedMessage[]): AcceptedFigures =>
  Object.fromEntries(judged.map((one) => [keyOf(one), one.figures]));

/**
 * Why a broadcast pauses by itself; null while it may go on. Each message is judged by itself, so that many good first
 * ones do not hide a bad second one. Figures of before it was resumed were looked at then.
 */
export const findGuardReason = (
  judged: readonly JudgedMessage[],
  accepted: AcceptedFigures | null,
): Reason | null => {
  for (const { code, of, percent, from } of guardLimits) {
    for (const one of judged) {
      const { figures, message } = one;
      const seen = accepted?.[keyOf(one)];
      const tried = figures.tried - (seen?.tried ?? 0);
      const count = figures[of] - (seen?.[of] ?? 0);
      if (tried >= from && count * 100 >= percent * tried)
        return {
          ...{ code, count, percent: sharePercent(count, tried), limit: percent },
          ...(message === null ? {} : { message }),
        };
    }
  }
  return null;
};

type Became = {
  delivered: number;
  sent: number;
  failed: number;
  unknown: number;
  bounced: number;
  optedOut: number;
  complained: number;
};

/** Which figures the guard looks at: those of each message, or of all people where there is only one message. */
export const judgedMessages = (
  actual: Became & { byMessage?: readonly (Became & { message: number })[] | undefined },
): JudgedMessage[] =>
  actual.byMessage === undefined || actual.byMessage.length === 0
    ? [{ message: null, figures: guardFiguresOf(actual) }]
    : actual.byMessage.map((one) => ({ message: one.message, figures: guardFiguresOf(one) }));

/** What the guard judges, of what became of the messages. A bounce is a failure of the address, not of the vendor. */
export const guardFiguresOf = (became: Became): GuardFigures => ({
  tried: became.delivered + became.sent + became.failed + became.unknown,
  // Of a vendor that does not answer nobody knows whether messages arrive.
  failed: became.failed - became.bounced + became.unknown,
  bounced: became.bounced,
  optedOut: became.optedOut,
  complained: became.complained,
});
