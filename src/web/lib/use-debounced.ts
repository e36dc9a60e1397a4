import { useEffect, useState } from "react";

/** The value once it has rested for a moment, so that not every keystroke asks the server. */
export const useDebounced = <T>(value: T, pauseMs = 300): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
};
