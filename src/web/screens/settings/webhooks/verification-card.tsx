import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#web/ui/card.tsx";
import { CodeBlock } from "#web/ui/code-block.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";

const examples = {
  typescript: `import { Webhook } from "standardwebhooks";

// The raw body as it arrived: parsing and printing it again changes the bytes.
app.post("/faro", express.raw({ type: "application/json" }), (request, response) => {
  try {
    const event = new Webhook(process.env.FARO_WEBHOOK_SECRET).verify(request.body, request.headers);
    // The same webhook-id may come again: an event that is already processed needs no work.
    handle(request.headers["webhook-id"], event);
    response.sendStatus(204);
  } catch {
    response.sendStatus(401);
  }
});`,
  python: `import os
from flask import Flask, request
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

app = Flask(__name__)

@app.post("/faro")
def faro():
    try:
        event = Webhook(os.environ["FARO_WEBHOOK_SECRET"]).verify(request.get_data(), dict(request.headers))
    except WebhookVerificationError:
        return "", 401
    handle(request.headers["webhook-id"], event)
    return "", 204`,
  shell: `# The signature of a stored body, to compare with the header webhook-signature (v1,…)
key=$(printf %s "\${FARO_WEBHOOK_SECRET#whsec_}" | base64 -d | xxd -p -c 256)
{ printf '%s.%s.' "$WEBHOOK_ID" "$WEBHOOK_TIMESTAMP"; cat body.json; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64`,
} as const;
type Language = keyof typeof examples;
const labels: Record<Language, string> = { typescript: "TypeScript", python: "Python", shell: "Shell" };

/** How a receiver checks that a request comes from here. */
export const VerificationCard = () => {
  const { t } = useTranslation();
  const [language, setLanguage] = useState<Language>("typescript");
  return (
    <Card
      title={t("webhooks.verify")}
      caption={t("webhooks.verifyText")}
      aside={
        <SegmentedControl
          label={t("webhooks.verify")}
          value={language}
          onChange={setLanguage}
          options={(Object.keys(examples) as Language[]).map((id) => ({ id, label: labels[id] }))}
        />
      }
    >
      <CodeBlock code={examples[language]} label={t("api.copyExample")} />
    </Card>
  );
};
