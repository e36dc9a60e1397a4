import type { EmbeddingModel, LanguageModel } from "ai";
import * as z from "zod";
import type { FoundModels, ModelAbilities } from "#domain/ai/compatible.ts";
import {
  type AnyConnector,
  defineConnector,
  secret,
  type VendorContext,
  type VendorRequest,
} from "./connector.ts";
import { type LocalizedText, type TestResult, testPassed } from "./test-result.ts";
import { connectedText, maxListBytes, singleRequestTest } from "./vendor-request.ts";
import type { VendorResponse } from "./vendor-response.ts";

const settings = z.strictObject({
  apiKey: secret("API Key"),
  model: z.string().trim().max(120).optional(),
});

/** The settings of AI connectors, of which only the compatible one has an address. */
export type AiSettings = {
  apiKey?: string | null | undefined;
  model?: string | undefined;
  baseUrl?: string | undefined;
  apiVersion?: string | undefined;
};

/** Everything that a vendor's SDK needs to ask a model. */
export type ModelAccess = {
  /** Empty for a server that takes none. */
  apiKey: string;
  fetch: typeof globalThis.fetch;
  /** Undefined for vendors with a fixed address. */
  server: { baseUrl: string; apiVersion: string | undefined; abilities: ModelAbilities } | undefined;
};

type ProbedModels = { result: TestResult; found: Omit<FoundModels, "baseUrl"> | undefined };

export type AiConnector = AnyConnector & {
  /** Loads the vendor's SDK, which is large, when a model is first called. */
  createModel: CreateModel;
  /** Undefined where the vendor has no embedding API. */
  createEmbeddingModel: CreateEmbeddingModel | undefined;
  /** The connection test where it also finds out what the models can do. */
  probe?: (context: VendorContext<never>) => Promise<ProbedModels>;
};
type CreateEmbeddingModel = (model: string, access: ModelAccess) => Promise<EmbeddingModel>;
type CreateModel = (model: string, access: ModelAccess) => Promise<LanguageModel>;

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
});

/** Passes, with a warning where the vendor does not list the chosen model. */
export const modelListResult = (offered: readonly string[], model: string | undefined): TestResult =>
  testPassed(model && offered.length > 1 && !offered.includes(model) ? unlisted(model) : connectedText);

const unlisted = (model: string): LocalizedText => ({
  en: `Connected, but the vendor does not list the model ${model}`,
  es: `Conectado, pero el proveedor no ofrece el modelo ${model}`,
});
