import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { auditFilters } from "#contract/compliance.ts";
import { useCommands } from "#web/lib/commands.ts";
import { type AuditLogFilter, exportUrl } from "./use-audit.ts";

/** What the command palette offers here: each filter and, to an administrator, each export. */
export const useAuditCommands = (
  filter: AuditLogFilter,
  setFilter: (change: { type: string }) => void,
  mayExport: boolean,
): void => {
  const { t } = useTranslation();
  useCommands(
    useMemo(() => {
      const filters = ["", ...auditFilters] as const;
      const exports = mayExport ? (["csv", "jsonl"] as const) : [];
      return [
        ...filters.map((type) => ({
          id: `audit ${type}`,
          label: `${t("compliance.log.title")}: ${t(type === "" ? "compliance.log.all" : `compliance.log.type.${type}`)}`,
          run: () => setFilter({ type }),
        })),
        ...exports.map((format) => ({
          id: `audit export ${format}`,
          label: `${t("compliance.export.label")}: ${t(`compliance.export.${format}`)}`,
          run: () => location.assign(exportUrl(format, filter)),
        })),
      ];
    }, [t, filter, setFilter, mayExport]),
  );
};
