import { vi } from "vitest";
import type { Effect } from "#sandbox/ledger.ts";
import { startSandbox } from "#sandbox/sandbox.ts";
import { startBusinessServer } from "./business-server.ts";
import { basicHeader, readResponse, testAccountSid } from "./vendor-requests.ts";

/** Waits for a condition, with a timeout for slow machines. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000 }) as Promise<T>;

/** Starts a sandbox and the server of a business that uses it. */
export const startSandboxHarness = async () => {
  const [sandbox, business] = await Promise.all([startSandbox(), startBusinessServer()]);
  const post = async (path: string, body: unknown) =>
    readResponse(
      await fetch(`${sandbox.url}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
  const get = async (path: string) => readResponse(await fetch(`${sandbox.url}${path}`));
  const accountPath = `/twilio/2010-04-01/Accounts/${testAccountSid}`;
  return {
    sandbox,
    business,
    post,
    get,
    control: (command: unknown) => post("/_control", command),
    effects: async (connector = ""): Promise<Effect[]> => {
      const { body } = await get(`/sandbox/api/ledger?effects=1&connector=${connector}`);
      return (body as { effect: Effect }[]).map(({ effect }) => effect);
    },
    twilio: async (path: string, form?: Record<string, string>, token = "t", signal?: AbortSignal) =>
      readResponse(
        await fetch(`${sandbox.url}${accountPath}${path}`, {
          method: form ? "POST" : "GET",
          headers: basicHeader(testAccountSid, token),
          ...(form ? { body: new URLSearchParams(form) } : {}),
          ...(signal ? { signal } : {}),
        }),
      ),
    reply: (address: string, channel: string, text: string, more = {}) =>
      post(`/sandbox/api/phone/conversations/${encodeURIComponent(address)}/reply`, {
        channel,
        text,
        ...more,
      }),
    conversation: async (address: string) =>
      (await get(`/sandbox/api/phone/conversations/${encodeURIComponent(address)}`)).body,
    stop: () => Promise.all([sandbox.stop(), business.stop()]),
  };
};
export type SandboxHarness = Awaited<ReturnType<typeof startSandboxHarness>>;
