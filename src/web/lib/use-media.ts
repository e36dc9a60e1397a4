import { useCallback, useSyncExternalStore } from "react";

/** Whether a media query holds now. For what must stand in one place or another, not in both. */
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
