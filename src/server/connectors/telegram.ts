import * as z from "zod";
import { blankable, defineConnector, secret } from "./connector.ts";
import { judge, probe } from "./probe.ts";

const label = "Telegram";

export const judgeTelegram = judge(
  label,
  z.object({ ok: z.literal(true), result: z.object({ username: z.string() }) }),
  ({ result }) => `@${result.username}`,
);

export const telegram = defineConnector({
  id: "telegram",
  label,
  group: "automation",
  settings: z.strictObject({
    // The token is part of the path.
    botToken: secret("Bot Token", z.string().regex(/^\s*[\w:-]+\s*$/)),
    chatId: blankable(z.string().trim().max(100).meta({ title: "Chat ID" })),
  }),
  baseUrl: () => "https://api.telegram.org",
  allow: "public",
  sample: { botToken: "1:sandbox" },
  test: probe(label, ({ botToken }) => ({ path: `/bot${botToken}/getMe` }), judgeTelegram),
});
