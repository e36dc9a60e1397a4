import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { useCommands } from "#web/lib/commands.ts";
import { useShortcuts } from "#web/lib/keyboard.ts";
import { useMay } from "#web/lib/session.ts";
import type { Doing } from "./endpoint-dialogs.tsx";
import { type TabId, tabIds } from "./use-view.ts";

/** What the command palette offers on an endpoint, and `e` to edit it. */
export const useEndpointCommands = (
  endpoint: IngestionEndpoint,
  onDo: (doing: Doing) => void,
  goTo: (tab: TabId) => void,
): void => {
  const { t } = useTranslation();
  const mayChange = useMay("operator");
  useShortcuts({ e: () => onDo({ kind: "edit", endpoint }) });
  useCommands(
    useMemo(
      () => [
        ...(mayChange
          ? (["test", "edit", "duplicate", "delete"] as const).map((kind) => ({
              id: `endpoint ${kind}`,
              label: t(kind === "delete" ? "endpoints.remove" : `endpoints.${kind}`),
              run: () => onDo({ kind, endpoint }),
            }))
          : []),
        ...tabIds
          .filter((id) => mayChange || id !== "replay")
          .map((id) => ({
            id: `endpoint tab ${id}`,
            label: `${endpoint.name}: ${t(`endpoints.tab.${id}`)}`,
            run: () => goTo(id),
          })),
      ],
      [t, mayChange, endpoint, onDo, goTo],
    ),
  );
};
