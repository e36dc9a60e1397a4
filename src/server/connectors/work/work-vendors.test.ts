import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { OperationCall } from "#server/connectors/operation.ts";
import { asanaTasks } from "./asana-tasks.ts";
import { facebookLeads } from "./facebook-leads.ts";
import { linkedinLeads } from "./linkedin-leads.ts";
import { slackChat } from "./slack-chat.ts";
import { telegramChat } from "./telegram-chat.ts";
import type { HookRequest, HookSecrets, WorkVendor } from "./work-vendor.ts";
import { workVendors } from "./work-vendors.ts";

const now = 1_700_000_000_000;
const body = '{"a":1}';
const hex = (content: string, secret = "s3cret") =>
  createHmac("sha256", secret).update(content).digest("hex");
const request = (headers: HookRequest["headers"], more: Partial<HookRequest> = {}): HookRequest => ({
  method: "POST",
  headers,
  query: {},
  rawBody: Buffer.from(body),
  ...more,
});
const settings = {
  clientSecret: "s3cret",
  appSecret: "s3cret",
  signingSecret: "s3cret",
  verifyToken: "verify-me",
};
const secrets: HookSecrets = { settings, token: "our-token", secret: "s3cret" };
const slackHeaders = (at: number, content = `v0:${at}:${body}`) => ({
  "x-slack-request-timestamp": String(at),
  "x-slack-signature": `v0=${hex(content)}`,
});

describe("signatures", () => {
  test.each<[string, WorkVendor, HookRequest["headers"], boolean]>([
    ["Facebook", facebookLeads, { "x-hub-signature-256": `sha256=${hex(body)}` }, true],
    ["Facebook, other secret", facebookLeads, { "x-hub-signature-256": `sha256=${hex(body, "x")}` }, false],
    ["Facebook, no prefix", facebookLeads, { "x-hub-signature-256": hex(body) }, false],
    ["Facebook, none", facebookLeads, {}, false],
    ["LinkedIn", linkedinLeads, { "x-li-signature": hex(`hmacsha256=${body}`) }, true],
    [
      "LinkedIn, prefix",
      linkedinLeads,
      { "x-li-signature": `hmacsha256=${hex(`hmacsha256=${body}`)}` },
      true,
    ],
    ["LinkedIn, body alone", linkedinLeads, { "x-li-signature": hex(body) }, false],
    ["LinkedIn, other secret", linkedinLeads, { "x-li-signature": hex(`hmacsha256=${body}`, "x") }, false],
    ["LinkedIn, none", linkedinLeads, {}, false],
    ["Slack", slackChat, slackHeaders(now / 1000), true],
    ["Slack, 5 minutes old", slackChat, slackHeaders(now / 1000 - 300), true],
    ["Slack, older", slackChat, slackHeaders(now / 1000 - 301), false],
    ["Slack, from the future", slackChat, slackHeaders(now / 1000 + 301), false],
    ["Slack, other body", slackChat, slackHeaders(now / 1000, `v0:${now / 1000}:{}`), false],
    ["Telegram", telegramChat, { "x-telegram-bot-api-secret-token": "our-token" }, true],
    ["Telegram, other token", telegramChat, { "x-telegram-bot-api-secret-token": "x" }, false],
    ["Asana", asanaTasks, { "x-hook-signature": hex(body) }, true],
    ["Asana, other secret", asanaTasks, { "x-hook-signature": hex(body, "x") }, false],
  ])("%s", (_name, { webhook }, headers, isProven) => {
    expect(webhook.verify(request(headers), secrets, now)).toBe(isProven);
    // Without a secret nothing is proven.
    expect(webhook.verify(request(headers), { settings: {} }, now)).toBe(false);
  });

  test.each<[string, Record<string, string>, unknown]>([
    [
      "the right token",
      { "hub.mode": "subscribe", "hub.verify_token": "verify-me", "hub.challenge": "7" },
      { body: "7" },
    ],
    ["a wrong token", { "hub.mode": "subscribe", "hub.verify_token": "x", "hub.challenge": "7" }, "refused"],
    ["no mode", { "hub.verify_token": "verify-me", "hub.challenge": "7" }, "refused"],
  ])("Facebook's handshake with %s", (_name, query, answer) => {
    expect(facebookLeads.webhook.handshake?.(request({}, { method: "GET", query }), secrets)).toEqual(answer);
  });

  const code = "890e4665-4dfe-4ab1-b689-ed553bceeed0";
  test.each<[string, HookSecrets, unknown]>([
    [
      code,
      secrets,
      {
        body: JSON.stringify({ challengeCode: code, challengeResponse: hex(code) }),
        headers: { "content-type": "application/json" },
      },
    ],
    [code, { settings: {} }, "refused"],
    // Signing this would let its sender forge a report.
    [`hmacsha256=${body}`, secrets, "refused"],
    ["", secrets, "refused"],
  ])("LinkedIn's handshake with %s", (challengeCode, known, answer) => {
    const asked = request({}, { method: "GET", query: { challengeCode } });
    expect(linkedinLeads.webhook.handshake?.(asked, known)).toEqual(answer);
  });

  const announced = "b537207f20cbfa02357cf448134da559";
  const expectation = { settings: {}, token: "our-token" };
  test.each<[string, Record<string, string>, HookSecrets, boolean]>([
    ["that was asked for", { token: "our-token" }, expectation, true],
    ["with another token", { token: "x" }, expectation, false],
    ["without one", {}, expectation, false],
    ["after the first", { token: "our-token" }, { ...expectation, secret: "known" }, false],
    ["that was never asked for", { token: "our-token" }, { settings: {} }, false],
  ])("Asana's handshake %s", (_name, query, known, isAccepted) => {
    expect(asanaTasks.webhook.handshake?.(request({ "x-hook-secret": announced }, { query }), known)).toEqual(
      isAccepted
        ? { body: "", headers: { "x-hook-secret": announced }, announcedSecret: announced }
        : "refused",
    );
  });
});

