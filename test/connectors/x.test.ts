import { describe, expect, test } from "vitest";
import { xDirectMessages } from "#server/connectors/messaging/x-direct-messages.ts";
import { approved } from "./approved.ts";
import { egressFailure, fakeVendor, httpResponse, outgoingMessage, sampleSettings } from "./fake-vendor.ts";

const settings = sampleSettings(xDirectMessages);
const message = outgoingMessage({ channel: "x", to: "x:944480690", from: null });
const sent = httpResponse(201, { data: { dm_conversation_id: "1-944480690", dm_event_id: "18600" } });
const refusal = (status: number, detail: string) =>
  httpResponse(status, { title: "Refused", type: "about:blank", status, detail });

describe("an answer at X", () => {
  test("is written into the conversation with the account", async () => {
    const { requests, context } = fakeVendor(settings, sent);
    expect(await xDirectMessages.send(context, approved(message))).toEqual({
      kind: "accepted",
      providerId: "18600",
      status: "sent",
      price: null,
    });
    expect(requests[0]).toMatchObject({
      method: "POST",
      path: "/2/dm_conversations/with/944480690/messages",
      headers: { authorization: "Bearer sandbox" },
    });
    expect(JSON.parse(String(requests[0]?.body))).toEqual({ text: message.text });
  });

  test.each([
    [
      "another participant",
      refusal(403, "You do not have permission to DM one or more participants."),
      { kind: "refused", code: "recipient" },
    ],
    ["a missing permission", refusal(403, "Forbidden"), { kind: "refused", account: true }],
    ["a refused token, after a second try", refusal(401, "Unauthorized"), { kind: "refused", account: true }],
    ["too many messages", refusal(429, "Too Many Requests"), { kind: "later", tooFast: true }],
    ["a wrong text", refusal(400, "Invalid"), { kind: "refused", code: "http_400" }],
    [
      "an error inside a success",
      httpResponse(200, { errors: [{ title: "Authorization Error" }] }),
      { kind: "refused", account: true },
    ],
    ["a success without an id", httpResponse(200, {}), { kind: "unknown" }],
    ["an outage", httpResponse(503, "<html></html>", { "content-type": "text/html" }), { kind: "unknown" }],
    ["a lost answer", egressFailure("timeout"), { kind: "unknown" }],
    ["no connection", egressFailure("unreachable"), { kind: "later" }],
  ])("%s", async (_, response, expected) => {
    const { context } = fakeVendor(settings, response);
    expect(await xDirectMessages.send(context, approved(message))).toMatchObject(expected);
  });
});

describe("the look-up of a lost answer", () => {
  const at = Date.parse("2026-11-17T12:00:00Z");
  const event = (id: string, sender: string, text: string, time = at) => ({
    id,
    event_type: "MessageCreate",
    text,
    sender_id: sender,
    created_at: new Date(time).toISOString(),
  });
  const query = { to: "x:944480690", text: "Hola", after: at, providerId: null, actionId: "a" };
  test.each<[string, object[], object]>([
    ["finds it by its text", [event("3", "1", "Hola")], { kind: "found", providerId: "3" }],
    ["knows that it is absent", [event("3", "944480690", "Hola")], { kind: "absent" }],
    ["does not take an earlier one for it", [event("3", "1", "Hola", at - 3_600_000)], { kind: "absent" }],
    [
      "does not know with another text of ours",
      [event("3", "1", "Hola https://t.co/a")],
      { kind: "unknown" },
    ],
  ])("%s", async (_, data, expected) => {
    const { context } = fakeVendor(
      settings,
      httpResponse(200, { data, meta: { result_count: data.length } }),
    );
    expect(await xDirectMessages.lookUp?.(context, query)).toMatchObject(expected);
  });

  test("does not know while X does not answer", async () => {
    const { context } = fakeVendor(settings, egressFailure("timeout"));
    expect(await xDirectMessages.lookUp?.(context, query)).toEqual({ kind: "unknown" });
  });
});
