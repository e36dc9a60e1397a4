import { generateKeyPairSync, sign } from "node:crypto";

export type VendorRequest = {
  path: string;
  headers?: Record<string, string>;
  form?: Record<string, string>;
  json?: unknown;
};

export const bearerHeader = (credential: string | undefined): Record<string, string> =>
  credential === undefined ? {} : { authorization: `Bearer ${credential}` };
export const credentialHeader =
  (name: string) =>
  (credential: string | undefined): Record<string, string> =>
    credential === undefined ? {} : { [name]: credential };
export const basicHeader = (user: string, password: string | undefined): Record<string, string> =>
  password === undefined
    ? {}
    : { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` };

export const testAccountSid = "AC0123456789abcdef0123456789abcdef";

const serviceAccountKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
export const signAssertion = (email: string): string => {
  const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = Math.floor(Date.now() / 1000);
  const content = `${encodePart({ alg: "RS256", typ: "JWT" })}.${encodePart({
    iss: email,
    scope: "https://www.googleapis.com/auth/spreadsheets",
    aud: "https://oauth2.googleapis.com/token",
    iat: now,
    exp: now + 3600,
  })}`;
  return `${content}.${sign("RSA-SHA256", Buffer.from(content), serviceAccountKey).toString("base64url")}`;
};

export const sendVendorRequest = async (
  url: string,
  vendor: string,
  { path, headers, form, json }: VendorRequest,
): Promise<Response> =>
  fetch(`${url}/${vendor}${path}`, {
    method: form || json !== undefined ? "POST" : "GET",
    headers: { ...headers, ...(json === undefined ? {} : { "content-type": "application/json" }) },
    ...(form
      ? { body: new URLSearchParams(form) }
      : json === undefined
        ? {}
        : { body: JSON.stringify(json) }),
    redirect: "error",
  });
export const readResponse = async (response: Response) => {
  const body = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  return { status: response.status, body: isJson ? JSON.parse(body) : body };
};
