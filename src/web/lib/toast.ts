import { useSyncExternalStore } from "react";

/** One at a time: a new toast takes the place of the one before it. */
const limit = 1;
const removeAfter = 1_000_000;

export type Toast = {
  id: number;
  open: boolean;
  title: string;
  description?: string | undefined;
  /** Why, in the words of whoever refused. */
  detail?: string | undefined;
  variant?: "default" | "destructive";
};

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const update = (next: readonly Toast[]) => {
  toasts = next;
  for (const listener of listeners) listener();
};

export const dismiss = (id: number): void => {
  update(toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
  setTimeout(() => update(toasts.filter((toast) => toast.id !== id)), removeAfter);
};

export const toast = (content: Omit<Toast, "id" | "open">): void => {
  lastId += 1;
  update([{ ...content, id: lastId, open: true }, ...toasts].slice(0, limit));
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useToasts = (): readonly Toast[] => useSyncExternalStore(subscribe, () => toasts);
