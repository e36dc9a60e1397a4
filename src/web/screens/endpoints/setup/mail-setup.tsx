import { useTranslation } from "react-i18next";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { useMay } from "#web/lib/session.ts";
import { RelativeTime } from "#web/screens/endpoints/events/event-columns.tsx";
import { Card } from "#web/ui/card.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { Field } from "#web/ui/field.tsx";
import { NextRun, SetupItem, SetupList } from "./facts.tsx";
import { PullNowButton } from "./pull-now.tsx";

export const MailSetup = ({ endpoint }: { endpoint: IngestionEndpoint }) => {
  const { t } = useTranslation();
  const mayChange = useMay("operator");
  const { mailbox } = endpoint.settings;
  return (
    <div className="grid gap-4">
      <Card title={t("endpoints.setup.mailAddress")}>
        <div className="grid max-w-3xl gap-3">
          {endpoint.mailAddress ? (
            <Field label={t("endpoints.mail.address")} hint={t("endpoints.setup.urlHint")}>
              <CopyField value={endpoint.mailAddress} />
            </Field>
          ) : (
            <p className="text-sm text-soft">{t("endpoints.mail.off")}</p>
          )}
        </div>
      </Card>
      <Card title={t("endpoints.setup.mailbox")}>
        <div className="grid max-w-3xl gap-5">
          {mailbox ? (
            <SetupList>
              <SetupItem name={t("endpoints.setup.mailbox")}>
                {t("endpoints.setup.mailboxReads", mailbox)}
              </SetupItem>
              <SetupItem name={t("endpoints.setup.nextRun")}>
                <NextRun at={endpoint.nextPullAt} />
              </SetupItem>
              <SetupItem name={t("endpoints.lastEvent")}>
                {endpoint.lastEventAt ? (
                  <RelativeTime instant={endpoint.lastEventAt} />
                ) : (
                  t("endpoints.never")
                )}
              </SetupItem>
              <SetupItem name={t("endpoints.lastError")}>
                {endpoint.lastError ?? t("endpoints.setup.noError")}
              </SetupItem>
            </SetupList>
          ) : (
            <p className="text-sm text-soft">{t("endpoints.setup.mailboxNone")}</p>
          )}
          {mailbox && mayChange && <PullNowButton endpoint={endpoint} />}
        </div>
      </Card>
    </div>
  );
};
