import * as z from "zod";

export const sipTransports = ["UDP", "TCP", "TLS"] as const;
export type SipTransport = (typeof sipTransports)[number];

export const sipCodecs = ["PCMU", "PCMA", "G722", "G729", "opus"] as const;
export type SipCodec = (typeof sipCodecs)[number];

export const defaultSipPort = (transport: SipTransport): number => (transport === "TLS" ? 5061 : 5060);

/** Text that becomes part of a SIP header, so it must not contain what a header could misread. */
const headerText = (pattern: RegExp, example: string) =>
  z
    .string()
    .trim()
    .min(1)
    .superRefine((text, context) => {
      if (!pattern.test(text))
        context.addIssue({ code: "invalid_format", format: "example", pattern: example, input: text });
    });

const hostName = "(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*";
const domainPattern = new RegExp(`^(?=.{1,253}$)(?:${hostName}|\\[[0-9a-f:.]{2,45}\\])$`, "i");
const usernamePattern = /^[A-Za-z0-9._~+*!$&=-]{1,64}$/;
/** No control characters, line separators included. */
const labelPattern = /^[^\p{Cc}\p{Zl}\p{Zp}]{1,60}$/u;
const passwordPattern = /^[^\p{Cc}]*$/u;

export const sipExtensionInput = z.strictObject({
  label: headerText(labelPattern, "Front desk"),
  /** A host name or an address; an IPv6 address in brackets. */
  sipDomain: headerText(domainPattern, "pbx.example.com").transform((host) => host.toLowerCase()),
  username: headerText(usernamePattern, "1001"),
  /** Absent, blank or the mask keeps the stored one; null deletes it. */
  password: z.string().max(128).regex(passwordPattern).nullable().optional(),
  transport: z.enum(sipTransports).default("UDP"),
  port: z.int().min(1).max(65_535).default(5060),
  /** Whether the test also signs in. */
  register: z.boolean().default(true),
  /** What the telephone understands; empty means unknown. */
  codecs: z.array(z.enum(sipCodecs)).max(sipCodecs.length).default([]),
});
export type SipExtensionInput = z.infer<typeof sipExtensionInput>;

/** Where a request goes; `host` as in a URI, an IPv6 address in brackets. */
export type SipTarget = { host: string; port: number; transport: SipTransport };

/** The password is only used for this destination. */
export const sipSecretShape = {
  secrets: ["password"],
  destinations: ["sipDomain", "port", "transport", "username"],
} as const;

/** For a telephone provider that is to call the extension. */
export const sipUri = (extension: {
  username: string;
  sipDomain: string;
  port: number;
  transport: SipTransport;
}): string => {
  const { username, sipDomain, port, transport } = extension;
  // Without a port, the caller can use the domain's SRV records.
  const portPart = port === defaultSipPort(transport) ? "" : `:${port}`;
  const transportPart = transport === "UDP" ? "" : `;transport=${transport.toLowerCase()}`;
  return `sip:${username}@${sipDomain}${portPart}${transportPart}`;
};
