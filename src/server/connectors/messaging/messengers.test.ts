import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { channels } from "#domain/channels/channel.ts";
import { createContext } from "#server/connectors/vendor-context.ts";
import { createEgress, type EgressAnswer } from "#server/egress/egress.ts";
import type { Messenger } from "./messenger.ts";
import { messengers } from "./messengers.ts";
import {
  answered,
  callback,
  failed,
  formCallback,
  jsonCallback,
  outgoing,
  sampleOf,
  vendor,
} from "./testing/recorded.ts";

const overHttp = messengers.filter(({ id }) => id !== "smtp");
const baseUrls: Record<string, string> = {
  "whatsapp-360dialog": "https://waba-v2.360dialog.io",
  "whatsapp-wati": "https://live-mt-server.wati.io/1234",
};
const settingsOf = (messenger: Messenger) =>
  sampleOf(messenger, baseUrls[messenger.id] ? { baseUrl: baseUrls[messenger.id] } : {});
const messageFor = (messenger: Messenger) => outgoing({ channel: messenger.channels[0] ?? "sms" });

describe("the list of messengers", () => {
  test("names each once", () => {
    expect(new Set(messengers.map(({ id }) => id)).size).toBe(messengers.length);
  });

  test.each(channels)("has a way for %s", (channel) => {
    expect(messengers.some((one) => one.channels.includes(channel))).toBe(true);
  });

  test.each([
    ["https://graph.facebook.com/v23.0", "whatsapp-meta"],
    ["https://waba-v2.360dialog.io", "whatsapp-360dialog"],
    ["https://live-mt-server.wati.io/1234", "whatsapp-wati"],
  ])("chooses the dialect of %s", (baseUrl, id) => {
    const suited = messengers.filter((one) => one.suits?.({ baseUrl }));
    expect(suited.map((one) => one.id)).toEqual([id]);
  });

  test("no dialect suits an address that is none", () => {
    expect(messengers.filter((one) => one.suits?.({ baseUrl: "nowhere" }) || one.suits?.({}))).toEqual([]);
  });
});

describe.each(messengers)("$id", (messenger) => {
  test("believes nothing without a secret, and nothing that is not signed or keyed", () => {
    const settings = settingsOf(messenger);
    const unsigned = [
      callback(),
      callback({ method: "GET", query: { "hub.mode": "subscribe" } }),
      formCallback({ MessageSid: "SM1", MessageStatus: "delivered" }, { key: "" }),
      jsonCallback({ object: "x" }, { key: "guess" }),
      callback({ headers: { "x-twilio-signature": "", "x-hub-signature-256": "sha256=", "x-faro-key": "" } }),
    ];
    for (const request of unsigned) {
      expect(messenger.verify(settings, request)).toBe(false);
      for (const secrets of [
        {},
        { authToken: "", apiKey: "", appSecret: "", verifyToken: "" },
        { apiKey: null },
      ])
        expect(
          messenger.verify(
            { ...settings, authToken: null, apiKey: null, appSecret: null, verifyToken: null, ...secrets },
            request,
          ),
        ).toBe(false);
    }
  });

  test("reads nothing in rubbish, and does not break on it", () => {
    const bodies: unknown[] = [
      null,
      1,
      "x",
      [],
      {},
      [null],
      { entry: 5 },
      { entry: [null, { changes: [{}] }] },
    ];
    for (const body of bodies) expect(messenger.read(jsonCallback(body))).toEqual([]);
    for (const sent of [Buffer.from("{broken"), Buffer.from("%%%=%&&&"), Buffer.from([0xff, 0xfe, 0x00])])
      expect(messenger.read(callback({ sent }))).toEqual([]);
    expect(messenger.read(callback({ query: { action: ["a"], part: {} } }))).toEqual([]);
    expect(() => messenger.answer?.(callback(), null)).not.toThrow();
  });
});

/** After any of these nobody knows whether the message was sent. */
const ambiguous: [string, EgressAnswer][] = [
  ["a time-out", failed("timeout")],
  ["a connection cut in the middle", failed("broken")],
  ["an answer without end", failed("too_large")],
  ["500 without a body", answered(500, "")],
  [
    "500 with a refusal inside",
    answered(500, { code: 21211, message: "no", status: 400, error: { code: 131026 } }),
  ],
  ["500 that speaks of a rate", answered(500, { code: 20429, message: "slow", error: { code: 130429 } })],
  ["502 of a proxy", answered(502, "<html>Bad Gateway</html>", { "content-type": "text/html" })],
  ["503 with a wait", answered(503, { message: "later" }, { "retry-after": "5" })],
  ["504", answered(504, "upstream timed out", {})],
  ["408", answered(408, "", {})],
  ["409", answered(409, { message: "conflict" })],
  ["a web page with status 200", answered(200, "<!doctype html><p>ok", { "content-type": "text/html" })],
  ["nothing with status 200", answered(200, "")],
  ["an empty object with status 201", answered(201, {})],
  ["something cut off with status 200", answered(200, '{"sid":"SM12')],
  ["a list with status 200", answered(200, [])],
  ["a redirect to a result", answered(303, "", { location: "/done" })],
  [
    "a vendor's own doubt",
    answered(400, { code: 20500, message: "internal", error: { code: 131000, message: "?" } }),
  ],
];

