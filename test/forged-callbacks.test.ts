import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signEvents } from "#sandbox/sendgrid/event-webhook.ts";
import { callbackKeyFor } from "#server/connectors/messaging/callback.ts";
import { messengers } from "#server/connectors/messaging/messengers.ts";
import { simulatedSigningKeys } from "#server/connectors/sendgrid-signature.ts";
import { openDatabase } from "#server/db/database.ts";
import { openSimulatorSecret } from "#server/store/connections/installation-key.ts";
import { openKeyring } from "#server/vault/keyring.ts";
import { findContactableNumbers } from "./contactable-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro({ FARO_VENDOR_BASE: "" });
});
afterAll(() => faro.stop());

const { phone: number, timezone } = findContactableNumbers(Date.now());
let count = 0;
const person = async () => {
  const phone = number(++count);
  const { body } = await faro.send("POST", "/api/people", { phone, timezone, consents: { sms: true } });
  return body as { id: string; phone: string };
};
const optOuts = async (personId: string) =>
  (await faro.send("GET", `/api/suppressions?personId=${personId}`)).body.records as { state: string }[];
const hook = (messenger: string) => `${faro.url}/hooks/vendors/${messenger}`;

const twilioBody = (from: string) =>
  new URLSearchParams({ Body: "STOP", From: from, MessageSid: `SM${++count}`, To: "+17875550100" });
const postAsTwilio = (messenger: string, from: string, token: string) => {
  const url = hook(messenger);
  const body = twilioBody(from);
  const text = [...body.keys()].sort().reduce((signed, name) => signed + name + body.get(name), url);
  return fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio-signature": createHmac("sha1", token).update(text).digest("base64"),
    },
    body: body.toString(),
  });
};
const cloudBody = (from: string) =>
  JSON.stringify({
    entry: [
      {
        changes: [
          {
            field: "messages",
            value: {
              messages: [
                { id: `wamid.${++count}`, from: from.slice(1), type: "text", text: { body: "STOP" } },
              ],
            },
          },
        ],
      },
    ],
  });
const watiBody = (from: string) =>
  JSON.stringify({
    eventType: "message",
    id: `w${++count}`,
    waId: from.slice(1),
    text: "STOP",
    owner: false,
  });
const postJson = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: "POST", headers: { "content-type": "application/json", ...headers }, body });
const postAsMeta = (from: string, secret: string) => {
  const body = cloudBody(from);
  const digest = createHmac("sha256", secret).update(body).digest("hex");
  return postJson(hook("whatsapp-meta"), body, { "x-hub-signature-256": `sha256=${digest}` });
};
const postWithKey = (messenger: string, body: string, secret: string) =>
  postJson(`${hook(messenger)}?key=${callbackKeyFor(messenger, secret)}`, body);

/** With the keys that the simulator would have with this secret. */
const postAsSendgrid = (from: string, secret: string) => {
  const email = `${from.slice(1)}@example.com`;
  const body = JSON.stringify([{ event: "unsubscribe", email, sg_event_id: `e${++count}`, timestamp: 1 }]);
  const timestamp = String(Math.floor(Date.now() / 1000));
  return postJson(hook("sendgrid"), body, {
    "x-twilio-email-event-webhook-signature": signEvents(
      simulatedSigningKeys(secret).privateKey,
      timestamp,
      body,
    ),
    "x-twilio-email-event-webhook-timestamp": timestamp,
  });
};

/** A request of a STOP by this number, signed with a secret, for each path that takes callbacks. */
const requests: Record<string, (from: string, secret: string) => Promise<Response>> = {
  "twilio-sms": (from, secret) => postAsTwilio("twilio-sms", from, secret),
  "twilio-whatsapp": (from, secret) => postAsTwilio("twilio-whatsapp", `whatsapp:${from}`, secret),
  "twilio-call": (from, secret) => postAsTwilio("twilio-call", from, secret),
  "whatsapp-meta": postAsMeta,
  "whatsapp-360dialog": (from, secret) => postWithKey("whatsapp-360dialog", cloudBody(from), secret),
  "whatsapp-wati": (from, secret) => postWithKey("whatsapp-wati", watiBody(from), secret),
  smtp: (from, secret) => postWithKey("smtp", watiBody(from), secret),
  sendgrid: postAsSendgrid,
  x: (from, secret) => postWithKey("x", watiBody(from), secret),
};
const providerUrls: Record<string, string> = {
  "whatsapp-meta": "https://graph.facebook.com/v23.0",
  "whatsapp-360dialog": "https://waba-v2.360dialog.io",
  "whatsapp-wati": "https://live-mt-server.wati.io/1",
};
/** Without a secret the provider stays simulated. */
const chooseProvider = async (messenger: string) => {
  const baseUrl = providerUrls[messenger];
  if (baseUrl)
    await faro.send("POST", "/api/api-keys/whatsapp", { businessNumber: "106540352242922", baseUrl });
};
const reply = (address: string, channel: string, text: string) =>
  postJson(
    `${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(address)}/reply`,
    JSON.stringify({ channel, text }),
  );
