import * as z from "zod";
import type { FormLead } from "#domain/integrations/lead-form.ts";
import { retryPolicies } from "#domain/retry.ts";
import { appSecretProof, facebook } from "#server/connectors/facebook.ts";
import { defineOperation, type ErrorClassifier, operationRequest } from "#server/connectors/operation.ts";
import { bearerAuth } from "#server/connectors/vendor-request.ts";
import { timingSafeEqualText } from "#server/constant-time.ts";
import { hasHexSignature } from "./hex-signature.ts";
import { leadInput, subscribeInput, type WorkVendor } from "./work-vendor.ts";

const { label } = facebook;
const version = "/v24.0";

/** A page may ask 200 times a day for each lead of the last 90 days, so a burst is limited only by good manners. */
const rate = { requests: 20, perMs: 1000 };
const retry = retryPolicies.vendorOperation;

const graphError = z.object({ error: z.object({ code: z.number() }) });
const rateCodes = [4, 17, 32, 341, 613, 80_005];
const transientCodes = [1, 2];

/** The Graph API answers most refusals with status 400; the code says what they are. */
const classify: ErrorClassifier = ({ json }) => {
  const { data } = graphError.safeParse(json);
  if (!data) return undefined;
  const { code } = data.error;
  if (rateCodes.includes(code)) return "rate";
  if (transientCodes.includes(code)) return "transient";
  // 10 and 200 to 299 are missing permissions.
  return code === 190 || code === 102 || code === 10 || (code >= 200 && code <= 299) ? "auth" : "invalid";
};

const fields = [
  "id",
  "created_time",
  "ad_id",
  "form_id",
  "campaign_id",
  "is_organic",
  "platform",
  "field_data",
  "custom_disclaimer_responses",
];

const text = z.string().nullish();
const lead = z.object({
  id: z.string(),
  created_time: text,
  ad_id: text,
  form_id: text,
  campaign_id: text,
  platform: text,
  is_organic: z.boolean().nullish(),
  field_data: z.array(z.object({ name: z.string(), values: z.array(z.string()).default([]) })),
  custom_disclaimer_responses: z
    .array(
      z.object({
        checkbox_key: z.string(),
        is_checked: z.union([z.boolean(), z.string(), z.number()]).nullish(),
      }),
    )
    .nullish(),
});

const isChecked = (value: unknown): boolean =>
  value === true || value === 1 || value === "1" || value === "true";

const toFormLead = (found: z.infer<typeof lead>): FormLead => ({
  id: found.id,
  createdAt: found.created_time ?? null,
  formId: found.form_id ?? null,
  adId: found.ad_id ?? null,
  campaignId: found.campaign_id ?? null,
  platform: found.platform ?? null,
  isOrganic: found.is_organic ?? false,
  answers: found.field_data,
  boxes: (found.custom_disclaimer_responses ?? []).map(({ checkbox_key: key, is_checked: checked }) => ({
    key,
    isChecked: isChecked(checked),
  })),
});

const readLead = defineOperation({
  name: "read_lead",
  input: leadInput,
  idempotency: "read",
  rate,
  retry,
  run: async (call, { id }) => {
    const path = `${version}/${id}?fields=${fields.join(",")}${appSecretProof(call.settings)}`;
    const result = await operationRequest(label, call, { path }, lead, classify);
    return result.ok ? { ok: true, value: toFormLead(result.value) } : result;
  },
});

/** The app's address is entered at Meta; this makes the page report its leads to the app. */
const subscribe = defineOperation({
  name: "subscribe_page",
  input: subscribeInput,
  idempotency: "upsert",
  rate,
  retry,
  run: async (call) => {
    const page = String(call.settings.pageId ?? "me");
    const result = await operationRequest(
      label,
      call,
      {
        path: `${version}/${page}/subscribed_apps?subscribed_fields=leadgen${appSecretProof(call.settings)}`,
        method: "POST",
      },
      z.object({ success: z.literal(true) }),
      classify,
    );
    return result.ok ? { ok: true, value: null } : result;
  },
});

const notice = z.object({
  object: z.literal("page"),
  entry: z.array(
    z.object({
      changes: z
        .array(
          z.object({ field: z.string(), value: z.object({ leadgen_id: z.coerce.string() }).or(z.unknown()) }),
        )
        .default([]),
    }),
  ),
});
const leadgen = z.object({ leadgen_id: z.coerce.string().regex(/^\w{1,100}$/) });

const isHandshake = (method: string, query: Record<string, unknown>): boolean =>
  method === "GET" && query["hub.mode"] === "subscribe";

export const facebookLeads: WorkVendor = {
  connector: facebook,
  rate,
  authorize: ({ accessToken }) => bearerAuth(String(accessToken ?? "")),
  webhook: {
    handshake: ({ method, query }, { settings: { verifyToken } }) => {
      if (method !== "GET") return undefined;
      const isExpected =
        isHandshake(method, query) &&
        typeof verifyToken === "string" &&
        verifyToken !== "" &&
        timingSafeEqualText(String(query["hub.verify_token"] ?? ""), verifyToken);
      return isExpected ? { body: String(query["hub.challenge"] ?? "").slice(0, 1000) } : "refused";
    },
    verify: ({ headers, rawBody }, { settings }) =>
      hasHexSignature(headers["x-hub-signature-256"], "sha256=", settings.appSecret, rawBody),
    // A report names leads by their ids only.
    read: (body) => {
      const { data } = notice.safeParse(body);
      const changes = (data?.entry ?? []).flatMap((entry) => entry.changes);
      return changes.flatMap(({ field, value }) => {
        const found = field === "leadgen" ? leadgen.safeParse(value).data : undefined;
        return found ? [{ kind: "lead", key: found.leadgen_id, payload: { leadId: found.leadgen_id } }] : [];
      });
    },
  },
  subscribe,
  leads: { eventType: "facebook.lead", readLead },
};
