import { useEffect, useSyncExternalStore } from "react";

export type Command = { id: string; label: string; run: () => void };

let registered: readonly (readonly Command[])[] = [];
const listeners = new Set<() => void>();

const update = (next: readonly (readonly Command[])[]) => {
  registered = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Adds commands to the palette while the component is mounted. The list must be stable between renders. */
export const useCommands = (commands: readonly Command[]): void => {
  useEffect(() => {
    update([...registered, commands]);
    return () => update(registered.filter((each) => each !== commands));
  }, [commands]);
};

export const useRegisteredCommands = (): readonly (readonly Command[])[] =>
  useSyncExternalStore(subscribe, () => registered);
