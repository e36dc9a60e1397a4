import * as z from "zod";
import {
  blankable,
  defineConnector,
  destination,
  optionalSecret,
  perSecond,
  secret,
  type VendorContext,
  type VendorRequest,
  vendorId,
} from "./connector.ts";
import { type TestResult, testPassed } from "./test-result.ts";
import { bearerAuth, connectedText, responseCheck, singleRequestTest } from "./vendor-request.ts";
import { describeFailure, type VendorResponse } from "./vendor-response.ts";

const label = "WhatsApp";

/** The host decides the provider; an unknown host is assumed to speak Meta's API. */
export type WhatsappProvider = "meta" | "360dialog" | "wati";
export const detectWhatsappProvider = (baseUrl: string): WhatsappProvider => {
  const { hostname } = new URL(baseUrl);
  if (/(^|\.)360dialog\.io$/.test(hostname)) return "360dialog";
  if (/(^|\.)wati\.io$/.test(hostname)) return "wati";
  return "meta";
};

const checkMeta = responseCheck(
  label,
  z.object({ display_phone_number: z.string(), verified_name: z.string().optional() }),
  ({ display_phone_number: number, verified_name: name }) => (name ? `${name}, ${number}` : number),
);
const failed360dialog = z.object({ meta: z.object({ success: z.literal(false) }) });
const webhook360dialog = responseCheck(label, z.object({ url: z.string().nullable() }), () => connectedText);
/** 360dialog responds with 404 to a valid key while no webhook is registered. */
const check360dialog = (response: VendorResponse): TestResult =>
  response.status === 404 && !failed360dialog.safeParse(response.json).success
    ? testPassed(connectedText)
    : webhook360dialog(response);
/** WATI reports failures with status 200, too. */
const checkWati = responseCheck(
  label,
  z.object({ result: z.union([z.literal(true), z.literal("success")]) }),
  () => connectedText,
);

const checks = { meta: checkMeta, "360dialog": check360dialog, wati: checkWati };
export const checkWhatsapp = (provider: WhatsappProvider, response: VendorResponse): TestResult => {
  // An error in the body counts whatever the status.
  const failed = z.object({ error: z.object({ message: z.string() }) }).safeParse(response.json);
  return failed.success ? describeFailure(label, response) : checks[provider](response);
};

type TestSettings = { apiKey?: string | null | undefined; businessNumber: string; baseUrl: string };

/** The path of the base URL: a version of the API, or a tenant. */
export const basePath = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/+$/, "");

const testRequests: Record<WhatsappProvider, (settings: TestSettings) => VendorRequest> = {
  meta: ({ apiKey, businessNumber, baseUrl }) => ({
    path: `${basePath(baseUrl)}/${businessNumber.replaceAll(/\D/g, "")}?fields=display_phone_number,verified_name,quality_rating`,
    headers: bearerAuth(apiKey),
  }),
  "360dialog": ({ apiKey }) => ({
    path: "/v1/configs/webhook",
    headers: { "d360-api-key": apiKey ?? "" },
  }),
  wati: ({ apiKey, baseUrl }) => ({
    path: `${basePath(baseUrl)}/api/v1/getContacts?pageSize=1&pageNumber=1`,
    headers: bearerAuth(apiKey),
  }),
};

const settings = z.strictObject({
  apiKey: secret("API Key"),
  businessNumber: z
    .string()
    .trim()
    .max(40)
    .regex(/^(?=.*\d)[\d\s().+-]+$/)
    .meta({ title: "Business Number", examples: ["+1 787 555 0100"] }),
  baseUrl: destination("Base URL", "https://graph.facebook.com/v23.0"),
  /** Meta keeps templates with this account; without it, they are written in WhatsApp Manager. */
  businessAccountId: blankable(vendorId("WhatsApp Business Account ID", "102290129340398")).meta({
    title: "WhatsApp Business Account ID",
    advanced: true,
  }),
  /** Meta signs callbacks with the app secret, and presents the verify token when the callback URL is registered. */
  appSecret: optionalSecret("App Secret").meta({ advanced: true }),
  verifyToken: optionalSecret("Verify Token").meta({ advanced: true }),
  messagesPerSecond: perSecond("Messages per second"),
});
export type WhatsappContext = VendorContext<z.output<typeof settings>>;

export const whatsapp = defineConnector({
  id: "whatsapp",
  label,
  group: "messaging",
  settings,
  baseUrl: ({ baseUrl }) => new URL(baseUrl).origin,
  simulator: ({ baseUrl }) => `whatsapp/${detectWhatsappProvider(baseUrl)}`,
  allow: "operator",
  sample: {
    apiKey: "sandbox",
    businessNumber: "106540352242922",
    businessAccountId: "102290129340398",
    baseUrl: "https://graph.facebook.com/v23.0",
    appSecret: "sandbox",
    verifyToken: "sandbox",
  },
  callbackSecrets: ["apiKey", "appSecret", "verifyToken"],
  test: async (context) => {
    const provider = detectWhatsappProvider(context.settings.baseUrl);
    return singleRequestTest(label, testRequests[provider], (response) => checkWhatsapp(provider, response))(
      context,
    );
  },
});