const leadAction = (leadAction: string, leadGenFormResponse: string) => ({
  type: "LEAD_ACTION",
  leadAction,
  leadGenFormResponse,
});
const slackEvent = (event: object) => ({
  type: "event_callback",
  authorizations: [{ user_id: "UBOT" }],
  event: { type: "message", channel: "C1", user: "U1", text: "sí", ts: "2.0", thread_ts: "1.0", ...event },
});
const telegramUpdate = (message: object) => ({
  update_id: 1,
  message: {
    message_id: 8,
    from: { id: 47, is_bot: false },
    chat: { id: -5 },
    text: "sí",
    reply_to_message: { message_id: 7, from: { id: 1, is_bot: true } },
    ...message,
  },
});
const asanaEvent = (resource_type: string) => ({
  events: [{ action: "changed", created_at: "2026-01-01", resource: { gid: "9", resource_type } }],
});
const leadgen = (field: string, value: object) => ({
  object: "page",
  entry: [{ changes: [{ field, value }] }],
});

describe("reports", () => {
  test.each<[string, WorkVendor, unknown, object[]]>([
    ["a lead", facebookLeads, leadgen("leadgen", { leadgen_id: 444 }), [{ kind: "lead", key: "444" }]],
    ["a post", facebookLeads, leadgen("feed", { leadgen_id: "1" }), []],
    ["an id that is a path", facebookLeads, leadgen("leadgen", { leadgen_id: "../me" }), []],
    ["nonsense", facebookLeads, [1], []],
    [
      "a response",
      linkedinLeads,
      leadAction("CREATED", "urn:li:leadGenFormResponse:a9-4"),
      [{ kind: "lead", key: "a9-4", payload: { leadId: "a9-4" } }],
    ],
    ["a deleted response", linkedinLeads, leadAction("DELETED", "urn:li:leadGenFormResponse:a9-4"), []],
    [
      "a response that is a path",
      linkedinLeads,
      leadAction("CREATED", "urn:li:leadGenFormResponse:../1"),
      [],
    ],
    ["a reply", slackChat, slackEvent({}), [{ key: "C1:2.0", payload: { threadId: "1.0", isOurs: false } }]],
    ["a reply to us", slackChat, slackEvent({ parent_user_id: "UBOT" }), [{ payload: { isOurs: true } }]],
    [
      "a file",
      slackChat,
      slackEvent({ subtype: "file_share", files: [{}] }),
      [{ payload: { hasFiles: true } }],
    ],
    [
      "a reply that is also sent to the channel",
      slackChat,
      slackEvent({ subtype: "thread_broadcast" }),
      [{ key: "C1:2.0", payload: { threadId: "1.0" } }],
    ],
    ["our own reply", slackChat, slackEvent({ user: "UBOT" }), []],
    ["a bot's reply", slackChat, slackEvent({ bot_id: "B1" }), []],
    ["an edit", slackChat, slackEvent({ subtype: "message_changed" }), []],
    ["no reply", slackChat, slackEvent({ thread_ts: "2.0" }), []],
    ["a message outside threads", slackChat, slackEvent({ thread_ts: undefined }), []],
    [
      "a reply",
      telegramChat,
      telegramUpdate({}),
      [{ key: "-5:8", payload: { threadId: "7", userId: "47" } }],
    ],
    ["a photo", telegramChat, telegramUpdate({ text: undefined }), [{ payload: { hasFiles: true } }]],
    ["a bot", telegramChat, telegramUpdate({ from: { id: 1, is_bot: true } }), []],
    ["no reply", telegramChat, telegramUpdate({ reply_to_message: undefined }), []],
    ["a task", asanaTasks, asanaEvent("task"), [{ kind: "task_read", key: "9:2026-01-01" }]],
    ["a story", asanaTasks, asanaEvent("story"), []],
    ["a heartbeat", asanaTasks, { events: [] }, []],
  ])("%s", (_name, { webhook }, report, expected) => {
    expect(webhook.read(report)).toMatchObject(expected);
    expect(webhook.read(report)).toHaveLength(expected.length);
  });
});

