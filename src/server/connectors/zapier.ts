import * as z from "zod";
import { defineConnector, secret } from "./connector.ts";
import { jsonPost, responseCheck, singleRequestTest } from "./vendor-request.ts";

const label = "Zapier";

/** A catch hook accepts everything, so the message does not claim more than that. */
export const checkZapier = responseCheck(label, z.object({ status: z.literal("success") }), () => ({
  en: "Received; the test ran the workflow if it is on",
  es: "Recibido; la prueba ejecutó el flujo si está activo",
}));

export const zapier = defineConnector({
  id: "zapier",
  label,
  group: "automation",
  settings: z.strictObject({
    webhookUrl: secret(
      "Webhook URL",
      z.string().regex(/^\s*https:\/\/hooks\.zapier\.com\/hooks\/[\w/-]+\s*$/),
    ),
  }),
  baseUrl: () => "https://hooks.zapier.com",
  allow: "public",
  sample: { webhookUrl: "https://hooks.zapier.com/hooks/catch/1/sandbox/" },
  test: singleRequestTest(
    label,
    ({ webhookUrl }) => ({ path: new URL(webhookUrl ?? "").pathname, ...jsonPost({ test: true }) }),
    checkZapier,
  ),
});
