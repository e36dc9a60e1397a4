import { type AuthMethod, credentialFields, type EndpointInput } from "#domain/ingestion/endpoint.ts";
import { findMovedSecrets, type SecretUse } from "#domain/ingestion/secret-destinations.ts";
import { type EndpointSettings, parseEndpointSettings } from "#domain/ingestion/settings.ts";
import { type EndpointSettingsUpdate, mergeEndpointSettings } from "#domain/ingestion/settings-update.ts";
import type { Language } from "#domain/language.ts";
import { deleteEventsOfEndpoint } from "#server/store/ingestion/delete-events.ts";
import {
  deleteEndpoint,
  type EndpointRow,
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
import {
  hideSecretAddresses,
  publicOrigin,
  readEndpoint,
  readEndpoints,
  refuseOwnedEndpoint,
} from "./endpoint-view.ts";
import type { Handlers } from "./handler.ts";
import { issueMessages, issuePhrases } from "./issue-messages.ts";
import { rejectForbiddenExpressions } from "./mapping-problems.ts";
import { invalidInput, Problem } from "./problem.ts";
import { secretDestinationProblem } from "./secret-destination-problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

/** Secrets that the user entered: neither blank nor the mask of the stored one. */
const enteredSecrets = ({
  apiKey,
  secretKey,
}: Pick<EndpointInput, "apiKey" | "secretKey">): { apiKey?: string; secretKey?: string } => {
  const isEntered = (value: string | null | undefined) => value && !value.startsWith(maskPrefix);
  return {
    ...(isEntered(apiKey) && apiKey ? { apiKey } : {}),
    ...(isEntered(secretKey) && secretKey ? { secretKey } : {}),
  };
};

const missingKeysProblem = (
  input: Pick<SecretUse, "authMethod" | "endpointUrl" | "ingestionMode">,
  available: string[],
  language: Language,
): Problem | undefined => {
  const missing = credentialFields(input.authMethod).filter((field) =>
    field === "endpointUrl"
      ? // A key that senders show needs no address to be sent to.
        input.endpointUrl === null && input.ingestionMode === "pull"
      : !available.includes(field),
  );
  return missing.length === 0
    ? undefined
    : new Problem("invalid", {
        issues: missing.map((path) => ({ path, message: issuePhrases[language].required })),
      });
};

const editableFields = <T extends Partial<EndpointInput>>({
  apiKey: _key,
  secretKey: _secret,
  webhookUrl: _url,
  ...fields
}: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as typeof fields;

/** An API is always pulled, whatever mode the form had before its type was chosen. */
const effectiveMode = (type: string, mode: EndpointInput["ingestionMode"]): EndpointInput["ingestionMode"] =>
  type === "pull_api" ? "pull" : mode;

const toSecretUse = (row: EndpointRow): SecretUse => ({
  type: row.type,
  ingestionMode: row.ingestionMode,
  authMethod: row.authMethod as AuthMethod,
  endpointUrl: row.endpointUrl,
  settings: parseEndpointSettings(row.settings),
});

const changedSettings = (
  before: EndpointRow,
  update: EndpointSettingsUpdate | undefined,
  language: Language,
): EndpointSettings | undefined => {
  if (update === undefined) return undefined;
  const merged = mergeEndpointSettings(
    parseEndpointSettings(before.settings),
    update,
    issueMessages[language],
  );
  if (!merged.success) throw invalidInput(merged.error, "settings");
  return merged.data;
};

const addressFor = (type: EndpointInput["type"], origin: string) => {
  const hookToken = createHookToken(type);
  return { hookToken, webhookUrl: type === "webhook" ? `${origin}/hooks/${hookToken}` : null };
};

/** The previous secret stays valid while the sender switches to the new one. */
const secretOverlapMs = 24 * 3_600_000;

export const endpointHandlers: Handlers["endpoints"] = {
  ...endpointOperations,

  list: async ({ services, request, caller }) =>
    (await readEndpoints(services, request)).map((endpoint) =>
      hideSecretAddresses(endpoint, caller.user.permissions),
    ),
  get: async ({ input: { params }, services, request, caller }) =>
    hideSecretAddresses(await readEndpoint(services, request, params.id), caller.user.permissions),

  create: async ({ input: { body }, actor, services, caller, request }) => {
    const secrets = enteredSecrets(body);
    const language = requestLanguage({ caller, request });
    const problem = missingKeysProblem(
      { ...body, ingestionMode: effectiveMode(body.type, body.ingestionMode) },
      Object.keys(secrets),
      language,
    );
    if (problem) throw problem;
    await rejectForbiddenExpressions(body, language);
    const { hookToken, webhookUrl } = addressFor(body.type, publicOrigin(services, request));
    const id = await services.write(actor, async ({ tx, audit, touch }) => {
      const ingestionMode = effectiveMode(body.type, body.ingestionMode);
      const row = await insertEndpoint(tx, { ...editableFields(body), ingestionMode, hookToken, webhookUrl });
      if (!row) throw new Problem("internal");
      await saveEndpointSecrets(tx, services.keyring, row.id, secrets);
      audit({
        eventType: "data_change",
        entityType: "endpoint",
        entityId: row.id,
        details: { kind: "thing", verb: "added", thing: "endpoint", name: row.name },
        metadata: { secretsSet: Object.keys(secrets) },
      });
      touch("endpoints");
      return row.id;
    });
    return readEndpoint(services, request, id);
  },

  update: async ({ input: { params, body }, actor, services, caller, request }) => {
    const { updatedAt, settings: settingsUpdate, ...input } = body;
    const language = requestLanguage({ caller, request });
    const secrets = enteredSecrets(input);
    await services.write(actor, async ({ tx, audit, touch }) => {
      const before = await lockEndpoint(tx, params.id);
      if (!before) throw new Problem("not_found");
      refuseOwnedEndpoint(before);
      if (updatedAt !== undefined && before.updatedAt.getTime() !== Date.parse(updatedAt))
        throw new Problem("conflict");
      const settings = changedSettings(before, settingsUpdate, language);
      await rejectForbiddenExpressions({ mappingTemplate: input.mappingTemplate, settings }, language);
      const changed = { ...before, ...editableFields(input), ...(settings ? { settings } : {}) };
      const after = {
        ...changed,
        ingestionMode: effectiveMode(changed.type, changed.ingestionMode as EndpointInput["ingestionMode"]),
      };
      const afterUse = toSecretUse(after);
      const stored = await listSecretNames(tx, params.id);
      const problem = missingKeysProblem(afterUse, [...stored, ...Object.keys(secrets)], language);
      if (problem) throw problem;
      const moved = findMovedSecrets(toSecretUse(before), afterUse).filter(({ name }) =>
        stored.includes(name),
      );
      const notEntered = moved.filter(({ name }) => !(name in secrets));
      if (notEntered.length > 0) throw secretDestinationProblem(notEntered, language);
      await updateEndpoint(tx, params.id, {
        ...editableFields(input),
        ...(settings ? { settings } : {}),
        ingestionMode: after.ingestionMode,
        ...(before.type === after.type && before.hookToken !== null
          ? {}
          : addressFor(after.type as EndpointInput["type"], publicOrigin(services, request))),
        ...(after.status === "error" ? {} : { lastError: null }),
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
        details: { kind: "thing", verb: "changed", thing: "endpoint", name: after.name },
        metadata: {
          fields: Object.keys(body).filter((field) => field !== "updatedAt"),
          secretsSet: Object.keys(secrets),
          ...(moved.length > 0
            ? { destinations: moved.map(({ name, from, to }) => ({ secret: name, before: from, after: to })) }
            : {}),
        },
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
        refuseOwnedEndpoint(before);
        await deleteEventsOfEndpoint(tx, params.id);
        await deleteEndpoint(tx, params.id);
        audit({
          eventType: "data_change",
          entityType: "endpoint",
          entityId: params.id,
          details: { kind: "thing", verb: "deleted", thing: "endpoint", name: before.name },
        });
        touch("endpoints", "events");
      },
      // It must not accept events while the job runs.
      prepare: async ({ tx, touch }: WriteContext) => {
        const before = await lockEndpoint(tx, params.id);
        if (!before) throw new Problem("not_found");
        refuseOwnedEndpoint(before);
        await updateEndpoint(tx, params.id, { status: "inactive" });
        touch("endpoints");
      },
    };
    return deleteNowOrLater(deletion, call);
  },
};
