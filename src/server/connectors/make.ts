import * as z from "zod";
import { defineConnector, secret } from "./connector.ts";
import { type TestResult, testPassed } from "./test-result.ts";
import { jsonPost } from "./vendor-request.ts";
import { describeFailure, readTextResponse } from "./vendor-response.ts";

const label = "Make";

/** Make answers in plain text unless the scenario answers itself. */
export const checkMake = (status: number, text: string): TestResult =>
  status === 200 && text.trim() === "Accepted"
    ? testPassed({
        en: "Received; the test ran the scenario if it is on",
        es: "Recibido; la prueba ejecutó el escenario si está activo",
      })
    : describeFailure(label, { status, json: text.trim() });

export const make = defineConnector({
  id: "make",
  label,
  group: "automation",
  settings: z.strictObject({
    webhookUrl: secret(
      "Webhook URL",
      z.string().regex(/^\s*https:\/\/hook\.[a-z0-9]+(\.[a-z0-9]+)?\.make\.com\/\w+\s*$/),
    ),
  }),
  baseUrl: () => "https://hook.us1.make.com",
  allow: "public",
  sample: { webhookUrl: "https://hook.us1.make.com/sandbox" },
  test: async ({ settings, send }) => {
    const { origin, pathname } = new URL(settings.webhookUrl ?? "");
    const result = readTextResponse(
      label,
      await send({ host: origin, path: pathname, ...jsonPost({ test: true }) }),
    );
    return result.ok ? checkMake(result.status, result.text) : result.failure;
  },
});
