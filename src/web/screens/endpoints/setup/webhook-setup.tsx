import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { Field } from "#web/ui/field.tsx";
import { RotateUrlDialog } from "./rotate-dialog.tsx";
import { toWebhookSender } from "./sender.ts";
import { SnippetTabs } from "./snippet-tabs.tsx";

const SigningInfo = ({ endpoint }: { endpoint: IngestionEndpoint }) => {
  const { t } = useTranslation();
  const { authMethod, settings } = endpoint;
  const { preset, header, timestampHeader } = settings.signature;
  const sendsKey = authMethod === "api_key" || preset === "generic";
  const isMeta = preset === "meta" || settings.verifyToken !== null;
  return (
    <div className="grid gap-1.5 text-sm text-soft">
      <p>
        {authMethod === "api_key_secret_key" && !sendsKey
          ? t("endpoints.setup.auth.signature")
          : t(`endpoints.setup.auth.${authMethod}`)}
      </p>
      {(authMethod === "api_key" || authMethod === "api_key_secret_key") && sendsKey && (
        <p>{t("endpoints.setup.keyPlace")}</p>
      )}
      {authMethod === "api_key_secret_key" && (
        <p>
          {preset !== "generic"
            ? t(`endpoints.setup.sign.${preset}`)
            : timestampHeader === null
              ? t("endpoints.setup.sign.generic", { header })
              : t("endpoints.setup.sign.genericTimed", { header, timestamp: timestampHeader })}
        </p>
      )}
      {isMeta && (
        <p>{t(settings.verifyToken === null ? "endpoints.setup.meta" : "endpoints.setup.metaSet")}</p>
      )}
    </div>
  );
};

export const WebhookSetup = ({ endpoint }: { endpoint: IngestionEndpoint }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const mayChange = useMay("operator");
  const [rotating, setRotating] = useState(false);
  const sender = toWebhookSender(endpoint);
  return (
    <div className="grid gap-4">
      <Card>
        <div className="grid max-w-3xl gap-4">
          {endpoint.webhookUrl && (
            <Field label={t("endpoints.setup.url")} hint={t("endpoints.setup.urlHint")}>
              <CopyField value={endpoint.webhookUrl} />
            </Field>
          )}
          <SigningInfo endpoint={endpoint} />
          <div className="flex flex-wrap items-center gap-3">
            {mayChange && (
              <Button size="sm" onClick={() => setRotating(true)}>
                <RefreshCw aria-hidden="true" />
                {t("endpoints.setup.rotate")}
              </Button>
            )}
            {endpoint.previousUrlUntil && (
              <p className="text-sm text-warn">
                {t("endpoints.setup.oldUntil", { time: format.dateTime(endpoint.previousUrlUntil) })}
              </p>
            )}
            {endpoint.previousSecretUntil && (
              <p className="text-sm text-warn">
                {t("endpoints.setup.oldSecretUntil", { time: format.dateTime(endpoint.previousSecretUntil) })}
              </p>
            )}
          </div>
        </div>
      </Card>
      {sender && (
        <Card title={t("endpoints.setup.snippets")}>
          <SnippetTabs sender={sender} hasPlaceholders={endpoint.authMethod !== "none"} />
        </Card>
      )}
      {rotating && <RotateUrlDialog endpoint={endpoint} onClose={() => setRotating(false)} />}
    </div>
  );
};
