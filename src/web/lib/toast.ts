import { useSyncExternalStore } from "react";

/** A new toast replaces the current one. */
const maxToasts = 1;
const removeDelayMs = 1_000_000;

export type Toast = {
  id: number;
  open: boolean;
  title: string;
  description?: string | undefined;
  /** The reason given by the server or vendor. */
  detail?: string | undefined;
  variant?: "default" | "destructive";
  /** Percent of a running job; such a toast stays until it is dismissed. */
  progress?: number | undefined;
  /** Such as taking the change back. It closes the toast. */
  action?: { label: string; run: () => void } | undefined;
  /** Until when the action is possible, in milliseconds since 1970; the toast counts down and closes then. */
  actionUntil?: number | undefined;
};

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const update = (next: readonly Toast[]) => {
  toasts = next;
  for (const listener of listeners) listener();
};

export const dismissToast = (id: number): void => {
  update(toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
  setTimeout(() => update(toasts.filter((toast) => toast.id !== id)), removeDelayMs);
};

export const toast = (content: Omit<Toast, "id" | "open">): void => {
  lastId += 1;
  update([{ ...content, id: lastId, open: true }, ...toasts].slice(0, maxToasts));
};

/** A toast for a running job. */
export const progressToast = (content: Pick<Toast, "title" | "description">) => {
  toast({ ...content, progress: 0 });
  const id = lastId;
  return {
    setProgress: (progress: number) =>
      update(toasts.map((shown) => (shown.id === id ? { ...shown, progress } : shown))),
    dismiss: () => dismissToast(id),
  };
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useToasts = (): readonly Toast[] => useSyncExternalStore(subscribe, () => toasts);
