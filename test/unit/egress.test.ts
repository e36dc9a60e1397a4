import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEgress, type EgressRequest } from "#server/egress/egress.ts";
import { isPublicAddress } from "#server/egress/public-address.ts";

let server: Server;
let base: string;
let port: number;
let connections = 0;
const seen: { url: string; headers: Record<string, unknown>; body: string }[] = [];
const open: (() => void)[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      seen.push({ url: request.url ?? "", headers: request.headers, body });
      if (request.url === "/redirect")
        return response.writeHead(302, { location: "http://169.254.169.254/" }).end();
      if (request.url === "/never") return;
      if (request.url === "/declared")
        return response.writeHead(200, { "content-length": 10_000_000 }).end(Buffer.alloc(10_000_000));
      if (request.url === "/streamed") {
        response.writeHead(200);
        for (let sent = 0; sent < 10; sent++) response.write(Buffer.alloc(1_000_000));
        return response.end();
      }
      if (request.url === "/drip") {
        response.writeHead(200);
        const timer = setInterval(() => response.write("."), 20);
        open.push(() => clearInterval(timer));
        response.on("close", () => clearInterval(timer));
        return;
      }
      if (request.url === "/cut") {
        response.writeHead(200, { "content-length": 100 }).write("half");
        return response.socket?.destroy();
      }
      return response.writeHead(201, { "content-type": "application/json" }).end('{"ok":true}');
    });
  });
  server.on("connection", () => connections++);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
  base = `http://127.0.0.1:${port}`;
});
afterAll(() => {
  for (const close of open) close();
  server.closeAllConnections();
  server.close();
});

const sandbox = (path: string, more: Partial<EgressRequest> = {}) =>
  createEgress({ sandboxUrls: [base] }).request({ url: base + path, allow: "sandbox", ...more });