const simulatorSecret = async () => {
  const { options } = faro.pool as unknown as { options: object };
  const database = openDatabase(options as never, () => {});
  try {
    return await openSimulatorSecret(database.db, await openKeyring(faro.dataDir, undefined));
  } finally {
    await database.close();
  }
};

describe("while a channel is simulated", () => {
  test("every messenger is attacked below", () => {
    expect(Object.keys(requests).sort()).toEqual(messengers.map(({ id }) => id).sort());
  });

  test.each(Object.keys(requests))("a forged callback to %s changes nothing", async (messenger) => {
    await chooseProvider(messenger);
    const ana = await person();
    for (const guess of ["sandbox", "", "AC00000000000000000000000000000001"]) {
      const response = await requests[messenger]?.(ana.phone, guess || "x");
      expect(response?.status).toBe(401);
    }
    expect(await optOuts(ana.id)).toEqual([]);
  });

  test("Meta's registration of a callback URL needs the secret", async () => {
    await chooseProvider("whatsapp-meta");
    const handshake = (token: string) =>
      fetch(
        `${hook("whatsapp-meta")}?${new URLSearchParams({ "hub.mode": "subscribe", "hub.verify_token": token, "hub.challenge": "7" })}`,
      );
    expect((await handshake("sandbox")).status).toBe(401);
    expect(await (await handshake(await simulatorSecret())).text()).toBe("7");
  });

  test.each([
    ["twilio-sms", "sms"],
    ["whatsapp-meta", "whatsapp"],
  ])("the simulator's own callback to %s is processed", async (messenger, channel) => {
    await chooseProvider(messenger);
    const ana = await person();
    await reply(ana.phone, channel, "STOP");
    await expect.poll(() => optOuts(ana.id), { timeout: 180_000 }).toMatchObject([{ state: "opted_out" }]);
  });

  test("SendGrid's events need the keys of the simulator's secret", async () => {
    expect((await postAsSendgrid("+17875550199", await simulatorSecret())).status).toBe(200);
  });

  test("the secret is random, and not in the simulator's sample account", async () => {
    expect(await simulatorSecret()).toMatch(/^[0-9A-F]{64}$/);
  });
});

describe("once Twilio is live", () => {
  const token = "0123456789abcdef0123456789abcdef";
  beforeAll(async () => {
    await chooseProvider("whatsapp-meta");
    await faro.send("POST", "/api/api-keys/twilio", {
      accountSid: "AC00000000000000000000000000000007",
      authToken: token,
    });
  });

  test.each(["twilio-sms", "twilio-whatsapp", "twilio-call"])(
    "%s refuses the simulator's secret",
    async (messenger) => {
      const ana = await person();
      expect((await requests[messenger]?.(ana.phone, await simulatorSecret()))?.status).toBe(401);
      expect(await optOuts(ana.id)).toEqual([]);
    },
  );

  test("its own signature is accepted", async () => {
    const ana = await person();
    expect((await requests["twilio-sms"]?.(ana.phone, token))?.status).toBe(200);
    await expect.poll(() => optOuts(ana.id), { timeout: 180_000 }).toMatchObject([{ state: "opted_out" }]);
  });

  test("the simulator of another vendor has no say in the channels that Twilio serves", async () => {
    const ana = await person();
    expect((await postAsMeta(ana.phone, await simulatorSecret())).status).toBe(401);
    expect(await optOuts(ana.id)).toEqual([]);
  });
});
