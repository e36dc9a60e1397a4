import type { SipExtension } from "#contract/phone.ts";
import { planConnectionSave, type SettingValues } from "#domain/connection.ts";
import type { Language } from "#domain/language.ts";
import { type SipExtensionInput, sipSecretShape } from "#domain/sip/extension.ts";
import type { PhoneSettings } from "#domain/voice/phone-settings.ts";
import { probeSipExtension } from "#server/connectors/sip/probe.ts";
import type { Tx } from "#server/db/database.ts";
import { listScripts } from "#server/store/workspace/scripts.ts";
import { lockPhoneSettings, readPhoneSettings, savePhoneSettings } from "#server/store/workspace/settings.ts";
import {
  deleteSipExtension,
  insertSipExtension,
  listSipExtensions,
  lockSipExtension,
  openSipExtension,
  type SipExtensionRow,
  updateSipExtension,
} from "#server/store/workspace/sip-extensions.ts";
import { maskPrefix, maskSecret } from "#server/vault/vault.ts";
import type { Handlers } from "./handler.ts";
import { Problem, type ProblemIssue } from "./problem.ts";
import { secretDestinationProblem } from "./secret-destination-problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

const toExtension = ({ hasPassword, ...row }: SipExtensionRow): SipExtension => ({
  ...row,
  password: hasPassword ? maskSecret("") : null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

const messages = {
  sameNumber: {
    en: "This number is already in the list",
    es: "Este número ya está en la lista",
  },
  hours: {
    en: "The end must be after the start",
    es: "El final debe ser posterior al inicio",
  },
  extension: { en: "This SIP extension no longer exists", es: "Esta extensión SIP ya no existe" },
  script: { en: "This script no longer exists", es: "Este guion ya no existe" },
  usedAsTarget: {
    en: "Calls are transferred to this extension. Remove it from the transfer targets first",
    es: "Se transfieren llamadas a esta extensión. Quítela primero de los destinos de transferencia",
  },
} as const satisfies Record<string, Record<Language, string>>;

/** What the fields' own rules cannot see. */
const checkPhoneSettings = async (
  tx: Tx,
  { inbound, transferTargets, staffedFrom, staffedTo }: PhoneSettings,
  language: Language,
): Promise<ProblemIssue[]> => {
  const extensions = new Set((await listSipExtensions(tx)).map(({ id }) => id));
  const scripts = new Set((await listScripts(tx)).map(({ id }) => id));
  const issue = (path: string, name: keyof typeof messages) => ({ path, message: messages[name][language] });
  return [
    ...inbound.flatMap(({ number, scriptId }, index) => [
      ...(inbound.findIndex((other) => other.number === number) < index
        ? [issue(`inbound.${index}.number`, "sameNumber")]
        : []),
      ...(scriptId !== null && !scripts.has(scriptId) ? [issue(`inbound.${index}.scriptId`, "script")] : []),
    ]),
    ...transferTargets.flatMap((target, index) =>
      target.kind === "sip" && !extensions.has(target.extensionId)
        ? [issue(`transferTargets.${index}.extensionId`, "extension")]
        : [],
    ),
    ...(staffedFrom >= staffedTo ? [issue("staffedTo", "hours")] : []),
  ];
};

type ExtensionSettings = Omit<SipExtensionInput, "password">;

const settingsOf = ({ sipDomain, port, transport, username }: ExtensionSettings): SettingValues => ({
  sipDomain,
  port,
  transport,
  username,
});
const describeServer = ({ sipDomain, port, transport, username }: ExtensionSettings): string =>
  `${username}@${sipDomain}:${port} (${transport})`;

/** A form returns the mask of a password that the user did not change. */
const enteredPassword = (password: string | null | undefined): string | null | undefined =>
  password === "" || password?.startsWith(maskPrefix) ? undefined : password;

const auditedFields = ({
  label,
  sipDomain,
  username,
  transport,
  port,
  register,
  codecs,
}: ExtensionSettings) => ({
  label,
  sipDomain,
  username,
  transport,
  port,
  register,
  codecs,
});

export const phoneHandlers: Handlers["phone"] = {
  settings: async ({ services: { database } }) => readPhoneSettings(database.db),

  save: async (call) => {
    const { input, actor, services } = call;
    return services.write(actor, async ({ tx, audit, touch }) => {
      const before = await lockPhoneSettings(tx);
      const after = { ...before, ...input.body };
      const issues = await checkPhoneSettings(tx, after, requestLanguage(call));
      if (issues.length > 0) throw new Problem("invalid", { issues });
      await savePhoneSettings(tx, after);
      audit({
        eventType: "settings_update",
        entityType: "settings",
        entityId: "phone",
        details: { kind: "thing", verb: "changed", thing: "phone_settings" },
        metadata: { before, after },
      });
      touch("settings");
      return after;
    });
  },

  callback: async ({ services: { config } }) => {
    const origin = config.publicUrl?.origin;
    return { url: origin === undefined ? null : `${origin}/hooks/vendors/twilio-voice` };
  },

  extensions: async ({ services: { database } }) => (await listSipExtensions(database.db)).map(toExtension),

  createExtension: async ({ input, actor, services: { write, keyring } }) => {
    const { password: submitted, ...fields } = input.body;
    const password = enteredPassword(submitted) ?? undefined;
    const created = await write(actor, async ({ tx, audit, touch }) => {
      const extension = await insertSipExtension(tx, keyring, fields, password);
      audit({
        eventType: "settings_update",
        entityType: "sip_extension",
        entityId: extension.id,
        details: { kind: "thing", verb: "added", thing: "sip_extension", name: extension.label },
        metadata: { after: auditedFields(extension), ...(password ? { password: "set" } : {}) },
      });
      touch("settings");
      return extension;
    });
    return toExtension(created);
  },

  updateExtension: async (call) => {
    const { input, actor, services } = call;
    const { updatedAt, password: submitted, ...change } = input.body;
    const updated = await services.write(actor, async ({ tx, audit, touch }) => {
      const before = await lockSipExtension(tx, input.params.id);
      if (!before) throw new Problem("not_found");
      if (updatedAt !== undefined && before.updatedAt.getTime() !== Date.parse(updatedAt))
        throw new Problem("conflict");
      const fields = { ...auditedFields(before), ...change };
      const password = enteredPassword(submitted);
      const stored = { settings: settingsOf(before), secrets: before.hasPassword ? ["password"] : [] };
      const plan = planConnectionSave(sipSecretShape, stored, {
        ...settingsOf(fields),
        ...(password === undefined ? {} : { password }),
      });
      if (!plan.ok) {
        const moved = { name: "password", from: describeServer(before), to: describeServer(fields) };
        throw secretDestinationProblem([moved], requestLanguage(call));
      }
      const after = await updateSipExtension(tx, services.keyring, before.id, fields, password);
      audit({
        eventType: "settings_update",
        entityType: "sip_extension",
        entityId: before.id,
        details: { kind: "thing", verb: "changed", thing: "sip_extension", name: after.label },
        metadata: {
          before: auditedFields(before),
          after: auditedFields(after),
          ...(password === undefined ? {} : { password: password === null ? "removed" : "set" }),
        },
      });
      touch("settings");
      return after;
    });
    return toExtension(updated);
  },

  removeExtension: async (call) => {
    const { input, actor, services } = call;
    await services.write(actor, async ({ tx, audit, touch }) => {
      // The lock comes first: a save of the settings cannot add this extension as a target meanwhile.
      const { transferTargets } = await lockPhoneSettings(tx);
      const before = await lockSipExtension(tx, input.params.id);
      if (!before) throw new Problem("not_found");
      // Refused, because removing the target silently would change who takes over calls.
      if (transferTargets.some((target) => target.kind === "sip" && target.extensionId === before.id))
        throw new Problem("in_use", { message: messages.usedAsTarget[requestLanguage(call)] });
      await deleteSipExtension(tx, before.id);
      audit({
        eventType: "settings_update",
        entityType: "sip_extension",
        entityId: before.id,
        details: { kind: "thing", verb: "deleted", thing: "sip_extension", name: before.label },
        metadata: { before: auditedFields(before) },
      });
      touch("settings");
    });
    return { ok: true };
  },

  testExtension: async ({ input, services: { database, keyring, mayConnect, version } }) => {
    const opened = await openSipExtension(database.db, keyring, input.params.id);
    if (!opened) throw new Problem("not_found");
    const { extension, password } = opened;
    return probeSipExtension({ ...extension, password }, { mayConnect, userAgent: `Faro/${version}` });
  },
};
