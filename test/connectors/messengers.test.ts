import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { type Channel, channels } from "#domain/channels/channel.ts";
import type { Messenger, OutgoingMessage } from "#server/connectors/messaging/messenger.ts";
import { messengers } from "#server/connectors/messaging/messengers.ts";
import { createVendorContext } from "#server/connectors/vendor-context.ts";
import { createEgress, type EgressResult } from "#server/egress/egress.ts";
import { approved } from "./approved.ts";
import {
  callback,
  egressFailure,
  fakeVendor,
  formCallback,
  httpResponse,
  jsonCallback,
  outgoingMessage,
  sampleSettings,
} from "./fake-vendor.ts";

const overHttp = messengers.filter(({ id }) => id !== "smtp");
const baseUrls: Record<string, string> = {
  "whatsapp-360dialog": "https://waba-v2.360dialog.io",
  "whatsapp-wati": "https://live-mt-server.wati.io/1234",
};
const settingsOf = (messenger: Messenger) =>
  sampleSettings(messenger, baseUrls[messenger.id] ? { baseUrl: baseUrls[messenger.id] } : {});
const addresses: Partial<Record<Channel, Partial<OutgoingMessage>>> = {
  email: { to: "ana@example.com", from: "hello@company.example" },
  x: { to: "x:944480690", from: null },
};
const messageFor = ({ channels: [channel = "sms"] }: Messenger) =>
  outgoingMessage({ channel, ...addresses[channel] });

describe("the list of messengers", () => {
  test("has unique ids", () => {
    expect(new Set(messengers.map(({ id }) => id)).size).toBe(messengers.length);
  });

  test.each(channels)("has a messenger for the channel %s", (channel) => {
    expect(messengers.some((messenger) => messenger.channels.includes(channel))).toBe(true);
  });

  test.each([
    ["https://graph.facebook.com/v23.0", "whatsapp-meta"],
    ["https://waba-v2.360dialog.io", "whatsapp-360dialog"],
    ["https://live-mt-server.wati.io/1234", "whatsapp-wati"],
  ])("selects the WhatsApp messenger for %s", (baseUrl, id) => {
    const selected = messengers.filter((messenger) => messenger.supports?.({ baseUrl }));
    expect(selected.map((messenger) => messenger.id)).toEqual([id]);
  });

  test("selects no messenger for an invalid base URL", () => {
    for (const settings of [{ baseUrl: "nowhere" }, {}])
      expect(messengers.filter((messenger) => messenger.supports?.(settings))).toEqual([]);
  });
});

describe.each(messengers)("$id", (messenger) => {
  test("rejects callbacks without a valid signature or key, and all callbacks without a secret", () => {
    const settings = settingsOf(messenger);
    const unsigned = [
      callback(),
      callback({ method: "GET", query: { "hub.mode": "subscribe" } }),
      formCallback({ MessageSid: "SM1", MessageStatus: "delivered" }, { key: "" }),
      jsonCallback({ object: "x" }, { key: "guess" }),
      callback({ headers: { "x-twilio-signature": "", "x-hub-signature-256": "sha256=", "x-faro-key": "" } }),
    ];
    for (const request of unsigned) {
      expect(messenger.verifyCallback(settings, request)).toBe(false);
      for (const secrets of [
        {},
        { authToken: "", apiKey: "", appSecret: "", verifyToken: "" },
        { apiKey: null },
      ])
        expect(
          messenger.verifyCallback(
            { ...settings, authToken: null, apiKey: null, appSecret: null, verifyToken: null, ...secrets },
            request,
          ),
        ).toBe(false);
    }
  });

  test("ignores malformed callbacks", () => {
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
    for (const body of bodies) expect(messenger.parseCallback(jsonCallback(body))).toEqual([]);
    for (const rawBody of [Buffer.from("{broken"), Buffer.from("%%%=%&&&"), Buffer.from([0xff, 0xfe, 0x00])])
      expect(messenger.parseCallback(callback({ rawBody }))).toEqual([]);
    expect(messenger.parseCallback(callback({ query: { action: ["a"], part: {} } }))).toEqual([]);
    expect(() => messenger.respondToCallback?.(callback(), null)).not.toThrow();
  });
});

/** After each of these the message may have been sent. */
const ambiguous: [string, EgressResult][] = [
  ["a time-out", egressFailure("timeout")],
  ["a broken connection", egressFailure("broken")],
  ["an endless response", egressFailure("too_large")],
  ["500 without a body", httpResponse(500, "")],
  [
    "500 with the code of a refusal",
    httpResponse(500, { code: 21211, message: "no", status: 400, error: { code: 131026 } }),
  ],
  [
    "500 with the code of a rate limit",
    httpResponse(500, { code: 20429, message: "slow", error: { code: 130429 } }),
  ],
  ["502 from a proxy", httpResponse(502, "<html>Bad Gateway</html>", { "content-type": "text/html" })],
  ["503 with Retry-After", httpResponse(503, { message: "later" }, { "retry-after": "5" })],
  ["504", httpResponse(504, "upstream timed out", {})],
  ["408", httpResponse(408, "", {})],
  ["409", httpResponse(409, { message: "conflict" })],
  ["a web page with status 200", httpResponse(200, "<!doctype html><p>ok", { "content-type": "text/html" })],
  ["an empty body with status 200", httpResponse(200, "")],
  ["an empty object with status 201", httpResponse(201, {})],
  ["truncated JSON with status 200", httpResponse(200, '{"sid":"SM12')],
  ["a list with status 200", httpResponse(200, [])],
  ["a redirect to a result", httpResponse(303, "", { location: "/done" })],
  [
    "an ambiguous error code",
    httpResponse(400, { code: 20500, message: "internal", error: { code: 131000, message: "?" } }),
  ],
];

