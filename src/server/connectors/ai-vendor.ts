import * as z from "zod";
import { type Connector, defineConnector, secret, type VendorRequest } from "./connector.ts";
import { type LocalizedText, type TestResult, testPassed } from "./test-result.ts";
import { connectedText, singleRequestTest } from "./vendor-request.ts";
import type { VendorResponse } from "./vendor-response.ts";

const settings = z.strictObject({
  apiKey: secret("API Key"),
  model: z.string().trim().max(120).optional(),
});
export type AiConnector = Connector<string, typeof settings>;

/** An AI vendor's test lists models and spends no tokens. */
export const defineAiVendor = (vendor: {
  id: string;
  label: string;
  host: string;
  call: (apiKey: string) => VendorRequest;
  judge: (reply: VendorResponse, model: string | undefined) => TestResult;
}): AiConnector =>
  defineConnector({
    id: vendor.id,
    label: vendor.label,
    group: "ai",
    settings,
    baseUrl: () => vendor.host,
    allow: "public",
    sample: { apiKey: "sandbox" },
    test: (context) =>
      singleRequestTest(
        vendor.label,
        () => ({ maxBytes: 4_194_304, ...vendor.call(context.settings.apiKey ?? "") }),
        (reply) => vendor.judge(reply, context.settings.model),
      )(context),
  });

/** The key is good; whether the chosen model is offered is worth a word. */
export const modelListResult = (offered: readonly string[], model: string | undefined): TestResult =>
  testPassed(model && offered.length > 1 && !offered.includes(model) ? unlisted(model) : connectedText);

const unlisted = (model: string): LocalizedText => ({
  en: `Connected, but the vendor does not list the model ${model}`,
  es: `Conectado, pero el proveedor no ofrece el modelo ${model}`,
});
