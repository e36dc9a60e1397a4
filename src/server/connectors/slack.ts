import * as z from "zod";
import { defineConnector, hidesMessages, optionalSecret, secret } from "./connector.ts";
import { type TestResult, testPassed, vendorFailure } from "./test-result.ts";
import {
  bearerAuth,
  connectedText,
  formPost,
  jsonPost,
  requestJson,
  responseCheck,
} from "./vendor-request.ts";
import { describeFailure, findErrorText, readTextResponse } from "./vendor-response.ts";

const label = "Slack";

/** The test posts an empty message: a valid hook rejects the missing text, an invalid one rejects the hook. */
export const checkSlack = (status: number, text: string): TestResult => {
  const message = text.trim();
  if (status === 400 && /^(no_text|invalid_payload|missing_text_or_fallback_or_attachments)$/.test(message))
    return testPassed(connectedText);
  if (status === 200 && message === "ok") return testPassed(connectedText);
  return describeFailure(label, { status, json: findErrorText(parseJson(message)) ?? message });
};

/** Slack answers refusals with status 200. */
export const checkSlackBot = responseCheck(
  label,
  z.object({ ok: z.literal(true), team: z.string(), user: z.string() }),
  ({ team, user }) => `${team}: @${user}`,
);

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A bot posts to any channel and takes replies; an incoming webhook only posts to its own channel. */
export const slack = defineConnector({
  id: "slack",
  label,
  group: "automation",
  settings: z.strictObject({
    botToken: secret("Bot Token", z.string().regex(/^\s*xox[a-z][.\w-]*\s*$/)).meta({ spare: true }),
    signingSecret: optionalSecret("Signing Secret"),
    webhookUrl: secret(
      "Webhook URL",
      z.string().regex(/^\s*https:\/\/hooks\.slack(-gov)?\.com\/(services|workflows|triggers)\/[\w/-]+\s*$/),
    ).meta({ spare: true }),
    hidesMessages: hidesMessages(),
  }),
  baseUrl: () => "https://slack.com",
  allow: "public",
  sample: {
    botToken: "xoxb-sandbox",
    signingSecret: "sandbox",
    webhookUrl: "https://hooks.slack.com/services/T0/B0/sandbox",
  },
  callbackSecrets: ["signingSecret"],
  test: async (context) => {
    const { botToken, webhookUrl } = context.settings;
    if (botToken) {
      const result = await requestJson(label, context, {
        path: "/api/auth.test",
        ...formPost({}),
        headers: bearerAuth(botToken),
      });
      return result.ok ? checkSlackBot(result.response) : result.failure;
    }
    if (!webhookUrl)
      return vendorFailure({
        en: "Enter the token of a bot or the address of a webhook",
        es: "Escriba el token de un bot o la dirección de un webhook",
      });
    const { origin, pathname } = new URL(webhookUrl);
    const result = readTextResponse(
      label,
      await context.send({ host: origin, path: pathname, expectedStatus: 400, ...jsonPost({}) }),
    );
    return result.ok ? checkSlack(result.status, result.text) : result.failure;
  },
});
