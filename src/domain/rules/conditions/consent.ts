import * as z from "zod";
import { consentChannels } from "#domain/channels/channel.ts";
import { defineCondition } from "#domain/rules/kinds.ts";
import { normaliseWord, readBoolean } from "#domain/rules/read-text.ts";
import type { RuleSnapshot } from "#domain/rules/snapshot.ts";

type Consents = RuleSnapshot["person"]["consents"];
/** Fixed property names are several times as fast as a variable one. */
const isGranted = {
  sms: ({ sms }: Consents) => sms === true,
  whatsapp: ({ whatsapp }: Consents) => whatsapp === true,
  call: ({ call }: Consents) => call === true,
  email: ({ email }: Consents) => email === true,
  dnc: ({ dnc }: Consents) => dnc === true,
} as const;

const aliases: Record<string, string> = { voice_agent: "call", voice: "call", "e-mail": "email" };

/**
 * Whether the person agreed to a channel or (`dnc`) asked not to be contacted, as recorded on the person. Opt-outs are
 * checked by the gate.
 */
export const consentCondition = defineCondition({
  id: "consent",
  fields: z.object({ field: z.enum([...consentChannels, "dnc"]), value: z.boolean() }),
  read: ({ field, value }) => {
    const word = normaliseWord(field);
    return { field: Object.hasOwn(aliases, word) ? aliases[word] : word, value: readBoolean(value) };
  },
  compile: ({ field, value }) => {
    const isGiven = isGranted[field];
    return {
      requires: { of: "consent", field, value },
      holds: ({ person }) => isGiven(person.consents) === value,
      explain: ({ person }) => ({
        code: isGiven(person.consents) === value ? "consent_met" : "consent_unmet",
        field,
        value,
        given: person.consents[field] ?? null,
        optedOut: person.optedOut,
      }),
    };
  },
});
