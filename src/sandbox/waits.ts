export type Timers = {
  /** Ends early, by throwing, when everything stops. */
  wait: (ms: number) => Promise<void>;
  stop: () => void;
};

/** Many thousands may be under way at once: a signal with a listener for each would be slow. */
export const createTimers = (): Timers => {
  const pending = new Map<NodeJS.Timeout, (reason: Error) => void>();
  let stopped = false;
  return {
    wait: (ms) =>
      new Promise((resolve, reject) => {
        if (stopped) return reject(new Error("The sandbox stops"));
        const timer = setTimeout(() => {
          pending.delete(timer);
          resolve();
        }, ms);
        timer.unref();
        pending.set(timer, reject);
      }),
    stop: () => {
      stopped = true;
      for (const [timer, reject] of pending) {
        clearTimeout(timer);
        reject(new Error("The sandbox stops"));
      }
      pending.clear();
    },
  };
};
