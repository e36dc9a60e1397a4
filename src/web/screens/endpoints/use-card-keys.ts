import { type RefObject, useMemo } from "react";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { useShortcuts } from "#web/lib/keyboard.ts";

/** `j` and `k` walk through the cards, Enter opens the one in focus as any link, `e` edits it. */
export const useCardKeys = (
  list: RefObject<HTMLElement | null>,
  cards: readonly IngestionEndpoint[],
  onEdit: (endpoint: IngestionEndpoint) => void,
): void => {
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>("a[data-endpoint]") ?? [])];
  const step = (by: number) => {
    const all = links();
    const at = all.findIndex((link) => link.closest("li")?.contains(document.activeElement));
    const next = at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + by));
    all[next]?.focus();
  };
  const byId = useMemo(() => new Map(cards.map((card) => [card.id, card])), [cards]);
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    e: () => {
      const focused = links().find((link) => link.closest("li")?.contains(document.activeElement));
      const endpoint = byId.get(focused?.dataset.endpoint ?? "");
      if (endpoint) onEdit(endpoint);
    },
  });
};
