import type { RefObject } from "react";
import { useShortcuts } from "./keyboard.ts";

/**
 * `j` and `k` move the focus between cards; further keys act on the focused card. Each card has `data-card-frame`
 * and contains one focusable element with its id in `data-card`.
 */
export const useCardKeys = (
  list: RefObject<HTMLElement | null>,
  keys: Record<string, (id: string) => void>,
): void => {
  const cards = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-card]") ?? [])];
  const isFocused = (card: HTMLElement) =>
    card.closest("[data-card-frame]")?.contains(document.activeElement) ?? false;
  const moveFocus = (by: number) => {
    const elements = cards();
    const current = elements.findIndex(isFocused);
    elements[current < 0 ? 0 : Math.min(elements.length - 1, Math.max(0, current + by))]?.focus();
  };
  const onFocused = (run: (id: string) => void) => () => {
    const id = cards().find(isFocused)?.dataset.card;
    if (id) run(id);
  };
  useShortcuts({
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
    ...Object.fromEntries(Object.entries(keys).map(([key, run]) => [key, onFocused(run)])),
  });
};