describe.each(overHttp)("$id never takes for undone what may have been done", (messenger) => {
  const doubts = ambiguous.filter(
    ([name]) => messenger.id !== "whatsapp-wati" || name !== "a vendor's own doubt",
  );
  test.each(doubts)("%s", async (_name, answer) => {
    const { context } = vendor(settingsOf(messenger), answer);
    expect(await messenger.send(context, messageFor(messenger))).toMatchObject({ kind: "unknown" });
  });

  test.each([
    ["unresolved", "later"],
    ["unreachable", "later"],
    ["certificate", "later"],
    ["blocked", "refused"],
    ["invalid_url", "refused"],
    ["invalid_request", "refused"],
  ] as const)("but %s left nothing behind", async (failure, kind) => {
    const { context } = vendor(settingsOf(messenger), failed(failure));
    expect(await messenger.send(context, messageFor(messenger))).toMatchObject({ kind });
  });

  test.each([
    [401, "refused"],
    [403, "refused"],
    [404, "refused"],
    [308, "refused"],
    [429, "later"],
  ] as const)("a web page with status %s is %s", async (status, kind) => {
    const page = answered(status, "<html>no</html>", { "content-type": "text/html", "retry-after": "7" });
    const outcome = await messenger.send(vendor(settingsOf(messenger), page).context, messageFor(messenger));
    expect(outcome).toMatchObject({ kind, ...(kind === "later" ? { afterMs: 7000 } : { account: true }) });
  });

  test("a secret that the vendor repeats goes no further", async () => {
    const secret = "canary-5d1f00aa";
    const settings = { ...settingsOf(messenger), authToken: secret, apiKey: secret };
    for (const status of [200, 400, 401, 429, 500]) {
      const words = `bad key ${secret}`;
      const answer = answered(status, {
        code: 20003,
        message: words,
        result: false,
        info: words,
        error: { code: 190, message: words },
      });
      const outcome = await messenger.send(vendor(settings, answer).context, messageFor(messenger));
      expect(JSON.stringify(outcome)).not.toContain(secret);
    }
  });
});

describe("over a real connection", () => {
  const opened: { close: () => Promise<void> }[] = [];
  const egresses: { close: () => Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()));
  });
  afterAll(async () => {
    await Promise.all(egresses.map((one) => one.close()));
  });

  /** The wire itself: `misbehave` is handed the socket once the whole request is there. */
  const line = async (misbehave: (socket: Socket) => void): Promise<string> => {
    const sockets = new Set<Socket>();
    const server = createTcpServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => {});
      let heard = "";
      socket.on("data", (data) => {
        heard += data;
        const [head = "", body] = heard.split("\r\n\r\n");
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        if (body !== undefined && Buffer.byteLength(body) >= length) misbehave(socket);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    opened.push({
      close: () => {
        for (const socket of sockets) socket.destroy();
        return new Promise((resolve) => server.close(() => resolve()));
      },
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const sendOver = async (messenger: Messenger, sandboxUrl: string, timeoutMs = 5000) => {
    const egress = createEgress({ sandboxUrls: [sandboxUrl] });
    egresses.push(egress);
    const ways = { egress, sandboxUrl, vendorBase: undefined, timeoutMs };
    const context = createContext(
      ways,
      messenger.connector,
      "sandbox",
      settingsOf(messenger) as never,
      () => {},
    );
    return messenger.send(context, messageFor(messenger));
  };

  const misdeeds: [string, (socket: Socket) => void, string][] = [
    ["heard and then reset", (socket) => socket.resetAndDestroy(), "unknown"],
    ["heard and then closed", (socket) => socket.end(), "unknown"],
    ["heard and never answered", () => {}, "unknown"],
    [
      "answered by half",
      (socket) => socket.end('HTTP/1.1 201 Created\r\ncontent-length: 400\r\n\r\n{"sid":"SM1'),
      "unknown",
    ],
    [
      "answered with 500 and a body",
      (socket) =>
        socket.end(
          'HTTP/1.1 500 Oops\r\ncontent-type: application/json\r\ncontent-length: 14\r\n\r\n{"code":21211}',
        ),
      "unknown",
    ],
    [
      "answered with 10 MB",
      (socket) => {
        socket.write(
          "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n",
        );
        const chunk = `10000\r\n${" ".repeat(65_536)}\r\n`;
        for (let sent = 0; sent < 160; sent++) socket.write(chunk);
      },
      "unknown",
    ],
  ];
  test.each(
    overHttp.flatMap((messenger) =>
      misdeeds.map(([name, deed, kind]) => ({ id: messenger.id, name, deed, kind, messenger })),
    ),
  )("$id, $name: $kind", async ({ messenger, deed, kind }) => {
    expect(await sendOver(messenger, await line(deed), 400)).toMatchObject({ kind });
  });

  test.each(overHttp)("$id, nobody there: later", async (messenger) => {
    const url = await line(() => {});
    await opened.pop()?.close();
    expect(await sendOver(messenger, url)).toMatchObject({ kind: "later", code: "unreachable" });
  });
});
