import type { Told } from "#server/db/plain-statement.ts";

/**
 * Goes on at once with what is there, and otherwise when it comes. At the door an event goes from hand to hand like
 * this: a dozen promises, each kept soon, are a tenth of the time of a sender who awaits each answer.
 */
export const goOn = <T>(
  value: T | Promise<T>,
  next: (value: T) => void,
  failed: (error: unknown) => void,
): void => {
  if (value instanceof Promise) {
    value.then(next).catch(failed);
    return;
  }
  try {
    next(value);
  } catch (error) {
    failed(error);
  }
};

/** For those who have the time. */
export const promised = <T>(ask: (told: Told<T>) => void): Promise<T> =>
  new Promise((done, failed) => ask({ done, failed }));
