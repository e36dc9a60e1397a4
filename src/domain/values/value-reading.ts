/** Why a value is asked for again: nothing was said, more than one reading is possible, or it cannot exist. */
export type AskReason = "missing" | "unclear" | "impossible";

/** A value that was read, or the reason to ask for it again. An unsure value is never returned. */
export type SpokenReading<Value> = { value: Value } | { ask: AskReason };

/** When and where the words were said; `timezone` is that of the workspace. */
export type ValueClock = { now: number; timezone: string };

export type MoneyRange = { min: number; max: number };
export type SpokenValue = string | number | boolean | MoneyRange;

export type ValueReader<Value extends SpokenValue = SpokenValue> = (
  text: string,
  clock: ValueClock,
) => SpokenReading<Value>;

export const askAgain = (ask: AskReason): { ask: AskReason } => ({ ask });
