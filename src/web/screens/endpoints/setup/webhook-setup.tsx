import { RefreshCw } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { endpointsApi, type IngestionEndpoint } from "#contract/endpoints.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { isSystemEndpoint } from "#web/screens/endpoints/system-endpoint.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { CodeBlock } from "#web/ui/code-block.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Input } from "#web/ui/input.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { n8nSnippet } from "./n8n-snippet.ts";
import { curlSnippet, scriptSnippet } from "./snippets.ts";
import { toWebhookSender, type WebhookSender } from "./webhook-sender.ts";

const maxOverlapHours = 720;

type RotateUrlDialogProps = { endpoint: IngestionEndpoint; onClose: () => void };

/** Creates a new URL. The old one stays valid for the overlap. */
const RotateUrlDialog = ({ endpoint, onClose }: RotateUrlDialogProps) => {
  const { t } = useTranslation();
  const rotate = useApiMutation(endpointsApi.rotateUrl);
  const [typed, setTyped] = useState("24");
  const [error, setError] = useState<string>();
  const [refusal, setRefusal] = useState<string>();

  const hoursError = (hours: number): string | undefined => {
    if (typed.trim() === "" || !Number.isInteger(hours)) return t("validation.number");
    if (hours < 0) return t("validation.atLeast", { min: 0 });
    return hours > maxOverlapHours ? t("validation.atMost", { max: maxOverlapHours }) : undefined;
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const overlapHours = Number(typed);
    const invalid = hoursError(overlapHours);
    setError(invalid);
    if (invalid) return;
    try {
      await rotate.mutateAsync({ params: { id: endpoint.id }, body: { overlapHours } });
      toast({ title: t("success.title"), description: t("endpoints.setup.rotated") });
      onClose();
    } catch (failure) {
      const failed = t("endpoints.setup.rotateFailed");
      toast({ title: t("error.title"), description: failed, variant: "destructive" });
      setRefusal(serverMessage(failure) ?? failed);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("endpoints.setup.rotateTitle")}
      description={t("endpoints.setup.rotateText")}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Field
          label={t("endpoints.setup.overlap")}
          hint={t("endpoints.setup.overlapHint")}
          error={error}
          required
        >
          <Input inputMode="numeric" value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
        {refusal && <FormAlert>{refusal}</FormAlert>}
        <DialogActions>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button type="submit" variant="primary" disabled={rotate.isPending}>
            {t("endpoints.setup.rotate")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};

type SnippetId = "curl" | "javascript" | "n8n";

const SnippetTabs = ({ sender, hasPlaceholders }: { sender: WebhookSender; hasPlaceholders: boolean }) => {
  const { t } = useTranslation();
  const [selected, setSelected] = useState<SnippetId>("curl");
  const n8n = n8nSnippet(sender);
  const snippets: [SnippetId, string][] = [
    ["curl", curlSnippet(sender)],
    ["javascript", scriptSnippet(sender)],
    ...(n8n === undefined ? [] : [["n8n", n8n] satisfies [SnippetId, string]]),
  ];
  return (
    <div className="grid gap-3">
      {hasPlaceholders && <p className="text-sm text-soft">{t("endpoints.setup.placeholders")}</p>}
      <Tabs
        label={t("endpoints.setup.snippets")}
        value={snippets.some(([id]) => id === selected) ? selected : "curl"}
        onChange={setSelected}
        tabs={snippets.map(([id, code]) => ({
          id,
          label: t(`endpoints.setup.${id}`),
          content: (
            <div className="grid gap-2">
              {id === "n8n" && <p className="text-sm text-soft">{t("endpoints.setup.n8nHint")}</p>}
              <CodeBlock
                code={code}
                label={t("endpoints.setup.copySnippet", { name: t(`endpoints.setup.${id}`) })}
              />
            </div>
          ),
        }))}
      />
    </div>
  );
};

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
  const mayChange = useMay("endpoints", "work");
  const [rotating, setRotating] = useState(false);
  const sender = toWebhookSender(endpoint);
  if (isSystemEndpoint(endpoint, mayChange))
    return (
      <Card>
        <p className="text-sm text-soft">{t("endpoints.setup.system")}</p>
      </Card>
    );
  return (
    <div className="grid gap-4">
      <Card>
        <div className="grid max-w-3xl gap-4">
          {endpoint.webhookUrl ? (
            <Field label={t("endpoints.setup.url")} hint={t("endpoints.setup.urlHint")}>
              <CopyField value={endpoint.webhookUrl} />
            </Field>
          ) : (
            !mayChange && <p className="text-sm text-soft">{t("endpoints.setup.addressHidden")}</p>
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
