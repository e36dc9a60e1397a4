import { retryPolicies } from "#domain/retry.ts";
import type { AnyConnector, VendorRequest } from "#server/connectors/connector.ts";
import { make } from "#server/connectors/make.ts";
import { n8n } from "#server/connectors/n8n.ts";
import { defineOperation, type OperationCall } from "#server/connectors/operation.ts";
import type { OperationErrorKind, OperationResult } from "#server/connectors/operation-result.ts";
import type { LocalizedText } from "#server/connectors/test-result.ts";
import { jsonPost } from "#server/connectors/vendor-request.ts";
import { describeFailure, egressFailureText, readTextResponse } from "#server/connectors/vendor-response.ts";
import { zapier } from "#server/connectors/zapier.ts";
import { triggerInput, type VendorWebhook, type WorkVendor } from "./work-vendor.ts";

/** What an answer of a hook means where the status alone does not say it. */
export type HookVerdict = { kind: OperationErrorKind; message?: LocalizedText; retryAfterMs?: number } | "ok";

type HookTarget = Pick<VendorRequest, "host" | "path">;
type AutomationHook = {
  connector: AnyConnector;
  /** Where the workflow listens; a text where the settings do not say. */
  target: (settings: Record<string, unknown>) => HookTarget | LocalizedText;
  judge: (status: number, text: string) => HookVerdict | undefined;
};

const minuteMs = 60_000;
const rate = { requests: 10, perMs: 1000 };

/** `auth` waits until an operator acts, with a notice: trying again alone would change nothing. */
const gone = (label: string): HookVerdict => ({
  kind: "auth",
  message: {
    en: `${label} no longer takes this hook (410). Make a new one there and save its address`,
    es: `${label} ya no acepta este enlace (410). Cree uno nuevo allí y guarde su dirección`,
  },
});

const byStatus = (label: string, status: number): HookVerdict => {
  if (status === 410) return gone(label);
  if (status === 401 || status === 403 || status === 404) return { kind: "auth" };
  if (status === 429) return { kind: "rate" };
  if (status < 300) return "ok";
  return { kind: status >= 500 ? "transient" : "invalid" };
};

/** Zapier answers 200 also where the Zap is off, so a success says only that it was received. */
export const judgeZapier = (status: number, text: string): HookVerdict | undefined =>
  status === 200 && !/"status"\s*:\s*"success"/.test(text) ? { kind: "transient" } : undefined;

/** Make answers `Accepted` before the scenario runs, and 400 while its queue is full. */
export const judgeMake = (status: number, text: string): HookVerdict | undefined => {
  if (status === 400 && /queue is full/i.test(text))
    return {
      kind: "rate",
      retryAfterMs: 5 * minuteMs,
      message: {
        en: "The queue of the Make scenario is full; it is tried again",
        es: "La cola del escenario de Make está llena; se intenta de nuevo",
      },
    };
  if (status === 404)
    return {
      kind: "auth",
      message: {
        en: "No scenario listens to this hook of Make. Switch the scenario on",
        es: "Ningún escenario escucha este enlace de Make. Active el escenario",
      },
    };
  return status === 200 && /failed to initialize/i.test(text) ? { kind: "transient" } : undefined;
};

/** n8n registers the production address of a webhook only while its workflow is active. */
export const judgeN8n = (status: number, text: string): HookVerdict | undefined =>
  status === 404 && /not registered/i.test(text)
    ? {
        kind: "auth",
        message: {
          en: "n8n has no active workflow with a webhook at this path. Activate the workflow, or correct the path",
          es: "n8n no tiene un flujo activo con un webhook en esta ruta. Active el flujo o corrija la ruta",
        },
      }
    : undefined;

const fail = (
  kind: OperationErrorKind,
  message: LocalizedText,
  mayHaveHappened: boolean,
  retryAfterMs?: number,
): OperationResult<null> => ({
  ok: false,
  error: { kind, message, mayHaveHappened, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
});

const sendToHook = async (
  { connector: { label }, target, judge }: AutomationHook,
  { send, settings }: OperationCall,
  body: object,
): Promise<OperationResult<null>> => {
  const address = target(settings);
  if (!("path" in address)) return fail("auth", address, false);
  const result = await send({ ...address, ...jsonPost(body) });
  if (!result.ok) return fail("transient", egressFailureText(label, result.failure), true);
  const read = readTextResponse(label, result);
  const text = read.ok ? read.text : "";
  const verdict = judge(result.status, text) ?? byStatus(label, result.status);
  if (verdict === "ok") return { ok: true, value: null };
  const own = read.ok
    ? describeFailure(label, { status: result.status, json: text.trim() }).message
    : read.failure.message;
  return fail(verdict.kind, verdict.message ?? own, result.status >= 500, verdict.retryAfterMs);
};

/** These vendors get what happens; they report nothing here. */
const reportsNothing: VendorWebhook = { verify: () => false, read: () => [] };

const automation = (hook: AutomationHook): WorkVendor => ({
  connector: hook.connector,
  rate,
  authorize: () => ({}),
  webhook: reportsNothing,
  automation: {
    trigger: defineOperation({
      name: "trigger",
      input: triggerInput,
      // The same id comes with every attempt, so a workflow can leave out what it has seen.
      idempotency: "upsert",
      rate,
      retry: retryPolicies.vendorOperation,
      run: (call, input) => sendToHook(hook, call, input),
    }),
  },
});

const noHook: LocalizedText = {
  en: "Enter the address of the hook",
  es: "Escriba la dirección del enlace",
};

const savedHook = ({ webhookUrl }: Record<string, unknown>): HookTarget | LocalizedText => {
  const url = URL.parse(String(webhookUrl ?? ""));
  return url ? { host: url.origin, path: url.pathname } : noHook;
};

export const zapierHooks = automation({ connector: zapier, target: savedHook, judge: judgeZapier });
export const makeHooks = automation({ connector: make, target: savedHook, judge: judgeMake });
export const n8nHooks = automation({
  connector: n8n,
  target: ({ webhookPath }) =>
    typeof webhookPath === "string" && webhookPath !== ""
      ? { path: `/webhook/${webhookPath}` }
      : {
          en: "Enter the path of the workflow's webhook",
          es: "Escriba la ruta del webhook del flujo",
        },
  judge: judgeN8n,
});
