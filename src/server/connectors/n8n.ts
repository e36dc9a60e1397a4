import * as z from "zod";
import { defineConnector, destination, secret } from "./connector.ts";
import { connectedText, responseCheck, singleRequestTest } from "./vendor-request.ts";

const label = "n8n";

export const checkN8n = responseCheck(label, z.object({ data: z.array(z.unknown()) }), () => connectedText);

export const n8n = defineConnector({
  id: "n8n",
  label,
  group: "automation",
  settings: z.strictObject({
    apiKey: secret("API Key"),
    baseUrl: destination("Base URL", "https://n8n.example.com"),
    /** Of the production address of a webhook node; who knows it can start the workflow. */
    webhookPath: secret("Webhook path", z.string().regex(/^\s*[\w~-]+(\/[\w~-]+)*\s*$/)).meta({
      spare: true,
    }),
  }),
  baseUrl: ({ baseUrl }) => baseUrl,
  allow: "operator",
  sample: { apiKey: "sandbox", baseUrl: "https://n8n.example.com", webhookPath: "sandbox" },
  test: singleRequestTest(
    label,
    ({ apiKey }) => ({ path: "/api/v1/workflows?limit=1", headers: { "x-n8n-api-key": apiKey ?? "" } }),
    checkN8n,
  ),
});
