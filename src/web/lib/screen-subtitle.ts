import { useEffect, useSyncExternalStore } from "react";

let subtitle: string | undefined;
const listeners = new Set<() => void>();

const update = (next: string | undefined) => {
  subtitle = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Replaces the subtitle in the header while the component is mounted. */
export const useSetScreenSubtitle = (text: string | undefined): void => {
  useEffect(() => {
    update(text);
    return () => update(undefined);
  }, [text]);
};

export const useScreenSubtitle = (): string | undefined => useSyncExternalStore(subscribe, () => subtitle);
