import { useCallback, useSyncExternalStore } from "react";

/** Whether a media query matches. For elements that must exist in only one of two places. */
export const useMedia = (condition: string): boolean => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(condition);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    [condition],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(condition).matches);
};
