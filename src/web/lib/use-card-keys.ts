import type { RefObject } from "react";
import { useShortcuts } from "./keyboard.ts";

/** `j` and `k` walk through cards; further keys act on the card in focus. Each holds one element with `data-card`. */
export const useCardKeys = (
  list: RefObject<HTMLElement | null>,
  keys: Record<string, (id: string) => void>,
): void => {
  const cards = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-card]") ?? [])];
  const isInFocus = (card: HTMLElement) =>
    card.closest("[data-card-frame]")?.contains(document.activeElement) ?? false;
  const step = (by: number) => {
    const all = cards();
    const at = all.findIndex(isInFocus);
    all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + by))]?.focus();
  };
  const onFocused = (run: (id: string) => void) => () => {
    const id = cards().find(isInFocus)?.dataset.card;
    if (id) run(id);
  };
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    ...Object.fromEntries(Object.entries(keys).map(([key, run]) => [key, onFocused(run)])),
  });
};
