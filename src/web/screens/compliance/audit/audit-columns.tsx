import type { TFunction } from "i18next";
import type { AuditEntry } from "#contract/compliance.ts";
import type { useFormat } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import type { DataColumn } from "#web/ui/data-table.tsx";
import { timeColumn } from "#web/ui/time-column.tsx";
import { actorLabel, eventTypeLabel, statusLabel, statusTone } from "./audit-words.ts";

/** Only the server knows the order of all entries, so no column can be sorted here. */
export const auditColumns = (
  t: TFunction,
  format: ReturnType<typeof useFormat>,
  onOpen: (entry: AuditEntry) => void,
): DataColumn<AuditEntry>[] => [
  timeColumn(t("compliance.log.timestamp"), format.dateTime),
  {
    id: "eventType",
    header: t("compliance.log.eventType"),
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <span className="whitespace-nowrap">{eventTypeLabel(t, original.eventType)}</span>
    ),
    meta: { className: "hidden md:table-cell" },
  },
  {
    id: "user",
    header: t("compliance.log.user"),
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <span className="block max-w-48 truncate text-soft">{actorLabel(t, original)}</span>
    ),
    meta: { className: "hidden lg:table-cell" },
  },
  {
    id: "description",
    header: t("compliance.log.description"),
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <button
        type="button"
        onClick={() => onOpen(original)}
        className="block w-full min-w-0 rounded py-1 text-left hover:text-sea"
      >
        <span className="block truncate">{original.description}</span>
        {/* What has no column of its own on a narrow screen. */}
        <span className="block truncate text-faint text-xs leading-[15px] sm:hidden">
          {`${format.dateTime(original.createdAt)} · ${actorLabel(t, original)}`}
        </span>
      </button>
    ),
    meta: { className: "max-w-0 w-full" },
  },
  {
    id: "status",
    header: t("compliance.log.status"),
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <Badge tone={statusTone(original.status)}>{statusLabel(t, original.status)}</Badge>
    ),
    meta: { className: "text-right" },
  },
];
