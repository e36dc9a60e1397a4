import type * as z from "zod";
import {
  type ConnectionMode,
  planConnectionSave,
  type SettingValues,
  type StoredConnection,
} from "#domain/connection.ts";
import { type AnyConnector, connectionShape, requiredSecrets } from "./connector.ts";

/** Formats a validation issue in the operator's language. */
export type IssueFormatter = (issue: z.core.$ZodRawIssue) => string;

export type ResolvedConnection =
  | {
      ok: true;
      mode: ConnectionMode;
      /** Validated, without `storedSecrets`. */
      settings: Record<string, unknown>;
      /** Secret fields that the caller decrypts and adds. */
      storedSecrets: string[];
    }
  | { ok: false; code: "not_configured" }
  | { ok: false; code: "secret_required"; fields: string[] }
  | { ok: false; code: "invalid"; error: z.ZodError }
  | { ok: false; code: "incomplete"; fields: string[] };

/**
 * Decides between the simulator and the real vendor, and with which settings. Submitted values take precedence over
 * stored ones. A stored secret is only used for the destination it was stored with.
 */
export const resolveConnection = (
  connector: AnyConnector,
  stored: StoredConnection | undefined,
  submitted: SettingValues,
  hasSandbox: boolean,
  formatIssue?: IssueFormatter,
): ResolvedConnection => {
  const merged = { ...stored?.settings, ...submitted };
  const usesSecrets = connector.usesSecrets?.(merged) ?? true;
  const plan = planConnectionSave(connectionShape(connector.settings), stored, merged, usesSecrets);
  if (!plan.ok) return { ok: false, code: "secret_required", fields: plan.reason.fields };
  const values = Object.fromEntries(Object.entries(plan.settings).filter(([, value]) => value !== null));
  if (plan.mode === "live") {
    const storedSecrets = (stored?.secrets ?? []).filter(
      (field) => !(field in plan.seal) && !plan.forget.includes(field),
    );
    const missing = requiredSecrets(connector.settings).filter(
      (field) => usesSecrets && !(field in plan.seal) && !storedSecrets.includes(field),
    );
    if (missing.length > 0) return { ok: false, code: "incomplete", fields: missing };
    return validated(connector, "live", { ...values, ...plan.seal }, storedSecrets, formatIssue);
  }
  if (hasSandbox) return validated(connector, "sandbox", { ...connector.sample, ...values }, [], formatIssue);
  const parsed = connector.keyless ? connector.settings.safeParse(values) : undefined;
  return parsed?.success && connector.keyless?.(parsed.data as never)
    ? { ok: true, mode: "live", settings: parsed.data, storedSecrets: [] }
    : { ok: false, code: "not_configured" };
};

/**
 * The settings of a form that is saved. In the sandbox the sample account stands in for required fields that were left
 * blank; its values are not stored.
 */
export const parseConnectionSettings = (
  { settings, sample }: AnyConnector,
  given: SettingValues,
  isSimulated: boolean,
  formatIssue: IssueFormatter,
): { ok: true; settings: SettingValues } | { ok: false; error: z.ZodError } => {
  const shape = connectionShape(settings);
  const filled = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== ""),
  );
  const isStandIn = (field: string) => isSimulated && !(field in filled) && !shape.secrets.includes(field);
  const standIns = Object.fromEntries(Object.entries(sample).filter(([field]) => isStandIn(field)));
  const parsed = settings.safeParse({ ...given, ...standIns }, { error: formatIssue });
  if (!parsed.success) return { ok: false, error: parsed.error };
  const own = Object.entries(parsed.data as SettingValues).filter(([field]) => !(field in standIns));
  return { ok: true, settings: Object.fromEntries(own) };
};

const validated = (
  connector: AnyConnector,
  mode: ConnectionMode,
  values: Record<string, unknown>,
  storedSecrets: string[],
  formatIssue: IssueFormatter | undefined,
): ResolvedConnection => {
  const parsed = connector.settings.safeParse(values, formatIssue && { error: formatIssue });
  return parsed.success
    ? { ok: true, mode, settings: parsed.data, storedSecrets }
    : { ok: false, code: "invalid", error: parsed.error };
};