describe("an outgoing request", () => {
  const disguised = [
    "127.0.0.1",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "0177.1",
    "017700000001",
    "127.1",
    "127.0.1",
    "0",
    "0.0.0.0",
    "127.0.0.1.",
    "①②⑦.⓪.⓪.①",
    "127。0。0。1",
    "%31%32%37.0.0.1",
    "localhost",
    "LOCALHOST",
    "localhost.",
    "10.0.0.1",
    "100.64.0.1",
    "169.254.169.254",
    "0xa9fea9fe",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.1",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "[::]",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[::127.0.0.1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::ffff:0:127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b::169.254.169.254]",
    "[64:ff9b:1::7f00:1]",
    "[2002:7f00:1::]",
    "[2001:0:7f00:1::]",
    "[fc00::1]",
    "[fd12:3456::1]",
    "[fe80::1]",
    "[fec0::1]",
    "[ff02::1]",
    "[100::1]",
  ];

  test.each(disguised)("never reaches a private address written as %s", async (host) => {
    const egress = createEgress();
    for (const allow of ["public", "operator"] as const) {
      for (const url of [`http://${host}:${port}/`, `https://${host}/`]) {
        const answer = await egress.request({ url, allow, timeoutMs: 5_000 });
        expect(answer.ok).toBe(false);
        // Not every machine resolves "localhost.".
        expect(host === "localhost." ? ["blocked", "unresolved"] : ["blocked"]).toContain(
          !answer.ok && answer.failure,
        );
      }
    }
  });

  test("never reaches a server without TLS that the configuration does not name, public or not", async () => {
    const resolve = async () => [{ address: "93.184.216.34", family: 4 }];
    const egress = createEgress({ allowed: ["10.0.0.0/8", "other.example"], resolve });
    for (const host of ["models.example", "93.184.216.34", `127.0.0.1:${port}`])
      expect(await egress.request({ url: `http://${host}/`, allow: "server" })).toEqual({
        ok: false,
        failure: "blocked",
      });
    await egress.close();
  });

  test("made no connection to this machine for blocked addresses", () => {
    expect(connections).toBe(0);
  });

  test.each([["127.0.0.1"], ["10.1.2.3"], ["::1"], ["::ffff:10.0.0.1"], ["64:ff9b::a00:1"], ["fd00::1"]])(
    "refuses a name that answers %s, even among public addresses",
    async (address) => {
      const family = address.includes(":") ? 6 : 4;
      for (const addresses of [
        [{ address, family }],
        [
          { address: "8.8.8.8", family: 4 },
          { address, family },
        ],
      ]) {
        const { request } = createEgress({ resolve: async () => addresses });
        expect(await request({ url: "https://vendor.example/", allow: "public" })).toEqual({
          ok: false,
          failure: "blocked",
        });
        expect(await request({ url: `http://vendor.example:${port}/`, allow: "operator" })).toEqual({
          ok: false,
          failure: "blocked",
        });
      }
      expect(connections).toBe(0);
    },
  );

  test.each([
    ["8.8.8.8", true],
    ["172.32.0.1", true],
    ["192.0.1.1", true],
    ["223.255.255.255", true],
    ["2606:4700::1111", true],
    ["2a00:1450:4001::8a", true],
    ["2001:4860:4860::8888", true],
    ["203.0.113.5", false],
    ["not an address", false],
    ["", false],
  ])("judges %s", (address, allowed) => {
    expect(isPublicAddress(address)).toBe(allowed);
  });

  test.each([
    "ftp://vendor.example/",
    "file:///etc/passwd",
    "gopher://vendor.example:70/",
    "javascript:alert(1)",
    "//vendor.example/",
    "https://",
    "https://user:secret@vendor.example/",
    "https://vendor.example:99999/",
  ])("does not take %s for an address", async (url) => {
    expect(await createEgress().request({ url, allow: "operator" })).toEqual({
      ok: false,
      failure: "invalid_url",
    });
  });

  test("reaches a vendor only over https on port 443, and no host on a mail port", async () => {
    const { request } = createEgress({ resolve: async () => [{ address: "127.0.0.1", family: 4 }] });
    const blocked = { ok: false, failure: "blocked" };
    expect(await request({ url: "http://vendor.example/", allow: "public" })).toEqual(blocked);
    expect(await request({ url: "https://vendor.example:8443/", allow: "public" })).toEqual(blocked);
    expect(await request({ url: "http://8.8.8.8:25/", allow: "operator" })).toEqual(blocked);
  });

  test("reaches the simulator, and no other address as one", async () => {
    const answer = await sandbox("/path?q=1", {
      method: "POST",
      body: "hello",
      headers: { "x-one": "1" },
    });
    expect(answer).toMatchObject({ ok: true, status: 201, headers: { "content-type": "application/json" } });
    expect(answer.ok && answer.body.toString()).toBe('{"ok":true}');
    expect(seen.at(-1)).toMatchObject({
      url: "/path?q=1",
      body: "hello",
      headers: { "x-one": "1", "user-agent": "Faro/1" },
    });
    for (const url of ["http://127.0.0.1:1/", `http://localhost:${port}/`, "https://vendor.example/"]) {
      const { request } = createEgress({ sandboxUrls: [base] });
      expect(await request({ url, allow: "sandbox" })).toEqual({ ok: false, failure: "blocked" });
    }
    const { request } = createEgress();
    expect(await request({ url: base, allow: "sandbox" })).toEqual({ ok: false, failure: "blocked" });
  });

  test("connects to the resolved address", async () => {
    const named = `http://simulator.invalid:${port}`;
    const { request } = createEgress({
      sandboxUrls: [named],
      resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    });
    expect(await request({ url: `${named}/`, allow: "sandbox" })).toMatchObject({ ok: true, status: 201 });
  });

  test("uses the caller's user agent", async () => {
    await createEgress({ sandboxUrls: [base], userAgent: "Lighthouse" }).request({
      url: base,
      allow: "sandbox",
    });
    expect(seen.at(-1)?.headers["user-agent"]).toBe("Lighthouse");
    await sandbox("/", { headers: { "user-agent": "Mozilla/5.0" } });
    expect(seen.at(-1)?.headers["user-agent"]).toBe("Mozilla/5.0");
  });

  test("does not follow a redirect", async () => {
    expect(await sandbox("/redirect")).toMatchObject({ ok: true, status: 302 });
  });

  test.each(["/declared", "/streamed"])("stops reading 10 MB at its cap (%s)", async (path) => {
    expect(await sandbox(path)).toEqual({ ok: false, failure: "too_large" });
    expect(await sandbox(path, { maxBytes: 20_000_000 })).toMatchObject({ ok: true, status: 200 });
  });

  test.each(["/never", "/drip"])("gives up when its time is over (%s)", async (path) => {
    expect(await sandbox(path, { timeoutMs: 150 })).toEqual({ ok: false, failure: "timeout" });
  });

  test.each([
    ["/streamed", {}],
    ["/declared", {}],
    ["/drip", { timeoutMs: 300 }],
  ])("of which only the beginning is wanted keeps its status, whatever follows (%s)", async (path, more) => {
    const { request } = createEgress({ sandboxUrls: [base] });
    const asked = {
      url: base + path,
      allow: "sandbox",
      answer: "beginning",
      maxBytes: 1000,
      ...more,
    } as const;
    expect(await request(asked)).toMatchObject({ ok: true, status: 200 });
    expect(await request({ ...asked, url: `${base}/never`, timeoutMs: 100 })).toEqual({
      ok: false,
      failure: "timeout",
    });
  });

  test("times out when a name does not resolve", async () => {
    const { request } = createEgress({ resolve: () => new Promise(() => {}) });
    expect(await request({ url: "https://vendor.example/", allow: "public", timeoutMs: 100 })).toEqual({
      ok: false,
      failure: "timeout",
    });
  });

  test("distinguishes an unknown name, a closed port, a broken connection and an invalid header", async () => {
    const unknown = createEgress({
      resolve: async () => {
        throw Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" });
      },
    });
    expect(await unknown.request({ url: "https://vendor.example/", allow: "public" })).toEqual({
      ok: false,
      failure: "unresolved",
    });
    const closed = createEgress({ sandboxUrls: ["http://127.0.0.1:1"] });
    expect(await closed.request({ url: "http://127.0.0.1:1/", allow: "sandbox" })).toEqual({
      ok: false,
      failure: "unreachable",
    });
    expect(await sandbox("/cut")).toEqual({ ok: false, failure: "broken" });
    expect(await sandbox("/", { headers: { authorization: "Bearer a\r\nx-evil: 1" } })).toEqual({
      ok: false,
      failure: "invalid_request",
    });
  });
});

