import { startTransition, useEffect, useState } from "react";

/** Runs the callback when the browser is idle. Returns a function that cancels it. */
const whenIdle = (run: () => void): (() => void) => {
  // Safari has no idle callback.
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(run, 100);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(run, { timeout: 500 });
  return () => cancelIdleCallback(request);
};

/** False in the first render, true once the browser is idle. Defers what is not visible yet. */
export const useIdle = (): boolean => {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setIdle(true))), []);
  return idle;
};
