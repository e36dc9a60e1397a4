import * as z from "zod";
import {
  blankable,
  defineConnector,
  destinationChoice,
  perSecond,
  secret,
  type VendorContext,
  vendorId,
} from "./connector.ts";
import { parseVerificationKey, simulatedSigningKeys } from "./sendgrid-signature.ts";
import { bearerAuth, responseCheck, singleRequestTest } from "./vendor-request.ts";

const label = "SendGrid";

export const checkSendgrid = responseCheck(
  label,
  z.object({ scopes: z.array(z.string()).min(1) }),
  ({ scopes }) => ({
    en: `${scopes.length} permissions`,
    es: `${scopes.length} permisos`,
  }),
);

const hosts = { global: "https://api.sendgrid.com", europe: "https://api.eu.sendgrid.com" };

/** What an account that sends e-mail needs. */
const senderFields = ["fromAddress", "postalAddress"] as const;

const settings = z
  .strictObject({
    apiKey: secret("API Key"),
    region: destinationChoice("Region", ["global", "europe"], "global"),
    /** Whether e-mails to people go through this account instead of SMTP. */
    sendsEmail: z.boolean().default(false).meta({ title: "Send e-mail through SendGrid" }),
    fromAddress: blankable(z.email().max(320).meta({ title: "From address" })),
    fromName: blankable(z.string().trim().max(100).meta({ title: "From name" })),
    /** Required by law at the end of every commercial e-mail. */
    postalAddress: blankable(z.string().trim().min(1).max(300).meta({ title: "Postal address" })),
    /** The public key of the signed event webhook. */
    verificationKey: blankable(
      z
        .string()
        .trim()
        .max(1000)
        .refine((text) => parseVerificationKey(text) !== undefined)
        .meta({ title: "Verification Key" }),
    ),
    /** The contacts that people are synced with. */
    contactListId: blankable(vendorId("List ID")),
    messagesPerSecond: perSecond("Messages per second"),
    requestsPerSecond: perSecond("Requests per second"),
  })
  .superRefine((values, context) => {
    for (const field of senderFields)
      if (values.sendsEmail && values[field] === undefined)
        context.addIssue({ code: "invalid_type", expected: "string", path: [field], input: undefined });
  });
export type SendgridSettings = z.output<typeof settings>;
export type SendgridContext = VendorContext<SendgridSettings>;

export const sendgrid = defineConnector({
  id: "sendgrid",
  label,
  group: "email",
  settings,
  baseUrl: ({ region }) => hosts[region],
  allow: "public",
  sample: {
    apiKey: "SG.sandbox",
    fromAddress: "hello@company.example",
    postalAddress: "123 Calle San Francisco, San Juan, PR 00901",
    contactListId: "list1",
  },
  simulatedSettings: (simulatorSecret) => ({
    verificationKey: simulatedSigningKeys(simulatorSecret).verificationKey,
  }),
  test: singleRequestTest(
    label,
    ({ apiKey }) => ({ path: "/v3/scopes", headers: bearerAuth(apiKey) }),
    checkSendgrid,
  ),
});
