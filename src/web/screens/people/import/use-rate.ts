import { useEffect, useRef, useState } from "react";

const windowMs = 8000;

/** Rows a second over the last seconds; undefined until two different counts were seen. */
export const useRate = (processed: number, isRunning: boolean): number | undefined => {
  const samples = useRef<{ at: number; processed: number }[]>([]);
  const [rate, setRate] = useState<number>();
  useEffect(() => {
    const at = performance.now();
    if (!isRunning) {
      samples.current = [];
      setRate(undefined);
      return;
    }
    samples.current = [...samples.current.filter((sample) => at - sample.at < windowMs), { at, processed }];
    const [first] = samples.current;
    if (!first || at - first.at < 300 || processed <= first.processed) return;
    setRate((1000 * (processed - first.processed)) / (at - first.at));
  }, [processed, isRunning]);
  return rate;
};
