import { useEffect, useState } from "react";

const delayMs = 150;

/** True once something has been awaited for a moment, so that a fast answer shows no skeleton. */
export const useShownAfter = (isWaiting: boolean): boolean => {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isWaiting) return setShown(false);
    const timer = setTimeout(() => setShown(true), delayMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isWaiting && isShown;
};
