/** Lets at most `max` pieces of work run at once; the others wait in order. */
export const createConcurrencyLimit = () => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(max: number, work: () => Promise<T>): Promise<T> => {
    while (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    running++;
    try {
      return await work();
    } finally {
      running--;
      waiting.shift()?.();
    }
  };
};
