import type { AiProvider } from "#contract/ai-providers.ts";
import type { SchemaValues } from "#web/lib/json-schema.ts";

type Server = NonNullable<AiProvider["server"]>;

const trimmed = (value: SchemaValues[string] | undefined): string => String(value ?? "").trim();

/** The settings of a server as the form holds them. */
export const toServerValues = ({ baseUrl, apiVersion, inputPrice, outputPrice }: Server): SchemaValues => ({
  baseUrl: baseUrl ?? "",
  apiVersion: apiVersion ?? "",
  inputPrice: String(inputPrice),
  outputPrice: String(outputPrice),
});

export const readAddress = (values: SchemaValues): Pick<Server, "baseUrl" | "apiVersion"> => ({
  baseUrl: trimmed(values.baseUrl) || null,
  apiVersion: trimmed(values.apiVersion) || null,
});

/** The form has validated them; without a price the server is free. */
export const readPrices = (values: SchemaValues): Pick<Server, "inputPrice" | "outputPrice"> => ({
  inputPrice: Number(trimmed(values.inputPrice)),
  outputPrice: Number(trimmed(values.outputPrice)),
});
