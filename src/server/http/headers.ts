const policy = (script: string): string =>
  [
    "default-src 'self'",
    `script-src ${script}`,
    // Radix and the charts position elements with style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

export const contentSecurityPolicy = policy("'self'");

/** For responses that are not pages. */
export const baseHeaders = (secure: boolean): Record<string, string> => ({
  "x-content-type-options": "nosniff",
  ...(secure ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
});

export const securityHeaders = (secure: boolean): Record<string, string> => ({
  ...baseHeaders(secure),
  "content-security-policy": contentSecurityPolicy,
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(self)",
});

/** The id under which the log has the request. */
export const requestIdHeader = "x-request-id";
