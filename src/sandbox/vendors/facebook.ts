import { createHmac } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { requireCredentials } from "#sandbox/auth.ts";
import type { SandboxContext } from "#sandbox/context.ts";
import { graphAuth, graphError, graphToken } from "#sandbox/graph-api.ts";
import { postReport } from "#sandbox/report.ts";
import { pathParam, queryParam, sendResponse, type Vendor } from "#sandbox/vendor.ts";

const pageId = "104455010000001";

type Lead = Record<string, unknown> & { id: string; form_id: string; created_time: string };

/** A list that is sent as JSON, or as text with JSON in a form. */
const listField = (request: FastifyRequest, name: string): unknown[] => {
  const value = (request.body as Record<string, unknown> | null)?.[name];
  const list: unknown = typeof value === "string" ? JSON.parse(value) : value;
  return Array.isArray(list) ? list : [];
};

const sign = (secret: string, content: string): string =>
  createHmac("sha256", secret).update(content).digest("hex");

/** Whether a proof that was sent is the right one for the token. */
const hasWrongProof = (request: FastifyRequest, { settings }: SandboxContext): boolean => {
  const proof = queryParam(request, "appsecret_proof");
  return proof !== undefined && proof !== sign(settings.secrets.facebook ?? "", graphToken(request) ?? "");
};

const wrongProof = () =>
  graphError(400, 100, "Invalid appsecret_proof provided in the API argument", "GraphMethodException");

const mountLeads = (app: FastifyInstance, context: SandboxContext): void => {
  const { settings } = context;
  const leads = new Map<string, Lead>();
  const subscribed = new Set<string>();

  const report = ({ id, form_id, created_time }: Lead): void => {
    const url = settings.webhooks.facebook;
    if (!url || !subscribed.has(pageId)) return;
    const seconds = Math.floor(Date.parse(created_time) / 1000);
    const value = { leadgen_id: id, page_id: pageId, form_id, created_time: seconds };
    const body = JSON.stringify({
      object: "page",
      entry: [{ id: pageId, time: seconds, changes: [{ field: "leadgen", value }] }],
    });
    const signature = `sha256=${sign(settings.secrets.facebook ?? "sandbox", body)}`;
    postReport(context, {
      vendor: "facebook",
      url,
      body,
      headers: () => ({ "x-hub-signature-256": signature }),
    });
  };

  app.post("/:version/:page/subscribed_apps", async (request, reply) => {
    if (hasWrongProof(request, context)) return sendResponse(reply, wrongProof());
    if (queryParam(request, "subscribed_fields") !== "leadgen")
      return sendResponse(reply, graphError(400, 100, "(#100) The parameter subscribed_fields is required"));
    subscribed.add(pathParam(request, "page") === "me" ? pageId : pathParam(request, "page"));
    return { success: true };
  });
  // What Meta's testing tool for lead ads does.
  app.post("/:version/:form/test_leads", async (request) => {
    const lead: Lead = {
      id: String(440_000_000_000_000 + leads.size + 1),
      created_time: new Date().toISOString().replace(/\.\d+Z$/, "+0000"),
      form_id: pathParam(request, "form"),
      is_organic: false,
      platform: "fb",
      ad_id: "230040050060070",
      campaign_id: "560070080090010",
      field_data: listField(request, "field_data"),
      custom_disclaimer_responses: listField(request, "custom_disclaimer_responses"),
    };
    leads.set(lead.id, lead);
    report(lead);
    return { id: lead.id };
  });
  app.get("/:version/:id", async (request, reply) => {
    if (hasWrongProof(request, context)) return sendResponse(reply, wrongProof());
    const id = pathParam(request, "id");
    const lead = leads.get(id);
    if (!lead)
      return sendResponse(
        reply,
        graphError(
          400,
          100,
          `Unsupported get request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
          "GraphMethodException",
        ),
      );
    const names = ["id", ...(queryParam(request, "fields") ?? "created_time,field_data").split(",")];
    return Object.fromEntries(names.flatMap((name) => (name in lead ? [[name, lead[name]]] : [])));
  });
};

export const facebook: Vendor = {
  id: "facebook",
  interruptions: {
    unauthorized: () => graphError(401, 190, "Error validating access token: Session has expired"),
    "rate-limited": () => graphError(400, 4, "(#4) Application request limit reached"),
    "server-error": () =>
      graphError(500, 2, "An unexpected error has occurred. Please retry your request later."),
  },
  mount: (app, context) => {
    requireCredentials(app, graphAuth);
    app.get("/:version/me", async () => ({ id: pageId, name: "Faro Sandbox Page" }));
    app.get("/:version/debug_token", async (request) => {
      const valid = !(queryParam(request, "input_token") ?? "bad").includes("bad");
      return {
        data: {
          app_id: "104455010000002",
          type: "PAGE",
          application: "Faro",
          is_valid: valid,
          scopes: valid ? ["pages_show_list", "pages_manage_metadata", "leads_retrieval"] : [],
          ...(valid ? {} : { error: { code: 190, message: "Invalid OAuth access token." } }),
        },
      };
    });
    mountLeads(app, context);
  },
};
