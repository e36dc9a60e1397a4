import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { AuditLogEntry } from "#contract/compliance.ts";
import { auditEntityLabels } from "#domain/audit/audit-labels.ts";
import { labelOf } from "#domain/texts/value-labels.ts";
import { useFormat } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import type { DataColumn } from "#web/ui/data-table.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { timeColumn } from "#web/ui/time-column.tsx";
import { DetailRow } from "./detail-row.tsx";

const translatedTypes = ["data_change", "settings_update", "failed_action", "sign_in", "tool_call"] as const;

/** An event type without a translation is shown as stored. */
const eventTypeLabel = (t: TFunction, eventType: string): string => {
  const translated = translatedTypes.find((type) => type === eventType);
  return translated ? t(`compliance.log.type.${translated}`) : eventType;
};

/** The id remains when the user account was deleted; neither means the system acted. */
const actorLabel = (t: TFunction, { userEmail, userId }: AuditLogEntry): string =>
  userEmail ?? userId ?? t("compliance.log.system");

const statusLabel = (t: TFunction, status: string): string =>
  status === "success" || status === "failure" ? t(`compliance.log.${status}`) : status;

const statusTone = (status: string): "ok" | "bad" => (status === "success" ? "ok" : "bad");

/** Entries are paged by the server, so the table cannot sort them. */
export const auditColumns = (
  t: TFunction,
  format: ReturnType<typeof useFormat>,
  onOpen: (entry: AuditLogEntry) => void,
): DataColumn<AuditLogEntry>[] => [
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
        <span className="flex items-center gap-2">
          <span className="min-w-0 truncate">{original.description}</span>
          {original.isDemo && <Badge>{t("compliance.log.demo")}</Badge>}
        </span>
        {/* Columns hidden on narrow screens. */}
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

export const AuditEntryDialog = ({ entry, onClose }: { entry: AuditLogEntry; onClose: () => void }) => {
  const { t, i18n } = useTranslation();
  const language = i18n.language === "es" ? "es" : "en";
  const format = useFormat();
  return (
    <Dialog open onOpenChange={onClose} title={t("compliance.log.entry", { seq: format.number(entry.seq) })}>
      <dl>
        <DetailRow label={t("compliance.log.description")}>
          {entry.description} {entry.isDemo && <Badge>{t("compliance.log.demo")}</Badge>}
        </DetailRow>
        <DetailRow label={t("compliance.log.timestamp")}>{format.dateTime(entry.createdAt)}</DetailRow>
        <DetailRow label={t("compliance.log.eventType")}>{eventTypeLabel(t, entry.eventType)}</DetailRow>
        <DetailRow label={t("compliance.log.user")}>{actorLabel(t, entry)}</DetailRow>
        {entry.entityType && (
          <DetailRow
            label={t("compliance.log.entity")}
          >{`${labelOf(auditEntityLabels, entry.entityType, language)} ${entry.entityId ?? ""}`}</DetailRow>
        )}
        <DetailRow label={t("compliance.log.status")}>
          <Badge tone={statusTone(entry.status)}>{statusLabel(t, entry.status)}</Badge>
        </DetailRow>
        <DetailRow label={t("compliance.log.entryId")}>{entry.id}</DetailRow>
      </dl>
    </Dialog>
  );
};
