import * as z from "zod";
import { type Connector, defineConnector, secret, type VendorCall } from "./connector.ts";
import { connected, probe } from "./probe.ts";
import type { Reply } from "./reply.ts";
import { accepted, type Verdict, type Words } from "./verdict.ts";

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
  call: (apiKey: string) => VendorCall;
  judge: (reply: Reply, model: string | undefined) => Verdict;
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
      probe(
        vendor.label,
        () => ({ maxBytes: 4_194_304, ...vendor.call(context.settings.apiKey ?? "") }),
        (reply) => vendor.judge(reply, context.settings.model),
      )(context),
  });

/** The key is good; whether the chosen model is offered is worth a word. */
export const acceptedWith = (offered: readonly string[], model: string | undefined): Verdict =>
  accepted(model && offered.length > 1 && !offered.includes(model) ? unlisted(model) : connected);

const unlisted = (model: string): Words => ({
  en: `Connected, but the vendor does not list the model ${model}`,
  es: `Conectado, pero el proveedor no ofrece el modelo ${model}`,
});
