import { type EndpointInput, keyFieldsOf } from "#domain/ingestion/endpoint.ts";
import type { Language } from "#domain/language.ts";
import {
  deleteEndpoint,
  insertEndpoint,
  keepPreviousSecret,
  lockEndpoint,
  saveEndpointSecrets,
  storedSecretNames,
  updateEndpoint,
} from "#server/store/ingestion/endpoints.ts";
import { dropArrivals } from "#server/store/ingestion/unread-events.ts";
import { maskPrefix } from "#server/vault/vault.ts";
import { createHookToken } from "./endpoint-token.ts";
import { endpointOperations } from "./endpoint-tools.ts";
import type { Handlers } from "./handler.ts";
import { issuePhrases } from "./issue-phrases.ts";
import { publicOrigin, readEndpoint, readEndpoints } from "./present-endpoint.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendors.ts";

/** Secrets that were really typed in: not blank, not the mask that came back. */
const typedSecrets = ({ apiKey, secretKey }: EndpointInput): { apiKey?: string; secretKey?: string } => {
  const typed = (value: string | null | undefined) => value && !value.startsWith(maskPrefix);
  return {
    ...(typed(apiKey) && apiKey ? { apiKey } : {}),
    ...(typed(secretKey) && secretKey ? { secretKey } : {}),
  };
};

const missingKeysProblem = (
  input: EndpointInput,
  held: string[],
  language: Language,
): Problem | undefined => {
  const missing = keyFieldsOf(input.authMethod).filter((field) =>
    field === "endpointUrl" ? input.endpointUrl === null : !held.includes(field),
  );
  return missing.length === 0
    ? undefined
    : new Problem("invalid", {
        issues: missing.map((path) => ({ path, message: issuePhrases[language].required })),
      });
};

const editableFields = ({ apiKey: _key, secretKey: _secret, webhookUrl: _url, ...fields }: EndpointInput) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as typeof fields;

/** A sender changes its secret when its people get to it. */
const secretOverlapMs = 24 * 3_600_000;

export const endpointHandlers: Handlers["endpoints"] = {
  ...endpointOperations,

  list: ({ services, request }) => readEndpoints(services, request),
  get: ({ input: { params }, services, request }) => readEndpoint(services, request, params.id),

  create: async ({ input: { body }, actor, services, caller, request }) => {
    const secrets = typedSecrets(body);
    const refused = missingKeysProblem(body, Object.keys(secrets), requestLanguage({ caller, request }));
    if (refused) throw refused;
    const hookToken = createHookToken(body.type);
    const webhookUrl =
      body.type === "webhook" ? `${publicOrigin(services, request)}/hooks/${hookToken}` : null;
    const id = await services.write(actor, async ({ tx, audit, touch }) => {
      const row = await insertEndpoint(tx, { ...editableFields(body), hookToken, webhookUrl });
      if (!row) throw new Problem("internal");
      await saveEndpointSecrets(tx, services.keyring, row.id, secrets);
      audit({
        eventType: "data_change",
        entityType: "endpoint",
        entityId: row.id,
        description: `Added the endpoint ${row.name}`,
        metadata: { secretsSet: Object.keys(secrets) },
      });
      touch("endpoints");
      return row.id;
    });
    services.hooks.forget();
    return readEndpoint(services, request, id);
  },

  update: async ({ input: { params, body }, actor, services, caller, request }) => {
    const { updatedAt, ...input } = body;
    const secrets = typedSecrets(input);
    await services.write(actor, async ({ tx, audit, touch }) => {
      const before = await lockEndpoint(tx, params.id);
      if (!before) throw new Problem("not_found");
      if (updatedAt !== undefined && before.updatedAt.getTime() !== Date.parse(updatedAt))
        throw new Problem("conflict");
      const stored = await storedSecretNames(tx, params.id);
      const refused = missingKeysProblem(
        input,
        [...stored, ...Object.keys(secrets)],
        requestLanguage({ caller, request }),
      );
      if (refused) throw refused;
      // A secret must not follow to an address it was not entered for.
      const moved = before.endpointUrl !== null && before.endpointUrl !== input.endpointUrl;
      const kept = stored.filter((name) => !(name in secrets) && name !== "previousSecretKey");
      if (moved && kept.length > 0) {
        throw new Problem("secret_required", { issues: kept.map((path) => ({ path, message: "" })) });
      }
      const token =
        before.hookToken === null || before.type !== input.type ? createHookToken(input.type) : null;
      await updateEndpoint(tx, params.id, {
        ...editableFields(input),
        ...(token
          ? { hookToken: token, webhookUrl: `${publicOrigin(services, request)}/hooks/${token}` }
          : {}),
        ...(input.status === "error" ? {} : { lastError: null }),
        // Whatever the schedule was, the new one begins now.
        nextPullAt: null,
      });
      if (secrets.secretKey) {
        await keepPreviousSecret(tx, services.keyring, params.id, new Date(Date.now() + secretOverlapMs));
      }
      await saveEndpointSecrets(tx, services.keyring, params.id, secrets);
      audit({
        eventType: "data_change",
        entityType: "endpoint",
        entityId: params.id,
        description: `Changed the endpoint ${input.name}`,
        metadata: { secretsSet: Object.keys(secrets) },
      });
      touch("endpoints");
    });
    services.hooks.forget();
    return readEndpoint(services, request, params.id);
  },

  remove: async ({ input: { params }, actor, services: { write, hooks } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      await dropArrivals(tx, params.id);
      const before = await lockEndpoint(tx, params.id);
      if (!before) throw new Problem("not_found");
      await deleteEndpoint(tx, params.id);
      audit({
        eventType: "data_change",
        entityType: "endpoint",
        entityId: params.id,
        description: `Deleted the endpoint ${before.name}`,
      });
      touch("endpoints", "events");
    });
    hooks.forget();
    return { ok: true };
  },
};
