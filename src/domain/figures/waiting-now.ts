/** How long people have waited for an answer by a user, in hours: from a limit up to the next. */
export const waitingLimits = [0, 1, 4, 8, 24] as const;

/** Open conversations in which a message waits for an answer, by the age of the oldest such message, at this moment. */
export type WaitingBand = { fromHours: number; count: number };

/** A count for each band, those without any included. */
export const fillWaiting = (counted: readonly WaitingBand[]): WaitingBand[] =>
  waitingLimits.map((fromHours) => ({
    fromHours,
    count: counted.find((band) => band.fromHours === fromHours)?.count ?? 0,
  }));
