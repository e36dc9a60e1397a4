import * as z from "zod";
import { defineConnector, secret } from "./connector.ts";
import { testPassed } from "./test-result.ts";
import { connectedText, requestJson, responseCheck } from "./vendor-request.ts";

const label = "ElevenLabs";

export const checkElevenLabs = responseCheck(
  label,
  z.object({ subscription: z.object({ tier: z.string(), character_limit: z.number().optional() }) }),
  ({ subscription: { tier, character_limit: limit } }) => (limit ? `${tier}, ${limit} characters` : tier),
);

/** A restricted key may synthesize speech without the permission to read its account. */
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
    const user = await requestJson(label, context, { path: "/v1/user", headers });
    if (!user.ok) return user.failure;
    if (user.response.status < 400 || !lacksPermission.safeParse(user.response.json).success)
      return checkElevenLabs(user.response);
    const models = await requestJson(label, context, { path: "/v1/models", headers });
    if (!models.ok) return models.failure;
    const listed =
      z.array(z.unknown()).safeParse(models.response.json).success && models.response.status === 200;
    return listed ? testPassed(connectedText) : checkElevenLabs(user.response);
  },
});
