import { startTransition, useEffect, useState } from "react";

/** Calls back once the browser has nothing better to do; the answer calls it off. */
const whenIdle = (run: () => void): (() => void) => {
  // Safari has no idle callback.
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(run, 100);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(run, { timeout: 500 });
  return () => cancelIdleCallback(request);
};

/** False in the first drawing. What nobody sees yet can wait until it is true. */
export const useIdle = (): boolean => {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setIdle(true))), []);
  return idle;
};
