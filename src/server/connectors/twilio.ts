import * as z from "zod";
import { blankable, type Context, defineConnector, perSecond, secret, vendorId } from "./connector.ts";
import { ask, basic, judge, probe } from "./probe.ts";
import { type Reply, refusalOf } from "./reply.ts";
import { refused, type Verdict } from "./verdict.ts";

const label = "Twilio";

const account = z.object({ sid: z.string(), friendly_name: z.string(), status: z.string() });
const judgeAccount = judge(label, account, ({ friendly_name: name }) => name);

/** A suspended account still answers, but sends nothing. */
export const judgeTwilio = (reply: Reply): Verdict => {
  const read = account.safeParse(reply.json);
  if (reply.status < 300 && read.success && read.data.status !== "active") {
    return refused({
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
export type TwilioContext = Context<TwilioSettings>;

export const twilioAuth = ({ accountSid, authToken }: TwilioSettings): Record<string, string> =>
  basic(accountSid, authToken ?? "");

export const twilio = defineConnector({
  id: "twilio",
  label,
  group: "messaging",
  settings,
  baseUrl: () => "https://api.twilio.com",
  allow: "public",
  sample: { accountSid: "AC00000000000000000000000000000001", authToken: "sandbox" },
  test: probe(
    label,
    (given) => ({ path: `/2010-04-01/Accounts/${given.accountSid}.json`, headers: twilioAuth(given) }),
    judgeTwilio,
  ),
});

export type OwnedNumber = { phoneNumber: string; label: string };

const numbers = z.object({
  incoming_phone_numbers: z.array(
    z.object({ phone_number: z.string(), friendly_name: z.string().nullish() }),
  ),
});

export const readNumbers = (reply: Reply): OwnedNumber[] | Verdict => {
  const read = reply.status < 300 ? numbers.safeParse(reply.json) : undefined;
  if (!read?.success) return refusalOf(label, reply);
  return read.data.incoming_phone_numbers.map(({ phone_number: phoneNumber, friendly_name: name }) => ({
    phoneNumber,
    label: name || phoneNumber,
  }));
};

/** The numbers that the account owns, or why they are not known. */
export const ownedNumbers = async (context: TwilioContext): Promise<OwnedNumber[] | Verdict> => {
  const read = await ask(label, context, {
    path: `/2010-04-01/Accounts/${context.settings.accountSid}/IncomingPhoneNumbers.json?PageSize=1000`,
    headers: twilioAuth(context.settings),
    maxBytes: 4_194_304,
  });
  return read.ok ? readNumbers(read.reply) : read.verdict;
};
