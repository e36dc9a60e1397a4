import * as z from "zod";
import { readApprovalState } from "#domain/messages/template-approval.ts";
import { templateCategories } from "#domain/messages/template-category.ts";
import { redactSecrets } from "#server/connectors/test-result.ts";
import { bearerAuth, jsonPost, requestJson } from "#server/connectors/vendor-request.ts";
import { describeFailure, parseSuccess } from "#server/connectors/vendor-response.ts";
import { basePath, type WhatsappContext } from "#server/connectors/whatsapp.ts";
import { callbackJson } from "./callback.ts";
import type { SubmissionOutcome, TemplateSubmission, TemplateUpdate, VendorCallback } from "./messenger.ts";

const label = "WhatsApp";

const noAccountId = {
  en: "Enter the WhatsApp Business Account ID in Integrations › WhatsApp first",
  es: "Primero ingrese el identificador de la cuenta de WhatsApp Business en Integraciones › WhatsApp",
};

const created = z.object({ id: z.string().max(200), status: z.string().optional() });
const changed = z.object({ success: z.literal(true) });

/** https://developers.facebook.com/docs/graph-api/reference/whats-app-business-account/message_templates */
export const submitMetaTemplate = async (
  context: WhatsappContext,
  { name, language, category, text, examples, vendorId }: TemplateSubmission,
): Promise<SubmissionOutcome> => {
  const { apiKey, baseUrl, businessAccountId } = context.settings;
  if (!businessAccountId) return { ok: false, message: noAccountId };
  const components = [
    { type: "BODY", text, ...(examples.length > 0 ? { example: { body_text: [examples] } } : {}) },
  ];
  const upperCategory = category.toUpperCase();
  const request = vendorId
    ? { path: `/${vendorId}`, body: { category: upperCategory, components } }
    : {
        path: `/${businessAccountId}/message_templates`,
        body: { name, language, category: upperCategory, components },
      };
  const result = await requestJson(label, context, {
    ...jsonPost(request.body),
    path: `${basePath(baseUrl)}${request.path}`,
    headers: { "content-type": "application/json", ...bearerAuth(apiKey) },
  });
  const refuse = (failure: ReturnType<typeof describeFailure>): SubmissionOutcome => ({
    ok: false,
    message: redactSecrets(failure.message, apiKey ? [apiKey] : []),
  });
  if (!result.ok) return refuse(result.failure);
  const answer = parseSuccess(created, result.response);
  if (answer)
    return { ok: true, vendorId: answer.id, state: readApprovalState(answer.status ?? "") ?? "pending" };
  if (parseSuccess(changed, result.response)) return { ok: true, vendorId, state: "pending" };
  return refuse(describeFailure(label, result.response));
};

const text = z.string().max(500).nullish().catch(null);
const statusChange = z.object({
  field: z.literal("message_template_status_update"),
  value: z.object({
    event: z.string(),
    message_template_name: z.string().max(512),
    message_template_language: z.string().max(20),
    reason: text,
    message_template_category: text,
    disable_info: z.object({ disable_date: text }).nullish().catch(null),
  }),
});
const callbackSchema = z.object({
  entry: z.array(z.object({ changes: z.array(z.unknown()).catch([]) })).catch([]),
});

/** Reports of reviews; Meta sends them in the same form as messages, under a field of their own. */
export const parseTemplateUpdates = (callback: VendorCallback): TemplateUpdate[] => {
  const parsed = callbackSchema.safeParse(callbackJson(callback));
  return (parsed.data?.entry ?? [])
    .flatMap(({ changes }) => changes)
    .flatMap((change): TemplateUpdate[] => {
      const update = statusChange.safeParse(change).data?.value;
      const state = update && readApprovalState(update.event);
      if (!update || !state) return [];
      const category = update.message_template_category?.toLowerCase();
      const reason = update.reason && update.reason !== "NONE" ? update.reason : null;
      return [
        {
          kind: "template",
          name: update.message_template_name,
          // Meta knows variants such as en_US; ours are plain languages.
          language: update.message_template_language.slice(0, 2).toLowerCase(),
          state,
          reason: state === "approved" ? null : reason,
          category: templateCategories.find((known) => known === category) ?? null,
        },
      ];
    });
};
