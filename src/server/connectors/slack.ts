import * as z from "zod";
import { defineConnector, secret } from "./connector.ts";
import { type TestResult, testPassed } from "./test-result.ts";
import { connectedText, jsonPost } from "./vendor-request.ts";
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

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export const slack = defineConnector({
  id: "slack",
  label,
  group: "automation",
  settings: z.strictObject({
    webhookUrl: secret(
      "Webhook URL",
      z.string().regex(/^\s*https:\/\/hooks\.slack(-gov)?\.com\/(services|workflows|triggers)\/[\w/-]+\s*$/),
    ),
  }),
  baseUrl: ({ webhookUrl }) => new URL(webhookUrl ?? "").origin,
  allow: "public",
  sample: { webhookUrl: "https://hooks.slack.com/services/T0/B0/sandbox" },
  test: async (context) => {
    const path = new URL(context.settings.webhookUrl ?? "").pathname;
    const result = readTextResponse(
      label,
      await context.send({ path, expectedStatus: 400, ...jsonPost({}) }),
    );
    return result.ok ? checkSlack(result.status, result.text) : result.failure;
  },
});
