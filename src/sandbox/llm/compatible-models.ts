/** A field or wish that a simulated server refuses, as servers of different kinds do. */
type Refusal = "json_schema" | "response_format" | "stream" | "reasoning_effort" | "max_tokens";

type CompatibleModel = {
  refuses?: readonly Refusal[];
  /** Writes its thoughts into the text, between tags. */
  thinksAloud?: boolean;
};

/** The models of a server that a workspace names itself. */
export const compatibleModels: Record<string, CompatibleModel> = {
  "llama-4-8b": {},
  "json-mode-8b": { refuses: ["json_schema"] },
  "plain-8b": { refuses: ["response_format", "stream", "reasoning_effort"] },
  "azure-gpt": { refuses: ["max_tokens"] },
  "thinking-8b": { thinksAloud: true, refuses: ["reasoning_effort"] },
};

const isRefused: Record<Refusal, (body: Record<string, unknown>) => boolean> = {
  json_schema: ({ response_format: format }) => JSON.stringify(format ?? "").includes('"json_schema"'),
  response_format: (body) => "response_format" in body,
  stream: ({ stream }) => stream === true,
  reasoning_effort: (body) => "reasoning_effort" in body,
  max_tokens: (body) => "max_tokens" in body,
};

const messages: Record<Refusal, string> = {
  json_schema: "'response_format.type' must be 'json_object' or 'text'.",
  response_format: "Unsupported parameter: 'response_format' is not supported with this model.",
  stream: "This model does not support streaming.",
  reasoning_effort: "Unrecognized request argument supplied: reasoning_effort",
  max_tokens:
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
};

/** Why the model refuses the request; undefined when it does not. */
export const refusalOf = (model: string, body: Record<string, unknown>): string | undefined => {
  const refused = compatibleModels[model]?.refuses?.find((refusal) => isRefused[refusal](body));
  return refused && messages[refused];
};
