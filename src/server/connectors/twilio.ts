import * as z from "zod";
import { normalisePhone } from "#domain/phone.ts";
import {
  blankable,
  defineConnector,
  like,
  perSecond,
  secret,
  type VendorContext,
  vendorId,
} from "./connector.ts";
import { type TestResult, type VendorFailure, vendorFailure } from "./test-result.ts";
import { basicAuth, maxListBytes, requestJson, responseCheck, singleRequestTest } from "./vendor-request.ts";
import { describeFailure, parseSuccess, type VendorResponse } from "./vendor-response.ts";

const label = "Twilio";

const account = z.object({ sid: z.string(), friendly_name: z.string(), status: z.string() });
const checkAccount = responseCheck(label, account, ({ friendly_name: name }) => name);

/** Twilio describes a suspended account with status 200, too. */
export const checkTwilio = (response: VendorResponse): TestResult => {
  const { friendly_name: name, status } = parseSuccess(account, response) ?? {};
  if (status !== undefined && status !== "active") {
    return vendorFailure({
      en: `The account ${name} is ${status}`,
      es: `La cuenta ${name} no está activa (${status})`,
    });
  }
  return checkAccount(response);
};

const accountSid = /^AC[0-9a-f]{32}$/i;
const shortCode = /^\d{5,6}$/;
const isSender = (text: string): boolean => shortCode.test(text) || normalisePhone(text) !== undefined;

const settings = z.strictObject({
  accountSid: vendorId("Account SID", "ACxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx").superRefine(
    like("AC0123456789abcdef0123456789abcdef", (text) => accountSid.test(text)),
  ),
  authToken: secret("Auth Token"),
  fromNumber: blankable(
    z
      .string()
      .trim()
      .max(40)
      .superRefine(like("+17875550100", isSender))
      .meta({ title: "From Number", examples: ["+17875550100"] }),
  ),
  messagesPerSecond: perSecond("Messages per second"),
  callsPerSecond: perSecond("Calls per second"),
});
type TwilioSettings = z.output<typeof settings>;
export type TwilioContext = VendorContext<TwilioSettings>;

export const twilioAuth = ({ accountSid, authToken }: TwilioSettings): Record<string, string> =>
  basicAuth(accountSid, authToken ?? "");

export const twilio = defineConnector({
  id: "twilio",
  label,
  group: "messaging",
  settings,
  baseUrl: () => "https://api.twilio.com",
  allow: "public",
  sample: { accountSid: "AC00000000000000000000000000000001", authToken: "sandbox" },
  callbackSecrets: ["authToken"],
  test: singleRequestTest(
    label,
    (account) => ({ path: `/2010-04-01/Accounts/${account.accountSid}.json`, headers: twilioAuth(account) }),
    checkTwilio,
  ),
});

export type OwnedNumber = { phoneNumber: string; label: string };

const numberList = z.object({
  incoming_phone_numbers: z.array(
    z.object({ phone_number: z.string(), friendly_name: z.string().nullish() }),
  ),
});

export const parseOwnedNumbers = (response: VendorResponse): OwnedNumber[] | VendorFailure => {
  const numbers = parseSuccess(numberList, response)?.incoming_phone_numbers;
  if (!numbers) return describeFailure(label, response);
  return numbers.map(({ phone_number: phoneNumber, friendly_name: name }) => ({
    phoneNumber,
    label: name || phoneNumber,
  }));
};

export const fetchOwnedNumbers = async (context: TwilioContext): Promise<OwnedNumber[] | VendorFailure> => {
  const result = await requestJson(label, context, {
    path: `/2010-04-01/Accounts/${context.settings.accountSid}/IncomingPhoneNumbers.json?PageSize=1000`,
    headers: twilioAuth(context.settings),
    maxBytes: maxListBytes,
  });
  return result.ok ? parseOwnedNumbers(result.response) : result.failure;
};
