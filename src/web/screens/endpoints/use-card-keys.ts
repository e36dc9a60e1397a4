import { type RefObject, useMemo } from "react";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { useShortcuts } from "#web/lib/keyboard.ts";

/** `j` and `k` walk through the cards, Enter opens the one in focus as any link, `e` edits it. */
export const useEndpointCardKeys = (
  list: RefObject<HTMLElement | null>,
  endpoints: readonly IngestionEndpoint[],
  onEdit: (endpoint: IngestionEndpoint) => void,
): void => {
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>("a[data-endpoint]") ?? [])];
  const step = (by: number) => {
    const cardLinks = links();
    const current = cardLinks.findIndex((link) => link.closest("li")?.contains(document.activeElement));
    const next = current < 0 ? 0 : Math.min(cardLinks.length - 1, Math.max(0, current + by));
    cardLinks[next]?.focus();
  };
  const byId = useMemo(() => new Map(endpoints.map((endpoint) => [endpoint.id, endpoint])), [endpoints]);
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
