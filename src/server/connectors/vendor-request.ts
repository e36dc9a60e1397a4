import type * as z from "zod";
import type { VendorContext, VendorRequest } from "./connector.ts";
import { type LocalizedText, type TestResult, testPassed } from "./test-result.ts";
import {
  describeFailure,
  type ReadResponse,
  readJsonResponse,
  type VendorResponse,
} from "./vendor-response.ts";

/** Only an answer of the expected shape is a success: a status of 200 alone proves nothing. */
export const responseCheck =
  <A>(label: string, answer: z.ZodType<A>, account: (answer: A) => string | LocalizedText) =>
  (reply: VendorResponse): TestResult => {
    const parsed = reply.status < 300 ? answer.safeParse(reply.json) : undefined;
    return parsed?.success ? testPassed(account(parsed.data)) : describeFailure(label, reply);
  };

export type ResponseCheck = (reply: VendorResponse) => TestResult;

export const requestJson = async (
  label: string,
  context: Pick<VendorContext, "send">,
  call: VendorRequest,
): Promise<ReadResponse> => readJsonResponse(label, await context.send(call));

/** A test that is one request. */
export const singleRequestTest =
  <S>(label: string, call: (settings: S) => VendorRequest, judgement: ResponseCheck) =>
  async (context: VendorContext<S>): Promise<TestResult> => {
    const read = await requestJson(label, context, call(context.settings));
    return read.ok ? judgement(read.response) : read.failure;
  };

export const bearerAuth = (token: string | null | undefined): Record<string, string> => ({
  authorization: `Bearer ${(token ?? "").replace(/^Bearer\s+/i, "")}`,
});

export const basicAuth = (user: string, password: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
});

export const formPost = (
  fields: Record<string, string>,
): Pick<VendorRequest, "method" | "headers" | "body"> => ({
  method: "POST",
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(fields).toString(),
});

export const jsonPost = (body: unknown): Pick<VendorRequest, "method" | "headers" | "body"> => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

export const connectedText: LocalizedText = { en: "Connected", es: "Conectado" };
