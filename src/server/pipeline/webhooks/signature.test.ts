import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { createWebhookSecret, signWebhook, webhookKey } from "./signature.ts";

const secret = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;

test("signs as the standard's vector says", () => {
  expect(
    signWebhook([webhookKey(secret)], { id: "msg_1", timestamp: 1_700_000_000, body: '{"type":"x"}' }),
  ).toEqual({
    "webhook-id": "msg_1",
    "webhook-timestamp": "1700000000",
    "webhook-signature": "v1,jAZOeV5VzdC4IYihPApaOsH0wetrn1f/Wbr6uFe6BBs=",
  });
});

test("the standard's library accepts either secret of a rotation, and no other", () => {
  const secrets = [createWebhookSecret(), createWebhookSecret()];
  const body = JSON.stringify({ type: "person.created", text: "ñ “quoted” 🚀" });
  const headers = signWebhook(secrets.map(webhookKey), {
    id: "a",
    timestamp: Math.floor(Date.now() / 1000),
    body,
  });
  for (const one of secrets) expect(new Webhook(one).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(createWebhookSecret()).verify(body, headers)).toThrow();
  expect(() => new Webhook(secrets[0] ?? "").verify(`${body} `, headers)).toThrow();
});
