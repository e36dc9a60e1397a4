import { createHmac } from "node:crypto";
import * as z from "zod";
import type { FormLead } from "#domain/integrations/lead-form.ts";
import { retryPolicies } from "#domain/retry.ts";
import { linkedin, signInToLinkedin } from "#server/connectors/linkedin.ts";
import { defineOperation, type ErrorClassifier, operationRequest } from "#server/connectors/operation.ts";
import type { OperationResult } from "#server/connectors/operation-result.ts";
import { jsonPost, readBearer } from "#server/connectors/vendor-request.ts";
import { hasHexSignature } from "./hex-signature.ts";
import { leadResponse, toLinkedinLead } from "./linkedin-answers.ts";
import { leadInput, leadPageInput, subscribeInput, type WorkVendor } from "./work-vendor.ts";

const { label } = linkedin;
const rate = { requests: 5, perMs: 1000 };
const retry = retryPolicies.vendorOperation;
const maxBytes = 8 * 1024 * 1024;
const pageSize = 100;

/** LinkedIn limits requests of a day with 429, and refuses permissions with 403; nothing else needs another reading. */
const classify: ErrorClassifier = () => undefined;

type Owner = { kind: "sponsoredAccount" | "organization"; urn: string; leadType: "SPONSORED" | "COMPANY" };

/** Whose leads are read: those of ads, of the company page, or of both. */
const ownersOf = ({ adAccountId, organizationId }: Record<string, unknown>): Owner[] => [
  ...(adAccountId
    ? [
        {
          kind: "sponsoredAccount" as const,
          urn: `urn:li:sponsoredAccount:${String(adAccountId)}`,
          leadType: "SPONSORED" as const,
        },
      ]
    : []),
  ...(organizationId
    ? [
        {
          kind: "organization" as const,
          urn: `urn:li:organization:${String(organizationId)}`,
          leadType: "COMPANY" as const,
        },
      ]
    : []),
];

const noOwner: OperationResult<never> = {
  ok: false,
  error: {
    kind: "auth",
    mayHaveHappened: false,
    message: {
      en: "Enter the ad account or the organization whose leads are read",
      es: "Indique la cuenta publicitaria o la organización cuyos leads se leen",
    },
  },
};

/** The form comes with the answers, because they name its questions by numbers only. */
const fields =
  "id,leadType,submittedAt,testLead,versionedLeadGenFormUrn,associatedEntity,leadMetadataInfo,formResponse,form:(name,id,hiddenFields,content)";

const readLead = defineOperation({
  name: "read_lead",
  input: leadInput,
  idempotency: "read",
  rate,
  retry,
  run: async (call, { id }): Promise<OperationResult<FormLead>> => {
    const path = `/rest/leadFormResponses/${id}?fields=${fields}`;
    const result = await operationRequest(label, call, { path, maxBytes }, leadResponse, classify);
    return result.ok ? { ok: true, value: toLinkedinLead(result.value) } : result;
  },
});

const leadPage = z.object({ elements: z.array(z.object({ id: z.string().regex(/^[\w:-]{1,200}$/) })) });

/** One page of the leads of a time span; `after` names the owner and the offset. */
const listLeads = defineOperation({
  name: "list_leads",
  input: leadPageInput,
  idempotency: "read",
  rate,
  retry,
  run: async (call, { since, until, after }) => {
    const owners = ownersOf(call.settings);
    const [at = 0, start = 0] = after?.split("|").map(Number) ?? [];
    const owner = owners[at];
    if (!owner) return noOwner;
    const path = [
      "/rest/leadFormResponses?q=owner",
      `owner=(${owner.kind}:${encodeURIComponent(owner.urn)})`,
      `leadType=(leadType:${owner.leadType})`,
      "limitedToTestLeads=false",
      `submittedAtTimeRange=(start:${since},end:${until})`,
      `fields=id&count=${pageSize}&start=${start}`,
    ].join("&");
    const result = await operationRequest(label, call, { path, maxBytes }, leadPage, classify);
    if (!result.ok) return result;
    const ids = result.value.elements.map(({ id }) => id);
    const isFull = ids.length >= pageSize;
    const next = isFull ? `${at}|${start + pageSize}` : at + 1 < owners.length ? `${at + 1}|0` : null;
    return { ok: true, value: { ids, next } };
  },
});

/** Asks for a notice of each new lead. LinkedIn proves the address before it agrees. */
const subscribe = defineOperation({
  name: "subscribe_leads",
  input: subscribeInput,
  idempotency: "upsert",
  rate,
  retry,
  run: async (call, { url }) => {
    const owners = ownersOf(call.settings);
    if (owners.length === 0) return noOwner;
    for (const { kind, urn, leadType } of owners) {
      const body = { webhook: url, owner: { [kind]: urn }, leadType };
      const request = { path: "/rest/leadNotifications", ...jsonPost(body) };
      const result = await operationRequest(label, call, request, z.unknown(), classify);
      // The same subscription a second time is refused as a duplicate.
      if (!result.ok && result.error.status !== 409) return result;
    }
    return { ok: true, value: null };
  },
});

/** A random UUID. Anything else is not signed: a signature of a text of the sender's choice could forge a report. */
const challengeCode = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const notice = z.object({
  type: z.literal("LEAD_ACTION"),
  leadAction: z.string(),
  leadGenFormResponse: z.string(),
});
const responseUrn = /^urn:li:leadGenFormResponse:([\w-]{1,200})$/;

export const linkedinLeads: WorkVendor = {
  connector: linkedin,
  rate,
  authorize: () => ({}),
  signIn: (context, refused) => signInToLinkedin(context, readBearer(refused)),
  webhook: {
    handshake: ({ method, query }, { settings: { clientSecret } }) => {
      if (method !== "GET") return undefined;
      const code = String(query.challengeCode ?? "");
      if (!challengeCode.test(code) || typeof clientSecret !== "string" || clientSecret === "")
        return "refused";
      const challengeResponse = createHmac("sha256", clientSecret).update(code).digest("hex");
      return {
        body: JSON.stringify({ challengeCode: code, challengeResponse }),
        headers: { "content-type": "application/json" },
      };
    },
    verify: ({ headers, rawBody }, { settings }) => {
      const header = String(headers["x-li-signature"] ?? "").replace(/^hmacsha256=/, "");
      const signed = Buffer.concat([Buffer.from("hmacsha256="), rawBody]);
      return hasHexSignature(header, "", settings.clientSecret, signed);
    },
    // A notice names the response by its id only.
    read: (body) => {
      const { data } = notice.safeParse(body);
      const id = data?.leadAction === "CREATED" ? responseUrn.exec(data.leadGenFormResponse)?.[1] : undefined;
      return id === undefined ? [] : [{ kind: "lead", key: id, payload: { leadId: id } }];
    },
  },
  subscribe,
  leads: { eventType: "linkedin.lead", readLead, listLeads },
};
