import { urlHost } from "./url-host.ts";

export type SettingValue = string | number | boolean | null;
export type SettingValues = Record<string, SettingValue>;

export const connectionModes = ["sandbox", "live"] as const;
export type ConnectionMode = (typeof connectionModes)[number];

export type ConnectionShape = {
  /** Names of secret fields. */
  secrets: readonly string[];
  /** Names of fields that decide where the secrets are sent. */
  destinations: readonly string[];
};

export type StoredConnection = {
  settings: SettingValues;
  /** Names of the stored secrets. */
  secrets: readonly string[];
};

export type ConnectionSavePlan =
  | {
      ok: true;
      mode: ConnectionMode;
      settings: SettingValues;
      /** Secrets to store, by field. */
      seal: Record<string, string>;
      /** Names of secrets to delete. */
      forget: string[];
    }
  | { ok: false; reason: { code: "secret_required"; fields: string[] } };

/** Whether a connection has a secret after a form was saved: one that is typed, or a stored one that is not removed. */
export const keepsSecret = (
  { secrets }: ConnectionShape,
  stored: StoredConnection | undefined,
  submitted: SettingValues,
): boolean =>
  secrets.some((field) => {
    const value = submitted[field];
    if (value === undefined || value === "") return stored?.secrets.includes(field) ?? false;
    return value !== null;
  });

/**
 * Plans the saving of a form. An absent secret stays, null deletes it. A connection with a secret is live, and its
 * destination changes only together with all its secrets: otherwise an editor could redirect a stored secret to a
 * server of their own. A connection that uses no secret is live without one, and forgets those it had.
 */
export const planConnectionSave = (
  shape: ConnectionShape,
  stored: StoredConnection | undefined,
  submitted: SettingValues,
  usesSecrets = true,
): ConnectionSavePlan => {
  const isSecret = (field: string) => shape.secrets.includes(field);
  const seal: Record<string, string> = {};
  const forget: string[] = [];
  for (const field of shape.secrets) {
    const value = submitted[field];
    if (value === null) forget.push(field);
    else if (value !== undefined && value !== "") seal[field] = String(value);
  }
  if (!usesSecrets) {
    const settings = Object.fromEntries(Object.entries(submitted).filter(([field]) => !isSecret(field)));
    return { ok: true, mode: "live", settings, seal: {}, forget: [...(stored?.secrets ?? [])] };
  }
  const settings = Object.fromEntries(Object.entries(submitted).filter(([field]) => !isSecret(field)));
  const remaining = (stored?.secrets ?? []).filter((field) => !(field in seal) && !forget.includes(field));
  const changesDestination = shape.destinations.some(
    (field) => (settings[field] ?? null) !== (stored?.settings[field] ?? null),
  );
  if (stored && changesDestination && remaining.length > 0)
    return { ok: false, reason: { code: "secret_required", fields: remaining } };
  const live = remaining.length > 0 || Object.keys(seal).length > 0;
  return { ok: true, mode: live ? "live" : "sandbox", settings, seal, forget };
};

/** Fields that decide, besides secrets and destinations, to which client of a vendor access was granted. */
const clientFields = ["clientId"];

/** Whether a form has another client, secret or destination than what is stored: then what was granted is not its own. */
export const changesAccount = (
  { secrets, destinations }: ConnectionShape,
  stored: StoredConnection | undefined,
  submitted: SettingValues,
): boolean => {
  const isTyped = (field: string) => {
    const value = submitted[field] ?? null;
    // Null deletes a secret that is stored.
    return field in submitted && (value === null ? stored?.secrets.includes(field) : value !== "");
  };
  const isOther = (field: string) =>
    field in submitted && (submitted[field] ?? null) !== (stored?.settings[field] ?? null);
  return secrets.some(isTyped) || [...destinations, ...clientFields].some(isOther);
};

const describeValue = (value: SettingValue | undefined): string[] =>
  value === null || value === undefined ? [] : [urlHost(String(value)) ?? String(value)];

/** Where the secrets of a connection are sent: the values of its destination fields, of a URL its host. */
export const describeDestination = (
  { destinations }: ConnectionShape,
  settings: SettingValues,
): string | null => destinations.flatMap((field) => describeValue(settings[field])).join(":") || null;
