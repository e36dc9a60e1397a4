import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { useClockText } from "#web/lib/clock.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { PullNowButton } from "#web/screens/endpoints/pull-now-button.tsx";
import { RelativeTime } from "#web/screens/endpoints/relative-time.tsx";
import { Card } from "#web/ui/card.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { Field } from "#web/ui/field.tsx";
import { WebhookSetup } from "./webhook-setup.tsx";

const SetupList = ({ children }: { children: ReactNode }) => (
  <dl className="grid gap-3 text-sm sm:grid-cols-[10rem_minmax(0,1fr)] sm:gap-y-2.5">{children}</dl>
);

const SetupItem = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0 sm:contents">
    <dt className="text-faint">{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </div>
);

const NextRun = ({ at }: { at: string | null }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const text = useClockText((now) => {
    if (at === null) return t("endpoints.setup.noNextRun");
    return Date.parse(at) <= now ? t("endpoints.setup.due") : format.dateTime(at);
  });
  return <>{text}</>;
};

const PullSetup = ({ endpoint }: { endpoint: IngestionEndpoint }) => {
  const { t } = useTranslation();
  const { schedule, pagination } = endpoint.settings.pull;
  return (
    <Card title={t("endpoints.setup.pull")}>
      <div className="grid max-w-3xl gap-5">
        <SetupList>
          <SetupItem name={t("endpoints.setup.pullUrl")}>
            {endpoint.endpointUrl ?? <span className="text-warn">{t("endpoints.setup.pullNone")}</span>}
          </SetupItem>
          <SetupItem name={t("endpoints.pull.schedule")}>
            {schedule.by === "cron" ? (
              <code className="font-mono text-xs">{schedule.cron}</code>
            ) : (
              t("endpoints.setup.everyMinutes", { count: schedule.minutes })
            )}
          </SetupItem>
          <SetupItem name={t("endpoints.pull.pagination")}>
            {t(`endpoints.pull.paginations.${pagination.by}`)}
          </SetupItem>
          <SetupItem name={t("endpoints.setup.nextRun")}>
            <NextRun at={endpoint.nextPullAt} />
          </SetupItem>
          <SetupItem name={t("endpoints.lastEvent")}>
            {endpoint.lastEventAt ? <RelativeTime instant={endpoint.lastEventAt} /> : t("endpoints.never")}
          </SetupItem>
          <SetupItem name={t("endpoints.lastError")}>
            {endpoint.lastError ?? t("endpoints.setup.noError")}
          </SetupItem>
        </SetupList>
        <PullNowButton endpoint={endpoint} />
      </div>
    </Card>
  );
};

const MailSetup = ({ endpoint }: { endpoint: IngestionEndpoint }) => {
  const { t } = useTranslation();
  const mayChange = useMay("endpoints", "work");
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
            <p className="text-sm text-soft">
              {t(mayChange ? "endpoints.mail.off" : "endpoints.setup.addressHidden")}
            </p>
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
          <PullNowButton endpoint={endpoint} />
        </div>
      </Card>
    </div>
  );
};

export const SetupTab = ({ endpoint }: { endpoint: IngestionEndpoint }) => {
  if (endpoint.type === "webhook") return <WebhookSetup endpoint={endpoint} />;
  if (endpoint.type === "pull_api") return <PullSetup endpoint={endpoint} />;
  return <MailSetup endpoint={endpoint} />;
};
