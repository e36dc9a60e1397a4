import type { EmbeddingModel, LanguageModel } from "ai";
import * as z from "zod";
import { type Connector, defineConnector, secret, type VendorRequest } from "./connector.ts";
import { type LocalizedText, type TestResult, testPassed } from "./test-result.ts";
import { connectedText, maxListBytes, singleRequestTest } from "./vendor-request.ts";
import type { VendorResponse } from "./vendor-response.ts";

const settings = z.strictObject({
  apiKey: secret("API Key"),
  model: z.string().trim().max(120).optional(),
});
export type AiConnector = Omit<Connector<string, typeof settings>, "baseUrl"> & {
  /** The vendor's only host. */
  baseUrl: () => string;
  /** Loads the vendor's SDK, which is large, when a model is first called. */
  createModel: CreateModel;
  /** Undefined where the vendor has no embedding API. */
  createEmbeddingModel: CreateEmbeddingModel | undefined;
};
type CreateEmbeddingModel = (
  apiKey: string,
  model: string,
  fetch: typeof globalThis.fetch,
) => Promise<EmbeddingModel>;
type CreateModel = (apiKey: string, model: string, fetch: typeof globalThis.fetch) => Promise<LanguageModel>;

/** The test of an AI vendor lists models and spends no tokens. */
export const defineAiVendor = (vendor: {
  id: string;
  label: string;
  host: string;
  buildRequest: (apiKey: string) => VendorRequest;
  check: (response: VendorResponse, model: string | undefined) => TestResult;
  createModel: CreateModel;
  createEmbeddingModel?: CreateEmbeddingModel;
}): AiConnector => ({
  createModel: vendor.createModel,
  createEmbeddingModel: vendor.createEmbeddingModel,
  ...defineConnector({
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
        () => ({ maxBytes: maxListBytes, ...vendor.buildRequest(context.settings.apiKey ?? "") }),
        (response) => vendor.check(response, context.settings.model),
      )(context),
  }),
  baseUrl: () => vendor.host,
});

/** Passes, with a warning where the vendor does not list the chosen model. */
export const modelListResult = (offered: readonly string[], model: string | undefined): TestResult =>
  testPassed(model && offered.length > 1 && !offered.includes(model) ? unlisted(model) : connectedText);

const unlisted = (model: string): LocalizedText => ({
  en: `Connected, but the vendor does not list the model ${model}`,
  es: `Conectado, pero el proveedor no ofrece el modelo ${model}`,
});