const answering = (status: number, json: unknown): OperationCall => ({
  settings: { botToken: "t", projectGid: "1", accessToken: "t" },
  headers: {},
  send: async () => ({ ok: true, status, headers: {}, body: Buffer.from(JSON.stringify(json)) }),
});
const post = { channel: "1", threadId: null, text: "Hola", mention: null, link: null };
const task = { id: "0190a1b2-0000-7000-8000-000000000001", title: "t", notes: "" };
const slackPost = (call: OperationCall) => slackChat.chat?.post.run(call, post);
const telegramPost = (call: OperationCall) => telegramChat.chat?.post.run(call, post);
const lead = (call: OperationCall) => facebookLeads.leads?.readLead.run(call, { id: "1" });
const create = (call: OperationCall) => asanaTasks.tasks?.createTask.run(call, task);
const graph = (code: number) => ({ error: { message: "no", code } });

describe("errors", () => {
  test.each<[string, (call: OperationCall) => unknown, number, unknown, object]>([
    [
      "Slack",
      slackPost,
      200,
      { ok: false, error: "channel_not_found" },
      { kind: "invalid", mayHaveHappened: false },
    ],
    ["Slack", slackPost, 200, { ok: false, error: "token_revoked" }, { kind: "auth" }],
    ["Slack", slackPost, 429, { ok: false, error: "ratelimited" }, { kind: "rate", mayHaveHappened: false }],
    [
      "Slack",
      slackPost,
      200,
      { ok: false, error: "internal_error" },
      { kind: "transient", mayHaveHappened: true },
    ],
    ["Slack", slackPost, 200, { ok: true }, { kind: "transient", mayHaveHappened: true }],
    [
      "Telegram",
      telegramPost,
      401,
      { ok: false, error_code: 401, description: "Unauthorized" },
      { kind: "auth" },
    ],
    [
      "Telegram",
      telegramPost,
      400,
      { ok: false, error_code: 400, description: "chat not found" },
      { kind: "invalid" },
    ],
    [
      "Telegram",
      telegramPost,
      429,
      { ok: false, error_code: 429, description: "slow", parameters: { retry_after: 7 } },
      { kind: "rate", retryAfterMs: 7000 },
    ],
    ["Facebook", lead, 400, graph(190), { kind: "auth" }],
    ["Facebook", lead, 403, graph(200), { kind: "auth" }],
    ["Facebook", lead, 400, graph(4), { kind: "rate" }],
    ["Facebook", lead, 500, graph(2), { kind: "transient" }],
    ["Facebook", lead, 400, graph(100), { kind: "invalid" }],
    ["Asana", create, 402, { errors: [{ message: "pay" }] }, { kind: "auth" }],
    ["Asana", create, 400, { errors: [{ message: "no" }] }, { kind: "invalid", mayHaveHappened: false }],
    ["Asana", create, 500, { errors: [{ message: "oops" }] }, { kind: "transient", mayHaveHappened: true }],
  ])("%s %#", async (_name, run, status, json, error) => {
    expect(await run(answering(status, json))).toMatchObject({ ok: false, error });
  });

  const read = (call: OperationCall) => asanaTasks.tasks?.readTask.run(call, { externalId: "9" });
  test.each([
    [404, { ok: true, value: null }],
    [410, { ok: true, value: null }],
    [400, { ok: false, error: { kind: "invalid", status: 400 } }],
    [403, { ok: false, error: { kind: "auth" } }],
  ])("a task of Asana is gone: %i", async (status, expected) => {
    expect(await read(answering(status, { errors: [{ message: "no" }] }))).toMatchObject(expected);
  });

  test.each([
    ["the last page", null, { ok: true, value: null }],
    ["more pages than are read", { offset: "more" }, { ok: false, error: { kind: "transient" } }],
  ])("a task of Asana that is not found up to %s", async (_name, next_page, expected) => {
    const call = answering(200, { data: [], next_page });
    const since = "2026-01-01T00:00:00.000Z";
    expect(await asanaTasks.tasks?.findTask.run(call, { id: task.id, since })).toMatchObject(expected);
  });

  test("every vendor declares limits, retries and inputs of its operations", () => {
    for (const { leads, chat, tasks, subscribe } of workVendors)
      for (const operation of [leads?.readLead, chat?.post, ...Object.values(tasks ?? {}), subscribe])
        if (operation)
          expect(operation).toMatchObject({ rate: {}, retry: {}, idempotency: expect.any(String) });
  });
});
