import { expect, test } from "vitest";
import { slackChat } from "#server/connectors/work/slack-chat.ts";
import { withWorkSession } from "./work-session.ts";

test("an error that a handler keeps shows no secret", async () => {
  const secret = "xoxb-secret-token";
  const refusal = { ok: false, error: `bad_token_${secret}` };
  const send = async () => ({
    ok: true as const,
    status: 200,
    headers: {},
    body: Buffer.from(JSON.stringify(refusal)),
  });
  const settings = { botToken: secret };
  const result = await withWorkSession(
    {
      open: async () => ({
        ok: true,
        connector: slackChat.connector,
        mode: "live",
        settings,
        secrets: [secret],
        grant: "none",
      }),
      use: (_opened, _kind, work) => work({ send, settings } as never),
    },
    slackChat,
    async ({ run, vendor }) => {
      const post = { channel: "C1", threadId: null, text: "Hola", mention: null, link: null };
      const outcome = vendor.chat && (await run(vendor.chat.post, post));
      // A handler returns what failed as its outcome.
      return { ok: true, value: outcome };
    },
  );
  const text = JSON.stringify(result);
  expect(text).toContain("bad_token_••••");
  expect(text).not.toContain(secret);
});
