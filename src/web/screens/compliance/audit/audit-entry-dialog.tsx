import { useTranslation } from "react-i18next";
import type { AuditEntry } from "#contract/compliance.ts";
import { useFormat } from "#web/lib/format.ts";
import { DetailRow } from "#web/screens/compliance/fact.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { actorLabel, eventTypeLabel, statusLabel, statusTone } from "./audit-words.ts";

/** All of an entry that a row has no room for. */
export const AuditEntryDialog = ({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) => {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Dialog open onOpenChange={onClose} title={t("compliance.log.entry", { seq: format.number(entry.seq) })}>
      <dl>
        <DetailRow label={t("compliance.log.description")}>{entry.description}</DetailRow>
        <DetailRow label={t("compliance.log.timestamp")}>{format.dateTime(entry.createdAt)}</DetailRow>
        <DetailRow label={t("compliance.log.eventType")}>{eventTypeLabel(t, entry.eventType)}</DetailRow>
        <DetailRow label={t("compliance.log.user")}>{actorLabel(t, entry)}</DetailRow>
        {entry.entityType && (
          <DetailRow
            label={t("compliance.log.entity")}
          >{`${entry.entityType} ${entry.entityId ?? ""}`}</DetailRow>
        )}
        <DetailRow label={t("compliance.log.status")}>
          <Badge tone={statusTone(entry.status)}>{statusLabel(t, entry.status)}</Badge>
        </DetailRow>
        <DetailRow label={t("compliance.log.entryId")}>{entry.id}</DetailRow>
      </dl>
    </Dialog>
  );
};
