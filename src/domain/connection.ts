/** A plain value of a connection's form. */
export type SettingValue = string | number | boolean | null;
export type SettingValues = Record<string, SettingValue>;

export type ConnectionShape = {
  /** Fields that hold secrets. */
  secrets: readonly string[];
  /** Fields that say where the secrets are sent. */
  destinations: readonly string[];
};

export type StoredConnection = {
  settings: SettingValues /** names of the secrets kept */;
  secrets: readonly string[];
};

export type ConnectionSavePlan =
  | {
      ok: true;
      mode: "sandbox" | "live";
      settings: SettingValues;
      /** Secrets to seal, by field. */
      seal: Record<string, string>;
      /** Secrets to forget. */
      forget: string[];
    }
  | { ok: false; reason: { code: "secret_required"; fields: string[] } };

/**
 * What saving a form means. A secret left out stays; null forgets it. A connection is live while it holds
 * a secret, and then its destination only changes together with every secret it holds: else whoever may
 * edit the address could have a secret sent to themselves.
 */
export const planConnectionSave = (
  shape: ConnectionShape,
  stored: StoredConnection | undefined,
  submitted: SettingValues,
): ConnectionSavePlan => {
  const isSecret = (field: string) => shape.secrets.includes(field);
  const seal: Record<string, string> = {};
  const forget: string[] = [];
  for (const field of shape.secrets) {
    const value = submitted[field];
    if (value === null) forget.push(field);
    else if (value !== undefined && value !== "") seal[field] = String(value);
  }
  const settings = Object.fromEntries(Object.entries(submitted).filter(([field]) => !isSecret(field)));
  const kept = (stored?.secrets ?? []).filter((field) => !(field in seal) && !forget.includes(field));
  const moved = shape.destinations.some(
    (field) => (settings[field] ?? null) !== (stored?.settings[field] ?? null),
  );
  if (stored && moved && kept.length > 0)
    return { ok: false, reason: { code: "secret_required", fields: kept } };
  const live = kept.length > 0 || Object.keys(seal).length > 0;
  return { ok: true, mode: live ? "live" : "sandbox", settings, seal, forget };
};
