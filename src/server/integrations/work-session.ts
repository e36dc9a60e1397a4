import { setTimeout as sleep } from "node:timers/promises";
import type * as z from "zod";
import type { VendorContext } from "#server/connectors/connector.ts";
import {
  createPacer,
  type Operation,
  type OperationPacer,
  runOperation,
} from "#server/connectors/operation.ts";
import type { OperationResult } from "#server/connectors/operation-result.ts";
import { redactSecrets } from "#server/connectors/test-result.ts";
import type { WorkVendor } from "#server/connectors/work/work-vendor.ts";
import type { Vendors } from "#server/store/connections/vendors.ts";

/** An open connection to a vendor, through which operations run. */
export type WorkSession = {
  vendor: WorkVendor;
  settings: Record<string, unknown>;
  isSimulated: boolean;
  run: <I extends z.ZodType, Output>(
    operation: Operation<I, Output>,
    input: z.input<I>,
  ) => Promise<OperationResult<Output>>;
};

/** One for each vendor and process; a simulator needs none. */
const pacers = new Map<string, OperationPacer>();

const pacerOf = (service: string, isLimited: boolean): OperationPacer => {
  const key = `${service} ${isLimited}`;
  const known = pacers.get(key);
  if (known) return known;
  const made = createPacer(
    Date.now,
    (ms) => sleep(ms),
    (rate) => (isLimited ? rate : null),
  );
  pacers.set(key, made);
  return made;
};

const notConnected = (label: string): OperationResult<never> => ({
  ok: false,
  error: {
    kind: "auth",
    message: { en: `${label} is not connected`, es: `${label} no está conectado` },
    mayHaveHappened: false,
  },
});

/** Opens the connection with its stored settings, and records the requests made inside as usage. */
export const withWorkSession = async <T>(
  vendors: Pick<Vendors, "open" | "use">,
  vendor: WorkVendor,
  work: (session: WorkSession) => Promise<OperationResult<T>>,
): Promise<OperationResult<T>> => {
  const { connector } = vendor;
  const opened = await vendors.open(connector);
  if (!opened.ok) return notConnected(connector.label);
  const { settings, secrets } = opened;
  const isSimulated = opened.mode === "sandbox";
  const pacer = pacerOf(connector.id, !isSimulated);
  return vendors.use(opened, "integration", (context: VendorContext) => {
    const run = createRunner(vendor, { ...context, settings }, pacer);
    return work({
      vendor,
      settings,
      isSimulated,
      run: async (operation, input) => {
        const result = await run(operation, input);
        if (result.ok || isSimulated) return result;
        // A vendor's message may repeat a secret.
        const message = redactSecrets(result.error.message, secrets);
        return { ok: false, error: { ...result.error, message } };
      },
    });
  });
};

/** Signs in once, and once more when the vendor refuses a token of its own in the middle: it may have run out. */
const createRunner = (
  vendor: WorkVendor,
  context: VendorContext<Record<string, unknown>>,
  pacer: OperationPacer,
): WorkSession["run"] => {
  const { send, settings } = context;
  let headers: Record<string, string> | undefined;
  const signIn = async (
    refused?: Record<string, string>,
  ): Promise<OperationResult<Record<string, string>>> =>
    vendor.signIn ? vendor.signIn(context, refused) : { ok: true, value: vendor.authorize(settings) };
  return async (operation, input) => {
    const signedIn = headers ? { ok: true as const, value: headers } : await signIn();
    if (!signedIn.ok) return signedIn;
    headers = signedIn.value;
    const result = await runOperation(operation, { send, settings, headers }, input, pacer);
    if (result.ok || result.error.kind !== "auth" || !vendor.signIn || result.error.status !== 401)
      return result;
    const renewed = await signIn(headers);
    if (!renewed.ok) return renewed;
    headers = renewed.value;
    return runOperation(operation, { send, settings, headers }, input, pacer);
  };
};
