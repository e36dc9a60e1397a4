import { useTranslation } from "react-i18next";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { useMay } from "#web/lib/session.ts";
import { When } from "#web/screens/endpoints/events/event-columns.tsx";
import { Card } from "#web/ui/card.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { Field } from "#web/ui/field.tsx";
import { Fact, Facts, NextRun } from "./facts.tsx";
import { PullNow } from "./pull-now.tsx";

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
            <Facts>
              <Fact name={t("endpoints.setup.mailbox")}>{t("endpoints.setup.mailboxReads", mailbox)}</Fact>
              <Fact name={t("endpoints.setup.nextRun")}>
                <NextRun at={endpoint.nextPullAt} />
              </Fact>
              <Fact name={t("endpoints.lastEvent")}>
                {endpoint.lastEventAt ? <When instant={endpoint.lastEventAt} /> : t("endpoints.never")}
              </Fact>
              <Fact name={t("endpoints.lastError")}>
                {endpoint.lastError ?? t("endpoints.setup.noError")}
              </Fact>
            </Facts>
          ) : (
            <p className="text-sm text-soft">{t("endpoints.setup.mailboxNone")}</p>
          )}
          {mailbox && mayChange && <PullNow endpoint={endpoint} />}
        </div>
      </Card>
    </div>
  );
};
