import * as z from "zod";
import { defineConnector, secret } from "./connector.ts";
import { connected, json } from "./probe.ts";
import { errorText, readText, refusalOf } from "./reply.ts";
import { accepted, type Verdict } from "./verdict.ts";

const label = "Slack";

/** An empty message posts nothing: a living hook complains about the missing text, a dead one about itself. */
export const judgeSlack = (status: number, text: string): Verdict => {
  const said = text.trim();
  if (status === 400 && /^(no_text|invalid_payload|missing_text_or_fallback_or_attachments)$/.test(said))
    return accepted(connected);
  if (status === 200 && said === "ok") return accepted(connected);
  return refusalOf(label, { status, json: errorText(parsed(said)) ?? said });
};

const parsed = (text: string): unknown => {
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
    const read = readText(label, await context.send({ path, hopedFor: 400, ...json({}) }));
    return read.ok ? judgeSlack(read.status, read.text) : read.verdict;
  },
});
