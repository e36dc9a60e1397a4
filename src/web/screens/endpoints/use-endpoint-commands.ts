import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { useCommands } from "#web/lib/commands.ts";
import { useShortcuts } from "#web/lib/keyboard.ts";
import { useMay } from "#web/lib/session.ts";
import type { EndpointAction } from "./endpoint-dialogs.tsx";
import { type EndpointTabId, endpointTabIds } from "./use-view.ts";

/** What the command palette offers on an endpoint, and `e` to edit it. */
export const useEndpointCommands = (
  endpoint: IngestionEndpoint,
  onAction: (action: EndpointAction) => void,
  setTab: (tab: EndpointTabId) => void,
): void => {
  const { t } = useTranslation();
  const mayChange = useMay("operator");
  useShortcuts({ e: () => onAction({ kind: "edit", endpoint }) });
  useCommands(
    useMemo(
      () => [
        ...(mayChange
          ? (["test", "edit", "duplicate", "delete"] as const).map((kind) => ({
              id: `endpoint ${kind}`,
              label: t(kind === "delete" ? "endpoints.remove" : `endpoints.${kind}`),
              run: () => onAction({ kind, endpoint }),
            }))
          : []),
        ...endpointTabIds
          .filter((id) => mayChange || id !== "replay")
          .map((id) => ({
            id: `endpoint tab ${id}`,
            label: `${endpoint.name}: ${t(`endpoints.tab.${id}`)}`,
            run: () => setTab(id),
          })),
      ],
      [t, mayChange, endpoint, onAction, setTab],
    ),
  );
};
