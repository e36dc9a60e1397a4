import { createHmac, randomBytes } from "node:crypto";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { startOfDay } from "#domain/day.ts";
import { type EndpointInput, keyFieldsOf } from "#domain/ingestion.ts";
import { receive } from "#server/pipeline/receive.ts";
import {
  deleteEndpoint,
  findHook,
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
  type ShownEndpoint,
  saveEndpointSecrets,
  storedSecretNames,
  updateEndpoint,
} from "#server/store/endpoints.ts";
import { maskPrefix } from "#server/vault/vault.ts";
import type { Handlers, Services } from "./handler.ts";
import { Problem } from "./problem.ts";

const present = (row: ShownEndpoint, origin: string): IngestionEndpoint => ({
  id: row.id,
  name: row.name,
  type: row.type as IngestionEndpoint["type"],
  description: row.description,
  authMethod: row.authMethod as IngestionEndpoint["authMethod"],
  ingestionMode: row.ingestionMode as IngestionEndpoint["ingestionMode"],
  status: row.status as IngestionEndpoint["status"],
  webhookUrl: row.hookToken === null ? null : `${origin}/hooks/${row.hookToken}`,
  endpointUrl: row.endpointUrl,
  apiKey: row.apiKey,
  secretKey: row.secretKey,
  lastError: row.lastError,
  eventsToday: row.eventsToday,
  piiToday: row.piiToday,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

type Incoming = { host: string; protocol: string };

/** The address vendors reach us at; without a public one, the address of whoever asks. */
const originOf = ({ config }: Services, { protocol, host }: Incoming): string =>
  config.publicUrl?.origin ?? `${protocol}://${host}`;

/** Secrets that were really typed in: not blank, not the mask that came back. */
const typedSecrets = ({ apiKey, secretKey }: EndpointInput): { apiKey?: string; secretKey?: string } => {
  const typed = (value: string | null | undefined) => value && !value.startsWith(maskPrefix);
  return {
    ...(typed(apiKey) && apiKey ? { apiKey } : {}),
    ...(typed(secretKey) && secretKey ? { secretKey } : {}),
  };
};

const missingKeys = (input: EndpointInput, held: string[]): Problem | undefined => {
  const missing = keyFieldsOf(input.authMethod).filter((field) =>
    field === "endpointUrl" ? input.endpointUrl === null : !held.includes(field),
  );
  return missing.length === 0
    ? undefined
    : new Problem("invalid", { issues: missing.map((path) => ({ path, message: "Required" })) });
};

const midnightOf = async ({ general }: Services): Promise<Date> =>
  new Date(startOfDay(Date.now(), (await general()).timezone));

const fieldsOf = ({ apiKey: _key, secretKey: _secret, webhookUrl: _url, ...fields }: EndpointInput) => fields;
const newToken = (): string => randomBytes(24).toString("base64url");

const shown = async (services: Services, request: Incoming, id: string): Promise<IngestionEndpoint> => {
  const midnight = await midnightOf(services);
  const [row] = await listEndpoints(services.database.db, midnight, [id]);
  if (!row) throw new Problem("not_found");
  return present(row, originOf(services, request));
};

export const endpointHandlers: Handlers["endpoints"] = {
  list: async ({ services, request }) => {
    const midnight = await midnightOf(services);
    const rows = await listEndpoints(services.database.db, midnight);
    return rows.map((row) => present(row, originOf(services, request)));
  },

  create: async ({ input: { body }, actor, services, request }) => {
    const secrets = typedSecrets(body);
    const refused = missingKeys(body, Object.keys(secrets));
    if (refused) throw refused;
    const hookToken = body.type === "webhook" ? newToken() : null;
    const webhookUrl = hookToken === null ? null : `${originOf(services, request)}/hooks/${hookToken}`;
    const id = await services.write(actor, async ({ tx, audit, touch }) => {
      const row = await insertEndpoint(tx, { ...fieldsOf(body), hookToken, webhookUrl });
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
    return shown(services, request, id);
  },

  update: async ({ input: { params, body }, actor, services, request }) => {
    const { updatedAt, ...input } = body;
    const secrets = typedSecrets(input);
    await services.write(actor, async ({ tx, audit, touch }) => {
      const before = await lockEndpoint(tx, params.id);
      if (!before) throw new Problem("not_found");
      if (updatedAt !== undefined && before.updatedAt.getTime() !== Date.parse(updatedAt))
        throw new Problem("conflict");
      const stored = await storedSecretNames(tx, params.id);
      const refused = missingKeys(input, [...stored, ...Object.keys(secrets)]);
      if (refused) throw refused;
      // A secret must not follow to an address it was not entered for.
      const moved = before.endpointUrl !== null && before.endpointUrl !== input.endpointUrl;
      const kept = stored.filter((name) => !(name in secrets));
      if (moved && kept.length > 0) {
        throw new Problem("secret_required", { issues: kept.map((path) => ({ path, message: "" })) });
      }
      const token = input.type === "webhook" && before.hookToken === null ? newToken() : undefined;
      await updateEndpoint(tx, params.id, {
        ...fieldsOf(input),
        ...(token ? { hookToken: token, webhookUrl: `${originOf(services, request)}/hooks/${token}` } : {}),
        ...(input.status === "error" ? {} : { lastError: null }),
      });
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
    return shown(services, request, params.id);
  },

  remove: async ({ input: { params }, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
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
    return { ok: true };
  },

  test: async ({ input: { params }, services: { database, keyring, write } }) => {
    const [row] = await listEndpoints(database.db, new Date(), [params.id]);
    if (!row) throw new Problem("not_found");
    const hook = row.hookToken === null ? undefined : await findHook(database.pool, keyring, row.hookToken);
    if (!hook) throw new Problem("not_configured");
    const body = Buffer.from(
      JSON.stringify({ type: "test", sentAt: new Date().toISOString(), message: "Test event from Faro" }),
    );
    const { apiKey, secretKey } = hook.secrets;
    const headers = {
      "content-type": "application/json",
      ...(apiKey ? { "x-api-key": apiKey } : {}),
      ...(secretKey ? { "x-signature": createHmac("sha256", secretKey).update(body).digest("hex") } : {}),
    };
    const received = await receive(write, hook, { headers, query: {}, body });
    if (!received.ok) throw new Problem(received.reason === "inactive" ? "conflict" : "not_configured");
    return { eventId: received.eventId };
  },
};
