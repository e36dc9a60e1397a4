import * as z from "zod";
import { defineConnector, destination, secret } from "./connector.ts";

export const n8n = defineConnector({
  id: "n8n",
  label: "n8n",
  group: "automation",
  settings: z.strictObject({
    apiKey: secret("API Key"),
    baseUrl: destination("Base URL", "https://n8n.example.com"),
  }),
});