describe("an allowed private address", () => {
  const blocked = { ok: false, failure: "blocked" };
  const named =
    (address: string, ...more: string[]) =>
    async () =>
      [address, ...more].map((one) => ({ address: one, family: one.includes(":") ? 6 : 4 }));
  const ask = (
    allowed: string[],
    url: string,
    more: {
      allow?: EgressRequest["allow"];
      resolve?: () => Promise<{ address: string; family: number }[]>;
    } = {},
  ) =>
    createEgress({ allowed, ...(more.resolve ? { resolve: more.resolve } : {}) }).request({
      url,
      allow: more.allow ?? "operator",
      timeoutMs: 3_000,
    });

  test("is reached by an operator's request, in any notation of the list", async () => {
    for (const entry of [`127.0.0.1:${port}`, "127.0.0.1", "127.0.0.0/8", " 127.0.0.1 "])
      expect(await ask([entry], `${base}/`)).toMatchObject({ ok: true, status: 201 });
  });

  test("is not reached by a vendor's request", async () => {
    const resolve = named("127.0.0.1");
    expect(await ask(["127.0.0.0/8"], "https://127.0.0.1/", { allow: "public" })).toEqual(blocked);
    expect(await ask(["vendor.example"], "https://vendor.example/", { allow: "public", resolve })).toEqual(
      blocked,
    );
  });

  test("allows no other port and no other host", async () => {
    for (const url of [`http://127.0.0.1:${port + 1}/`, `http://127.0.0.2:${port}/`, "http://127.0.0.1/"])
      expect(await ask([`127.0.0.1:${port}`], url)).toEqual(blocked);
    const resolve = named("127.0.0.1");
    expect(await ask([`erp.example:${port}`], `http://erp.example:${port + 1}/`, { resolve })).toEqual(
      blocked,
    );
    expect(await ask([`erp.example:${port}`], `http://x.erp.example:${port}/`, { resolve })).toEqual(blocked);
    expect(await ask(["10.0.0.0/8"], `${base}/`)).toEqual(blocked);
  });

  test("may be a name, which does not allow other names of the same address", async () => {
    const resolve = named("127.0.0.1");
    expect(await ask(["ERP.example"], `http://erp.example:${port}/`, { resolve })).toMatchObject({
      ok: true,
    });
    expect(await ask(["erp.example"], `http://other.example:${port}/`, { resolve })).toEqual(blocked);
    expect(await ask(["erp.example"], `${base}/`)).toEqual(blocked);
  });

  test("may be a range, if every address of the name is in it or public", async () => {
    const url = `http://erp.example:${port}/`;
    expect(await ask(["127.0.0.0/8"], url, { resolve: named("127.0.0.1") })).toMatchObject({ ok: true });
    expect(await ask(["127.0.0.0/8"], url, { resolve: named("127.0.0.1", "10.0.0.1") })).toEqual(blocked);
    expect(await ask(["10.0.0.0/8"], url, { resolve: named("127.0.0.1") })).toEqual(blocked);
  });

  test.each([
    "169.254.169.254",
    "0.0.0.0",
    "fe80::1",
    "fd00:ec2::254",
    "224.0.0.1",
    "::ffff:169.254.169.254",
  ])("is never %s by name alone", async (address) => {
    expect(await ask(["erp.example"], "http://erp.example/", { resolve: named(address) })).toEqual(blocked);
  });

  test("allows a low port only when the entry names it", async () => {
    expect(await ask(["127.0.0.1"], "http://127.0.0.1:25/")).toEqual(blocked);
    expect(await ask(["127.0.0.1:81"], "http://127.0.0.1:81/")).toEqual({
      ok: false,
      failure: "unreachable",
    });
  });

  test("does not share its connection with a request that may not open one", async () => {
    const egress = createEgress({ allowed: ["127.0.0.1"], sandboxUrls: [base] });
    expect(await egress.request({ url: `${base}/`, allow: "operator" })).toMatchObject({ ok: true });
    expect(await egress.request({ url: `${base}/`, allow: "public" })).toEqual(blocked);
    await egress.close();
  });

  test.each([
    "*",
    "http://erp.example",
    "10.0.0.0/33",
    "10.0.0/8",
    "erp.example:0",
    "erp.example:70000",
    "a b",
  ])("is refused at the start when it cannot be read (%s)", (entry) =>
    expect(() => createEgress({ allowed: [entry] })).toThrow("is not an address to allow"),
  );
});

