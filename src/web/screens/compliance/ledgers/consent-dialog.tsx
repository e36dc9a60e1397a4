import { useTranslation } from "react-i18next";
import type { ConsentRecord } from "#contract/ledgers.ts";
import { formatConsentProof } from "#web/lib/consent-proof.ts";
import { useFormat } from "#web/lib/format.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Fact } from "#web/screens/compliance/fact.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { consentTones } from "./consent-tones.ts";
import { PersonLink } from "./person-link.tsx";

/** A consent with everything that shows it. */
export const ConsentDialog = ({ record, onClose }: { record: ConsentRecord; onClose: () => void }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const worded = useWorded();
  return (
    <Dialog open onOpenChange={onClose} title={t("compliance.ledger.consent")}>
      <dl>
        <Fact label={t("compliance.ledger.person")}>
          <PersonLink id={record.personId} name={record.personName} />
        </Fact>
        <Fact label={t("compliance.ledger.stateLabel")}>
          <Badge tone={consentTones[record.state]}>{t(`compliance.ledger.state.${record.state}`)}</Badge>
        </Fact>
        <Fact label={t("compliance.ledger.channel")}>{t(`people.consent.${record.channel}`)}</Fact>
        <Fact label={t("compliance.ledger.purposeLabel")}>
          {t(`compliance.ledger.purpose.${record.purpose}`)}
        </Fact>
        <Fact label={t("compliance.ledger.methodLabel")}>
          {worded("compliance.ledger.method", record.method)}
          {record.written ? ` · ${t("compliance.ledger.written")}` : ""}
        </Fact>
        <Fact label={t("compliance.ledger.proof")}>
          {formatConsentProof(record.proof) ?? t("compliance.ledger.noProof")}
        </Fact>
        <Fact label={t("compliance.log.user")}>{record.actorEmail ?? t("compliance.log.system")}</Fact>
        <Fact label={t("compliance.log.timestamp")}>{format.dateTime(record.createdAt)}</Fact>
      </dl>
    </Dialog>
  );
};
