import type * as z from "zod";
import { planConnectionSave, type SettingValues, type StoredConnection } from "#domain/connection.ts";
import { type AnyConnector, neededSecrets, shapeOf } from "./connector.ts";
import type { Mode } from "./vendor-context.ts";

/** What a check found, in somebody's language. */
export type IssueWords = (issue: z.core.$ZodRawIssue) => string;

export type Choice =
  | {
      ok: true;
      mode: Mode;
      /** Checked; without those secrets that are still sealed. */
      settings: Record<string, unknown>;
      /** Stored secrets to open and add. */
      open: string[];
    }
  | { ok: false; code: "not_configured" }
  | { ok: false; code: "secret_required"; fields: string[] }
  | { ok: false; code: "invalid"; error: z.ZodError }
  | { ok: false; code: "incomplete"; fields: string[] };

/**
 * Which end of the wire a request goes to, and with what. What a form holds comes before what is stored; a stored
 * secret only goes where it was stored for; without any secret there is only the simulator.
 */
export const chooseEnd = (
  connector: AnyConnector,
  stored: StoredConnection | undefined,
  submitted: SettingValues,
  sandbox: boolean,
  words?: IssueWords,
): Choice => {
  const plan = planConnectionSave(shapeOf(connector.settings), stored, { ...stored?.settings, ...submitted });
  if (!plan.ok) return { ok: false, code: "secret_required", fields: plan.reason.fields };
  const given = Object.fromEntries(Object.entries(plan.settings).filter(([, value]) => value !== null));
  if (plan.mode === "live") {
    const open = (stored?.secrets ?? []).filter(
      (field) => !(field in plan.seal) && !plan.forget.includes(field),
    );
    const missing = neededSecrets(connector.settings).filter(
      (field) => !(field in plan.seal) && !open.includes(field),
    );
    if (missing.length > 0) return { ok: false, code: "incomplete", fields: missing };
    return checked(connector, "live", { ...given, ...plan.seal }, open, words);
  }
  if (sandbox) return checked(connector, "sandbox", { ...connector.sample, ...given }, [], words);
  const parsed = connector.keyless ? connector.settings.safeParse(given) : undefined;
  return parsed?.success && connector.keyless?.(parsed.data as never)
    ? { ok: true, mode: "live", settings: parsed.data, open: [] }
    : { ok: false, code: "not_configured" };
};

const checked = (
  connector: AnyConnector,
  mode: Mode,
  values: Record<string, unknown>,
  open: string[],
  words: IssueWords | undefined,
): Choice => {
  const parsed = connector.settings.safeParse(values, words && { error: words });
  return parsed.success
    ? { ok: true, mode, settings: parsed.data, open }
    : { ok: false, code: "invalid", error: parsed.error };
};
