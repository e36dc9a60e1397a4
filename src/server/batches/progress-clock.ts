const progressMs = 1000;

/** Whether browsers are told of progress now: at most once a second, and at the end. */
export const createProgressClock = (): ((isLast: boolean) => boolean) => {
  let toldAt = 0;
  return (isLast) => {
    const isDue = isLast || Date.now() - toldAt >= progressMs;
    if (isDue) toldAt = Date.now();
    return isDue;
  };
};
