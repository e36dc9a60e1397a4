import * as z from "zod";
import { defineConnector, secret } from "./connector.ts";
import { ask, connected, judge } from "./probe.ts";
import { accepted } from "./verdict.ts";

const label = "ElevenLabs";

export const judgeElevenLabs = judge(
  label,
  z.object({ subscription: z.object({ tier: z.string(), character_limit: z.number().optional() }) }),
  ({ subscription: { tier, character_limit: limit } }) => (limit ? `${tier}, ${limit} characters` : tier),
);

/** A key may be made that speaks but cannot see its own account. */
const lacksPermission = z.object({ detail: z.object({ status: z.literal("missing_permissions") }) });

export const elevenlabs = defineConnector({
  id: "elevenlabs",
  label,
  group: "voice",
  settings: z.strictObject({ apiKey: secret("API Key") }),
  baseUrl: () => "https://api.elevenlabs.io",
  allow: "public",
  sample: { apiKey: "sandbox" },
  test: async (context) => {
    const headers = { "xi-api-key": context.settings.apiKey ?? "" };
    const user = await ask(label, context, { path: "/v1/user", headers });
    if (!user.ok) return user.verdict;
    if (user.reply.status < 400 || !lacksPermission.safeParse(user.reply.json).success)
      return judgeElevenLabs(user.reply);
    const models = await ask(label, context, { path: "/v1/models", headers });
    if (!models.ok) return models.verdict;
    const listed = z.array(z.unknown()).safeParse(models.reply.json).success && models.reply.status === 200;
    return listed ? accepted(connected) : judgeElevenLabs(user.reply);
  },
});
