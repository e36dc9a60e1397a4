import { randomUUID } from "node:crypto";
import type * as z from "zod";
import type { VendorContext, VendorRequest } from "./connector.ts";
import { type LocalizedText, type TestResult, testPassed } from "./test-result.ts";
import {
  describeFailure,
  parseSuccess,
  type ReadResponse,
  readJsonResponse,
  type VendorResponse,
} from "./vendor-response.ts";

/** Limit for responses that list every model, number or resource of an account. */
export const maxListBytes = 4 * 1024 * 1024;

export type ResponseCheck = (response: VendorResponse) => TestResult;

/** Only a response of the expected shape passes: a status of 200 alone proves nothing. */
export const responseCheck =
  <T>(label: string, schema: z.ZodType<T>, describeAccount: (body: T) => string | LocalizedText) =>
  (response: VendorResponse): TestResult => {
    const body = parseSuccess(schema, response);
    return body === undefined ? describeFailure(label, response) : testPassed(describeAccount(body));
  };

export const requestJson = async (
  label: string,
  context: Pick<VendorContext, "send">,
  request: VendorRequest,
): Promise<ReadResponse> => readJsonResponse(label, await context.send(request));

/** A connection test that consists of one request. */
export const singleRequestTest =
  <S>(label: string, buildRequest: (settings: S) => VendorRequest, check: ResponseCheck) =>
  async (context: VendorContext<S>): Promise<TestResult> => {
    const result = await requestJson(label, context, buildRequest(context.settings));
    return result.ok ? check(result.response) : result.failure;
  };

export const bearerAuth = (token: string | null | undefined): Record<string, string> => ({
  authorization: `Bearer ${(token ?? "").replace(/^Bearer\s+/i, "")}`,
});

/** The token of headers that sign in, whatever their scheme. */
export const readBearer = (headers: Record<string, string> | undefined): string | undefined =>
  headers?.authorization?.replace(/^\S+ /, "");

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

/** A form with one file, as browsers send it. */
export const multipartPost = (
  fields: Record<string, string>,
  file: { filename: string; contentType: string; content: Buffer },
  headers: Record<string, string>,
): Pick<VendorRequest, "method" | "headers" | "body"> => {
  const boundary = `faro-${randomUUID()}`;
  const quoted = (text: string): string => text.replaceAll(/[\r\n"]/g, " ");
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const fileHead = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted(file.filename)}"\r\nContent-Type: ${quoted(file.contentType)}\r\n\r\n`;
  return {
    method: "POST",
    headers: { ...headers, "content-type": `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([
      Buffer.from(parts.join("") + fileHead),
      file.content,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
};

export const connectedText: LocalizedText = { en: "Connected", es: "Conectado" };
