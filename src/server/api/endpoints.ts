import { credentialFields, type EndpointInput } from "#domain/ingestion/endpoint.ts";
import type { Language } from "#domain/language.ts";
import { deleteEventsOfEndpoint } from "#server/store/ingestion/delete-events.ts";
import {
  deleteEndpoint,
  insertEndpoint,
  listSecretNames,
  lockEndpoint,
  saveEndpointSecrets,
  savePreviousSecret,
  updateEndpoint,
} from "#server/store/ingestion/endpoints.ts";
import { deleteUnread } from "#server/store/ingestion/unread-events.ts";
import type { WriteContext } from "#server/store/write.ts";
import { maskPrefix } from "#server/vault/vault.ts";
import { deleteNowOrLater } from "./deletions.ts";
import { createHookToken, endpointOperations } from "./endpoint-operations.ts";
import { hideSecretAddresses, publicOrigin, readEndpoint, readEndpoints } from "./endpoint-view.ts";
import type { Handlers } from "./handler.ts";
import { issuePhrases } from "./issue-messages.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

/** Secrets that the user entered: neither blank nor the mask of the stored one. */
const enteredSecrets = ({ apiKey, secretKey }: EndpointInput): { apiKey?: string; secretKey?: string } => {
  const isEntered = (value: string | null | undefined) => value && !value.startsWith(maskPrefix);
  return {
    ...(isEntered(apiKey) && apiKey ? { apiKey } : {}),
    ...(isEntered(secretKey) && secretKey ? { secretKey } : {}),
  };
};

const missingKeysProblem = (
  input: EndpointInput,
  available: string[],
  language: Language,
): Problem | undefined => {
  const missing = credentialFields(input.authMethod).filter((field) =>
    field === "endpointUrl" ? input.endpointUrl === null : !available.includes(field),
  );
  return missing.length === 0
    ? undefined
    : new Problem("invalid", {
        issues: missing.map((path) => ({ path, message: issuePhrases[language].required })),
      });
};

const editableFields = ({ apiKey: _key, secretKey: _secret, webhookUrl: _url, ...fields }: EndpointInput) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as typeof fields;

/** The previous secret stays valid while the sender switches to the new one. */
const secretOverlapMs = 24 * 3_600_000;

export const endpointHandlers: Handlers["endpoints"] = {
  ...endpointOperations,

  list: async ({ services, request, caller }) =>
    (await readEndpoints(services, request)).map((endpoint) =>
      hideSecretAddresses(endpoint, caller.user.role),
    ),
  get: async ({ input: { params }, services, request, caller }) =>
    hideSecretAddresses(await readEndpoint(services, request, params.id), caller.user.role),

  create: async ({ input: { body }, actor, services, caller, request }) => {
    const secrets = enteredSecrets(body);
    const problem = missingKeysProblem(body, Object.keys(secrets), requestLanguage({ caller, request }));
    if (problem) throw problem;
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
    return readEndpoint(services, request, id);
  },

  update: async ({ input: { params, body }, actor, services, caller, request }) => {
    const { updatedAt, ...input } = body;
    const secrets = enteredSecrets(input);
    await services.write(actor, async ({ tx, audit, touch }) => {
      const before = await lockEndpoint(tx, params.id);
      if (!before) throw new Problem("not_found");
      if (updatedAt !== undefined && before.updatedAt.getTime() !== Date.parse(updatedAt))
        throw new Problem("conflict");
      const stored = await listSecretNames(tx, params.id);
      const problem = missingKeysProblem(
        input,
        [...stored, ...Object.keys(secrets)],
        requestLanguage({ caller, request }),
      );
      if (problem) throw problem;
      // A stored secret must not be sent to another URL than the one it was entered for.
      const urlChanged = before.endpointUrl !== null && before.endpointUrl !== input.endpointUrl;
      const unchangedSecrets = stored.filter((name) => !(name in secrets) && name !== "previousSecretKey");
      if (urlChanged && unchangedSecrets.length > 0) {
        throw new Problem("secret_required", {
          issues: unchangedSecrets.map((path) => ({ path, message: "" })),
        });
      }
      const token =
        before.hookToken === null || before.type !== input.type ? createHookToken(input.type) : null;
      await updateEndpoint(tx, params.id, {
        ...editableFields(input),
        ...(token
          ? { hookToken: token, webhookUrl: `${publicOrigin(services, request)}/hooks/${token}` }
          : {}),
        ...(input.status === "error" ? {} : { lastError: null }),
        // The changed schedule starts now.
        nextPullAt: null,
      });
      if (secrets.secretKey) {
        await savePreviousSecret(tx, services.keyring, params.id, new Date(Date.now() + secretOverlapMs));
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
    return readEndpoint(services, request, params.id);
  },

  remove: ({ input: { params }, ...call }) => {
    const deletion = {
      kind: "endpoint" as const,
      id: params.id,
      deleteNow: async ({ tx, audit, touch }: WriteContext) => {
        await deleteUnread(tx, params.id);
        const before = await lockEndpoint(tx, params.id);
        if (!before) throw new Problem("not_found");
        await deleteEventsOfEndpoint(tx, params.id);
        await deleteEndpoint(tx, params.id);
        audit({
          eventType: "data_change",
          entityType: "endpoint",
          entityId: params.id,
          description: `Deleted the endpoint ${before.name}`,
        });
        touch("endpoints", "events");
      },
      // It must not accept events while the job runs.
      prepare: async ({ tx, touch }: WriteContext) => {
        if (!(await lockEndpoint(tx, params.id))) throw new Problem("not_found");
        await updateEndpoint(tx, params.id, { status: "inactive" });
        touch("endpoints");
      },
    };
    return deleteNowOrLater(deletion, call);
  },
};
