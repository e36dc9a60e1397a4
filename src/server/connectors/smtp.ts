import { X509Certificate } from "node:crypto";
import * as z from "zod";
import { blankable, defineConnector, perSecond, secret, type VendorContext } from "./connector.ts";
import { smtpFailureText } from "./messaging/smtp-outcome.ts";
import { runSmtpSession } from "./messaging/smtp-session.ts";
import { testPassed, vendorFailure } from "./test-result.ts";
import { connectedText } from "./vendor-request.ts";

const testTimeoutMs = 15_000;

const pemBlock = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** One certificate or several, each readable. */
const isCertificate = (pem: string): boolean => {
  const blocks = pem.match(pemBlock) ?? [];
  try {
    return blocks.length > 0 && blocks.every((block) => new X509Certificate(block).subject !== "");
  } catch {
    return false;
  }
};

const settings = z.strictObject({
  host: z
    .string()
    .trim()
    .min(1)
    .max(253)
    .regex(/^[A-Za-z0-9.:-]+$/)
    .meta({ title: "Host", examples: ["smtp.example.com"], destination: true }),
  port: z.coerce.number().int().min(1).max(65_535).default(587).meta({ title: "Port", destination: true }),
  authentication: z.enum(["password", "none"]).default("password").meta({ title: "Sign-in" }),
  user: blankable(z.string().trim().max(320).meta({ title: "User" })),
  password: secret("Password"),
  fromAddress: z.email().max(320).meta({ title: "From address" }),
  fromName: blankable(z.string().trim().max(100).meta({ title: "From name" })),
  /** Required by law at the end of every commercial e-mail. */
  postalAddress: z.string().trim().min(1).max(300).meta({ title: "Postal address" }),
  /** TLS from the first byte; otherwise STARTTLS. */
  secure: z.boolean().default(false).meta({ title: "TLS from the start" }),
  /** Trusted besides the public authorities, for a relay with a certificate of the company's own. */
  caCertificate: blankable(
    z
      .string()
      .trim()
      .max(16_384)
      .refine(isCertificate)
      .meta({ title: "CA certificate (PEM)", format: "multiline" }),
  ).meta({ advanced: true }),
  messagesPerSecond: perSecond("Messages per second"),
});
export type SmtpSettings = z.output<typeof settings>;

export const smtp = defineConnector({
  id: "smtp",
  label: "SMTP",
  group: "messaging",
  settings,
  baseUrl: ({ host, port }) => `smtp://${host}:${port}`,
  allow: "operator",
  usesSecrets: ({ authentication }) => authentication !== "none",
  sample: {
    host: "smtp.example.com",
    port: 587,
    secure: false,
    user: "sandbox",
    password: "sandbox",
    fromAddress: "hello@company.example",
    postalAddress: "123 Calle San Francisco, San Juan, PR 00901",
  },
  /** Connects and signs in without sending a message. */
  test: async (context: VendorContext<SmtpSettings>) => {
    const result = await runSmtpSession(context.settings, context.resolveMailServer, null, testTimeoutMs);
    return result.ok ? testPassed(connectedText) : vendorFailure(smtpFailureText(result));
  },
});