describe.each(overHttp)("$id reports an unknown outcome when the message may have been sent", (messenger) => {
  const cases = ambiguous.filter(
    // These have no error codes.
    ([name]) =>
      !["whatsapp-wati", "sendgrid", "x"].includes(messenger.id) || name !== "an ambiguous error code",
  );
  test.each(cases)("after %s", async (_name, result) => {
    const { context } = fakeVendor(settingsOf(messenger), result);
    expect(await messenger.send(context, approved(messageFor(messenger)))).toMatchObject({ kind: "unknown" });
  });

  test.each([
    ["unresolved", "later"],
    ["unreachable", "later"],
    ["certificate", "later"],
    ["blocked", "refused"],
    ["invalid_url", "refused"],
    ["invalid_request", "refused"],
  ] as const)("but not after %s, when nothing was sent", async (failure, kind) => {
    const { context } = fakeVendor(settingsOf(messenger), egressFailure(failure));
    expect(await messenger.send(context, approved(messageFor(messenger)))).toMatchObject({ kind });
  });

  test.each([
    [401, "refused"],
    [403, "refused"],
    [404, "refused"],
    [308, "refused"],
    [429, "later"],
  ] as const)("a web page with status %s is %s", async (status, kind) => {
    const page = httpResponse(status, "<html>no</html>", { "content-type": "text/html", "retry-after": "7" });
    const outcome = await messenger.send(
      fakeVendor(settingsOf(messenger), page).context,
      approved(messageFor(messenger)),
    );
    expect(outcome).toMatchObject({ kind, ...(kind === "later" ? { afterMs: 7000 } : { account: true }) });
  });

  test("redacts a secret that the vendor repeats", async () => {
    const secret = "canary-5d1f00aa";
    const settings = { ...settingsOf(messenger), authToken: secret, apiKey: secret, accessToken: secret };
    for (const status of [200, 400, 401, 429, 500]) {
      const text = `bad key ${secret}`;
      const result = httpResponse(status, {
        code: 20003,
        message: text,
        result: false,
        info: text,
        error: { code: 190, message: text },
      });
      const outcome = await messenger.send(
        fakeVendor(settings, result).context,
        approved(messageFor(messenger)),
      );
      expect(JSON.stringify(outcome)).not.toContain(secret);
    }
  });
});

describe("over a real connection", () => {
  const servers: { close: () => Promise<void> }[] = [];
  const egresses: { close: () => Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  afterAll(async () => {
    await Promise.all(egresses.map((egress) => egress.close()));
  });

  /** A raw TCP server that calls `respond` once the whole request has arrived. */
  const startServer = async (respond: (socket: Socket) => void): Promise<string> => {
    const sockets = new Set<Socket>();
    const server = createTcpServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => {});
      let received = "";
      socket.on("data", (data) => {
        received += data;
        const [head = "", body] = received.split("\r\n\r\n");
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        if (body !== undefined && Buffer.byteLength(body) >= length) respond(socket);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    servers.push({
      close: () =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          for (const socket of sockets) socket.destroy();
        }),
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const sendOver = async (messenger: Messenger, sandboxUrl: string, timeoutMs = 5000) => {
    const egress = createEgress({ sandboxUrls: [sandboxUrl] });
    egresses.push(egress);
    const options = { egress, sandboxUrl, vendorBase: undefined, timeoutMs };
    const context = createVendorContext(
      options,
      messenger.connector,
      "sandbox",
      settingsOf(messenger) as never,
      () => {},
    );
    return messenger.send(context, approved(messageFor(messenger)));
  };

  const responses: [string, (socket: Socket) => void, string][] = [
    ["reset after the request", (socket) => socket.resetAndDestroy(), "unknown"],
    ["closed after the request", (socket) => socket.end(), "unknown"],
    ["no response", () => {}, "unknown"],
    [
      "truncated response",
      (socket) => socket.end('HTTP/1.1 201 Created\r\ncontent-length: 400\r\n\r\n{"sid":"SM1'),
      "unknown",
    ],
    [
      "500 with a body",
      (socket) =>
        socket.end(
          'HTTP/1.1 500 Oops\r\ncontent-type: application/json\r\ncontent-length: 14\r\n\r\n{"code":21211}',
        ),
      "unknown",
    ],
    [
      "response of 10 MB",
      (socket) => {
        socket.write(
          "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n",
        );
        const chunk = `10000\r\n${" ".repeat(65_536)}\r\n`;
        for (let count = 0; count < 160; count++) socket.write(chunk);
      },
      "unknown",
    ],
  ];
  test.each(
    overHttp.flatMap((messenger) =>
      responses.map(([name, respond, kind]) => ({ id: messenger.id, name, respond, kind, messenger })),
    ),
  )("$id, $name: $kind", async ({ messenger, respond, kind }) => {
    expect(await sendOver(messenger, await startServer(respond), 400)).toMatchObject({ kind });
  });

  test.each(overHttp)("$id, connection refused: later", async (messenger) => {
    const url = await startServer(() => {});
    await servers.pop()?.close();
    expect(await sendOver(messenger, url)).toMatchObject({ kind: "later", code: "unreachable" });
  });
});
