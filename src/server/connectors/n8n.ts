import * as z from "zod";
import { defineConnector, destination, secret } from "./connector.ts";
import { connected, judge, probe } from "./probe.ts";

const label = "n8n";

export const judgeN8n = judge(label, z.object({ data: z.array(z.unknown()) }), () => connected);

export const n8n = defineConnector({
  id: "n8n",
  label,
  group: "automation",
  settings: z.strictObject({
    apiKey: secret("API Key"),
    baseUrl: destination("Base URL", "https://n8n.example.com"),
  }),
  baseUrl: ({ baseUrl }) => baseUrl,
  allow: "operator",
  sample: { apiKey: "sandbox", baseUrl: "https://n8n.example.com" },
  test: probe(
    label,
    ({ apiKey }) => ({ path: "/api/v1/workflows?limit=1", headers: { "x-n8n-api-key": apiKey ?? "" } }),
    judgeN8n,
  ),
});
