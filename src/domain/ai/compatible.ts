import { urlHost } from "#domain/url-host.ts";

/** The vendor id of the server that a workspace names itself and that speaks OpenAI's chat completions. */
export const compatibleVendor = "compatible";

/** How a model can be made to answer in JSON: by a schema, by a mode of its own, or only by its instructions. */
export const jsonModes = ["schema", "object", "instructions"] as const;
export type JsonMode = (typeof jsonModes)[number];

/** What the connection test found out about one model. */
export type ModelAbilities = {
  streams: boolean;
  json: JsonMode;
  /** Whether the model did answer in JSON in that mode. */
  returnsJson: boolean;
  tokenLimit: "max_tokens" | "max_completion_tokens";
  /** Accepts the wish not to think before it answers. */
  takesEffort: boolean;
};

/** What the connection test found at an address: the models that the server lists, and what the chosen one can do. */
export type FoundModels = {
  /** Null for the simulator. */
  baseUrl: string | null;
  models: string[];
  model: string | null;
  abilities: ModelAbilities | null;
};

/** What nearly every server understands, for a model that was not tested yet. */
const untestedAbilities: ModelAbilities = {
  streams: true,
  json: "object",
  returnsJson: true,
  tokenLimit: "max_tokens",
  takesEffort: false,
};

export const abilitiesOf = (
  found: FoundModels | null,
  { baseUrl, model }: { baseUrl: string | null; model: string | null },
): ModelAbilities =>
  (found && found.baseUrl === baseUrl && found.model === model && found.abilities) || untestedAbilities;

const endpointPath = /\/chat\/completions$/;

/** The base URL as it is stored: without the path of the endpoint, which vendors' pages show with it. */
export const normalizeBaseUrl = (text: string): string =>
  text.trim().replace(/\/+$/, "").replace(endpointPath, "").replace(/\/+$/, "");

/** Keys stand in the header, and nothing of an address is dropped silently. */
export const isPlainBaseUrl = (text: string): boolean => urlHost(text) !== undefined && !/[?#@]/.test(text);

const azureHost =
  /\.(?:openai\.azure\.(?:com|us)|cognitiveservices\.azure\.(?:com|us)|services\.ai\.azure\.com)(?::443)?$/;
export const isAzureUrl = (baseUrl: string): boolean => azureHost.test(urlHost(baseUrl) ?? "");

/** Azure takes the key in a header of its own. A server without a key gets no header. */
export const keyHeaders = (baseUrl: string, apiKey: string): Record<string, string> => {
  if (apiKey === "") return {};
  return isAzureUrl(baseUrl) ? { "api-key": apiKey } : { authorization: `Bearer ${apiKey}` };
};

/** The latest version of Azure's API that is not a preview. Its addresses of deployments refuse requests without one. */
const azureApiVersion = "2024-10-21";

export const apiVersionOf = (baseUrl: string, entered: string | null): string | undefined => {
  if (!isAzureUrl(baseUrl)) return undefined;
  return entered ?? (/\/deployments\//.test(baseUrl) ? azureApiVersion : undefined);
};

export const jsonInstructions = (schema: unknown): string =>
  `Answer with one JSON object and nothing else. It must be valid for this JSON Schema:\n${JSON.stringify(schema)}`;

/** Turns the body of a request for chat completions into one that the model accepts. */
export const adaptRequestBody = (
  { max_tokens, reasoning_effort, response_format, ...body }: Record<string, unknown>,
  { json, tokenLimit, takesEffort }: ModelAbilities,
): Record<string, unknown> => ({
  ...body,
  ...(max_tokens === undefined ? {} : { [tokenLimit]: max_tokens }),
  ...(reasoning_effort === undefined || !takesEffort ? {} : { reasoning_effort }),
  ...(response_format === undefined || json === "instructions" ? {} : { response_format }),
});
