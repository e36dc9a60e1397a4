import { setTimeout as sleep } from "node:timers/promises";
import type * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import type { VendorContext } from "#server/connectors/connector.ts";
import { createPacer, type Operation, runOperation } from "#server/connectors/operation.ts";
import type { OperationError, OperationResult } from "#server/connectors/operation-result.ts";
import {
  describeInput,
  type PeopleVendor,
  type RemoteAccount,
} from "#server/connectors/people/people-vendor.ts";

/** The vendor failed in a way that ends the present run of a sync. */
export class SyncFailure extends Error {
  readonly error: OperationError;
  constructor(error: OperationError) {
    super(error.message.en);
    this.error = error;
  }
}

export type VendorSession = {
  vendor: PeopleVendor;
  /** Runs one operation of the vendor; throws a `SyncFailure`. */
  run: <I extends z.ZodType, Output>(operation: Operation<I, Output>, input: z.input<I>) => Promise<Output>;
};

/**
 * Signs in once, and once more when the vendor refuses the sign-in in the middle: a token may have run out. After each
 * sign-in `checkAccount` learns which account it leads to, before anything else is asked; it throws to refuse it.
 */
export const openVendorSession = (
  vendor: PeopleVendor,
  context: VendorContext<Record<string, unknown>>,
  isLimited: boolean,
  checkAccount?: (account: RemoteAccount) => Promise<void>,
): VendorSession => {
  const configured = Number(context.settings.requestsPerSecond ?? 0);
  const pacer = createPacer(
    Date.now,
    (ms) => sleep(ms),
    (rate) => {
      if (!isLimited) return null;
      // Operations with a limit of their own, such as a search, keep it.
      return configured > 0 && rate === vendor.rate
        ? { requests: Math.max(1, configured), perMs: configured < 1 ? 1000 / configured : 1000 }
        : rate;
    },
  );
  let headers: Record<string, string> | undefined;
  let isChecked = checkAccount === undefined;
  const signIn = async (refused?: Record<string, string>): Promise<Record<string, string>> => {
    const operation: Operation<typeof describeInput, Record<string, string>> = {
      name: "sign_in",
      input: describeInput,
      idempotency: "read",
      rate: vendor.rate,
      retry: retryPolicies.vendorOperation,
      run: ({ send }) => vendor.authorize({ ...context, send }, refused),
    };
    const result = await runOperation(operation, { ...context, headers: {} }, {}, pacer);
    if (!result.ok) throw new SyncFailure(result.error);
    return result.value;
  };
  return {
    vendor,
    run: async <I extends z.ZodType, Output>(operation: Operation<I, Output>, input: z.input<I>) => {
      const attempt = async (): Promise<OperationResult<Output>> => {
        headers ??= await signIn();
        if (!isChecked && checkAccount) {
          const account = await runOperation(vendor.identifyAccount, { ...context, headers }, {}, pacer);
          if (!account.ok) return account;
          await checkAccount(account.value);
          isChecked = true;
        }
        return runOperation(operation, { ...context, headers }, input, pacer);
      };
      let result = await attempt();
      if (!result.ok && result.error.kind === "auth") {
        headers = await signIn(headers);
        isChecked = checkAccount === undefined;
        result = await attempt();
      }
      if (!result.ok) throw new SyncFailure(result.error);
      return result.value;
    },
  };
};
