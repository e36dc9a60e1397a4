import { createHash } from "node:crypto";
import { formStyles } from "#domain/forms/form-page.ts";

const styleHash = `'sha256-${createHash("sha256").update(formStyles).digest("base64")}'`;

/** For the page of a form alone: it may be shown by the sites that the form names. */
export const formHeaders = (origins: readonly string[]): Record<string, string> => ({
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styleHash}`,
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${["'self'", ...origins].join(" ")}`,
  ].join("; "),
  "cache-control": "no-store",
});
