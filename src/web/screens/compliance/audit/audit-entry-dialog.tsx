import { useTranslation } from "react-i18next";
import type { AuditLogEntry } from "#contract/compliance.ts";
import { useFormat } from "#web/lib/format.ts";
import { Fact } from "#web/screens/compliance/fact.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { actorWords, eventTypeWords, statusTone, statusWords } from "./audit-words.ts";

/** All of an entry that a row has no room for. */
export const AuditEntryDialog = ({ entry, onClose }: { entry: AuditLogEntry; onClose: () => void }) => {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Dialog open onOpenChange={onClose} title={t("compliance.log.entry", { seq: format.number(entry.seq) })}>
      <dl>
        <Fact label={t("compliance.log.description")}>{entry.description}</Fact>
        <Fact label={t("compliance.log.timestamp")}>{format.dateTime(entry.createdAt)}</Fact>
        <Fact label={t("compliance.log.eventType")}>{eventTypeWords(t, entry.eventType)}</Fact>
        <Fact label={t("compliance.log.user")}>{actorWords(t, entry)}</Fact>
        {entry.entityType && (
          <Fact label={t("compliance.log.entity")}>{`${entry.entityType} ${entry.entityId ?? ""}`}</Fact>
        )}
        <Fact label={t("compliance.log.status")}>
          <Badge tone={statusTone(entry.status)}>{statusWords(t, entry.status)}</Badge>
        </Fact>
        <Fact label={t("compliance.log.entryId")}>{entry.id}</Fact>
      </dl>
    </Dialog>
  );
};
