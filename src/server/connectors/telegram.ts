import * as z from "zod";
import { blankable, defineConnector, hidesMessages, secret } from "./connector.ts";
import { responseCheck, singleRequestTest } from "./vendor-request.ts";

const label = "Telegram";

export const checkTelegram = responseCheck(
  label,
  z.object({ ok: z.literal(true), result: z.object({ username: z.string() }) }),
  ({ result }) => `@${result.username}`,
);

export const telegram = defineConnector({
  id: "telegram",
  label,
  group: "automation",
  settings: z.strictObject({
    // The token becomes part of the path.
    botToken: secret("Bot Token", z.string().regex(/^\s*[\w:-]+\s*$/)),
    chatId: blankable(z.string().trim().max(100).meta({ title: "Chat ID" })),
    hidesMessages: hidesMessages(),
  }),
  baseUrl: () => "https://api.telegram.org",
  allow: "public",
  sample: { botToken: "1:sandbox" },
  test: singleRequestTest(label, ({ botToken }) => ({ path: `/bot${botToken}/getMe` }), checkTelegram),
});