describe("a streamed answer", () => {
  const stream = (path: string, more: Partial<EgressRequest & { signal: AbortSignal }> = {}) =>
    createEgress({ sandboxUrls: [base] }).stream({ url: base + path, allow: "sandbox", ...more });
  const readAll = async (body: AsyncIterable<Buffer>): Promise<number> => {
    let size = 0;
    for await (const chunk of body) size += chunk.length;
    return size;
  };

  test("is read while it arrives, until its caller ends it", async () => {
    const controller = new AbortController();
    const answer = await stream("/drip", { signal: controller.signal });
    if (!answer.ok) throw new Error(answer.failure);
    let chunks = 0;
    const read = async () => {
      for await (const _chunk of answer.body) if (++chunks === 3) controller.abort();
    };
    await expect(read()).rejects.toMatchObject({ failure: "timeout" });
    expect(chunks).toBe(3);
  });

  test.each([
    ["/cut", {}, "broken"],
    ["/streamed", { maxBytes: 2_500_000 }, "too_large"],
    ["/drip", { timeoutMs: 100 }, "timeout"],
  ] as const)("of %s with %j ends as %s", async (path, more, failure) => {
    const answer = await stream(path, more);
    // A cut connection may end before or after the answer's first bytes.
    const ended = answer.ok ? await readAll(answer.body).catch((error) => error) : answer;
    expect(ended).toMatchObject({ failure });
  });

  test("is not opened for an address that is not allowed", async () => {
    const egress = createEgress({});
    expect(await egress.stream({ url: base, allow: "public" })).toEqual({ ok: false, failure: "blocked" });
  });
});

test.each(["127.0.0.0/8", "localhost"])("reaches a server without TLS that %s names", async (entry) => {
  const egress = createEgress({ allowed: [entry] });
  const url = `http://localhost:${port}/`;
  expect(await egress.request({ url, allow: "server" })).toMatchObject({ ok: true, status: 201 });
  await egress.close();
});
