import * as z from "zod";
import { blankable, defineConnector, perSecond, secret, type VendorContext, vendorId } from "./connector.ts";
import { type TestResult, type VendorFailure, vendorFailure } from "./test-result.ts";
import { basicAuth, requestJson, responseCheck, singleRequestTest } from "./vendor-request.ts";
import { describeFailure, type VendorResponse } from "./vendor-response.ts";

const label = "Twilio";

const account = z.object({ sid: z.string(), friendly_name: z.string(), status: z.string() });
const judgeAccount = responseCheck(label, account, ({ friendly_name: name }) => name);

/** A suspended account still answers, but sends nothing. */
export const checkTwilio = (reply: VendorResponse): TestResult => {
  const read = account.safeParse(reply.json);
  if (reply.status < 300 && read.success && read.data.status !== "active") {
    return vendorFailure({
      en: `The account ${read.data.friendly_name} is ${read.data.status}`,
      es: `La cuenta ${read.data.friendly_name} no está activa (${read.data.status})`,
    });
  }
  return judgeAccount(reply);
};

const settings = z.strictObject({
  accountSid: vendorId("Account SID", "ACxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
  authToken: secret("Auth Token"),
  fromNumber: blankable(
    z
      .string()
      .trim()
      .max(40)
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
  test: singleRequestTest(
    label,
    (given) => ({ path: `/2010-04-01/Accounts/${given.accountSid}.json`, headers: twilioAuth(given) }),
    checkTwilio,
  ),
});

export type OwnedNumber = { phoneNumber: string; label: string };

const numbers = z.object({
  incoming_phone_numbers: z.array(
    z.object({ phone_number: z.string(), friendly_name: z.string().nullish() }),
  ),
});

export const parseOwnedNumbers = (reply: VendorResponse): OwnedNumber[] | VendorFailure => {
  const read = reply.status < 300 ? numbers.safeParse(reply.json) : undefined;
  if (!read?.success) return describeFailure(label, reply);
  return read.data.incoming_phone_numbers.map(({ phone_number: phoneNumber, friendly_name: name }) => ({
    phoneNumber,
    label: name || phoneNumber,
  }));
};

/** The numbers that the account owns, or why they are not known. */
export const fetchOwnedNumbers = async (context: TwilioContext): Promise<OwnedNumber[] | VendorFailure> => {
  const read = await requestJson(label, context, {
    path: `/2010-04-01/Accounts/${context.settings.accountSid}/IncomingPhoneNumbers.json?PageSize=1000`,
    headers: twilioAuth(context.settings),
    maxBytes: 4_194_304,
  });
  return read.ok ? parseOwnedNumbers(read.response) : read.failure;
};
