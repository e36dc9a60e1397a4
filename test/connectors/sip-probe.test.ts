import { createServer } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SipTransport } from "#domain/sip/extension.ts";
import { type ProbedExtension, probeSipExtension, type SipTestReport } from "#server/connectors/sip/probe.ts";
import { publicOnly } from "#server/egress/guarded-agent.ts";
import { selfSignedCertificate } from "../fixtures/self-signed-certificate.ts";
import {
  type Behaviour,
  type Registrar,
  type RegistrarOptions,
  startSipRegistrar,
} from "../sip-registrar.ts";

const host = "pbx.example.test";
const certificate = selfSignedCertificate(host);
const trusted = getCACertificates("default");
beforeAll(() => setDefaultCACertificates([...trusted, certificate.cert]));
afterAll(() => setDefaultCACertificates(trusted));

const running: Registrar[] = [];
afterAll(async () => {
  await Promise.all(running.splice(0).map((registrar) => registrar.stop()));
});
const start = async (options: RegistrarOptions = {}): Promise<Registrar> => {
  const registrar = await startSipRegistrar({ tls: certificate, ...options });
  running.push(registrar);
  return registrar;
};

const resolve = async () => [{ address: "127.0.0.1", family: 4 }];
const network = { mayConnect: () => true, resolve, userAgent: "Faro/test" };
const extension = (port: number, change: Partial<ProbedExtension> = {}): ProbedExtension => ({
  sipDomain: host,
  username: "1001",
  port,
  transport: "UDP",
  register: true,
  codecs: [],
  password: "right password",
  ...change,
});
const verdicts = ({ steps }: SipTestReport) => steps.map(({ step, verdict }) => `${step}: ${verdict}`);
const statuses = ({ steps }: SipTestReport) =>
  steps.map(({ replies }) => replies.map(({ status }) => status));

const forRegister =
  (behaviour: Behaviour): Behaviour =>
  (request, count) =>
    request.method === "REGISTER" ? behaviour(request, count) : "check";

describe("a test of an extension", () => {
  test.each<[SipTransport, "MD5" | "MD5-sess" | "SHA-256", "auth" | "auth-int" | null]>([
    ["UDP", "MD5", null],
    ["UDP", "MD5", "auth"],
    ["UDP", "SHA-256", "auth"],
    ["TCP", "MD5", "auth"],
    ["TCP", "MD5-sess", "auth"],
    ["TCP", "SHA-256", "auth-int"],
    ["TLS", "MD5", "auth"],
    ["TLS", "SHA-256", "auth"],
  ])("over %s signs in with %s and qop %s, and leaves no registration", async (transport, algorithm, qop) => {
    const registrar = await start({ transport, algorithms: [algorithm], qop });
    const report = await probeSipExtension(extension(registrar.port, { transport }), network);
    expect(verdicts(report)).toEqual(["reach: reachable", "sign_in: authenticated"]);
    expect(report.ok).toBe(true);
    expect(statuses(report)).toEqual([[200], [401, 200]]);
    expect(report.steps[1]?.replies[0]).toEqual({ status: 401, phrase: "Unauthorized" });
    const registers = registrar.requests.filter(({ method }) => method === "REGISTER");
    expect(registers.map(({ headers }) => headers.contact)).toEqual([undefined, undefined]);
    expect(registers[1]?.headers).toMatchObject({
      "call-id": registers[0]?.headers["call-id"],
      from: registers[0]?.headers.from,
      cseq: "2 REGISTER",
    });
    expect(registers[1]?.headers.via).not.toBe(registers[0]?.headers.via);
    expect(registrar.contacts.size).toBe(0);
  });

  test.each<SipTransport>(["UDP", "TCP", "TLS"])(
    "over %s reports a wrong password after one attempt",
    async (transport) => {
      const registrar = await start({ transport });
      const report = await probeSipExtension(
        extension(registrar.port, { transport, password: "wrong" }),
        network,
      );
      expect(verdicts(report)).toEqual(["reach: reachable", "sign_in: wrong_credentials"]);
      expect(report.ok).toBe(false);
      expect(registrar.requests.filter(({ headers }) => headers.authorization)).toHaveLength(1);
    },
  );

  test("answers the strongest of several challenges", async () => {
    const registrar = await start({ algorithms: ["MD5", "SHA-256"] });
    expect((await probeSipExtension(extension(registrar.port), network)).ok).toBe(true);
    expect(registrar.requests.at(-1)?.headers.authorization).toContain("algorithm=SHA-256");
  });

  test("answers a stale nonce once more, and no third time", async () => {
    const once = await start({
      behaviour: forRegister((_request, count) => (count === 2 ? "stale" : "check")),
    });
    const good = await probeSipExtension(extension(once.port), network);
    expect(statuses(good)).toEqual([[200], [401, 401, 200]]);
    expect(good.ok).toBe(true);
    const always = await start({ behaviour: forRegister(() => "stale") });
    const bad = await probeSipExtension(extension(always.port), network);
    expect(verdicts(bad)).toContain("sign_in: wrong_credentials");
    expect(always.requests.filter(({ headers }) => headers.authorization)).toHaveLength(2);
  });

  test.each([
    [403, "not_allowed"],
    [404, "unknown_extension"],
    [405, "no_registrar"],
    [480, "overloaded"],
    [503, "overloaded"],
    [488, "refused"],
  ])("reports %d as %s", async (status, verdict) => {
    const registrar = await start({ behaviour: forRegister(() => ({ status })) });
    const report = await probeSipExtension(extension(registrar.port), network);
    expect(verdicts(report)).toEqual(["reach: reachable", `sign_in: ${verdict}`]);
    expect(report.ok).toBe(false);
  });

  test("registers and withdraws its own contact where the server refuses a query", async () => {
    const registrar = await start({
      behaviour: forRegister(({ headers }) =>
        headers.contact ? "check" : { status: 400, phrase: "No Contact" },
      ),
    });
    registrar.contacts.set("<sip:1001@desk.example>", 3600);
    const report = await probeSipExtension(extension(registrar.port), network);
    expect(verdicts(report)).toEqual(["reach: reachable", "sign_in: authenticated", "sign_out: signed_out"]);
    expect(statuses(report)).toEqual([[200], [400, 401, 200], [200]]);
    expect([...registrar.contacts.keys()]).toEqual(["<sip:1001@desk.example>"]);
    expect(registrar.requests.some(({ headers }) => headers.contact === "*")).toBe(false);
  });

  test("uses the interval that the server asks for", async () => {
    const registrar = await start({
      behaviour: forRegister(({ headers }) => {
        if (!headers.contact) return { status: 400 };
        const isShort = Number(headers.expires) > 0 && Number(headers.expires) < 600;
        return isShort ? { status: 423, headers: ["Min-Expires: 600"] } : "check";
      }),
    });
    const report = await probeSipExtension(extension(registrar.port), network);
    expect(statuses(report)).toEqual([[200], [400, 423, 401, 200], [200]]);
    expect(report.ok).toBe(true);
  });

  test("follows a redirect to another port of the same host, and to no other host", async () => {
    const second = await start({ transport: "TCP" });
    const moved =
      (contact: string): Behaviour =>
      () => ({ status: 302, headers: [`Contact: ${contact}`] });
    const first = await start({ behaviour: moved(`<sip:1001@${host}:${second.port};transport=tcp>`) });
    const followed = await probeSipExtension(extension(first.port), network);
    expect(statuses(followed)).toEqual([
      [302, 200],
      [302, 401, 200],
    ]);
    expect(followed.ok).toBe(true);
    const elsewhere = await start({ behaviour: moved(`<sip:1001@elsewhere.example.test:${second.port}>`) });
    const before = second.requests.length;
    const refused = await probeSipExtension(extension(elsewhere.port), network);
    expect(verdicts(refused)).toEqual(["reach: redirected", "sign_in: redirected"]);
    expect(second.requests).toHaveLength(before);
  });

  test("ends a flood that never becomes a message", async () => {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      const flood = () => {
        while (socket.writable && socket.write(`SIP/2.0 200 OK\r\nX: ${"a".repeat(4096)}\r\n`));
      };
      socket.on("data", flood).on("drain", flood);
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const { port } = server.address() as { port: number };
    const report = await probeSipExtension(extension(port, { transport: "TCP" }), network);
    server.close();
    expect(verdicts(report)).toEqual(["reach: not_sip"]);
  });

  test("reports a closed port", async () => {
    const registrar = await startSipRegistrar({ transport: "TCP" });
    await registrar.stop();
    for (const transport of ["UDP", "TCP", "TLS"] as const) {
      const report = await probeSipExtension(extension(registrar.port, { transport }), network);
      expect(verdicts(report)).toEqual(["reach: unreachable"]);
    }
  });

  test("compares the codecs when the server names its own", async () => {
    const sdp = "v=0\r\nm=audio 4000 RTP/AVP 0 8\r\n";
    const answer = { status: 200, headers: ["Content-Type: application/sdp"], body: sdp };
    const registrar = await start({ behaviour: ({ method }) => (method === "OPTIONS" ? answer : "check") });
    const shared = await probeSipExtension(extension(registrar.port, { codecs: ["PCMA", "opus"] }), network);
    expect(shared.steps[1]).toMatchObject({ step: "codecs", ok: true, codecs: ["PCMA"] });
    const other = await probeSipExtension(extension(registrar.port, { codecs: ["G729"] }), network);
    expect([shared.ok, other.ok]).toEqual([true, false]);
    expect(other.steps[1]).toMatchObject({ verdict: "codecs_not_shared", codecs: ["PCMU", "PCMA"] });
  });

  test("only asks whether the server answers without a password or where registering is off", async () => {
    const registrar = await start();
    const withoutPassword = await probeSipExtension(
      extension(registrar.port, { password: undefined }),
      network,
    );
    const withoutRegister = await probeSipExtension(extension(registrar.port, { register: false }), network);
    expect(verdicts(withoutPassword)).toEqual(["reach: reachable", "sign_in: no_password"]);
    expect(verdicts(withoutRegister)).toEqual(["reach: reachable", "sign_in: register_off"]);
    expect(registrar.requests.map(({ method }) => method)).toEqual(["OPTIONS", "OPTIONS"]);
  });
});

/** Each waits for its time limit, so they run side by side. */
describe.concurrent("a test of a server that does not answer", () => {
  test("repeats a request that was lost, and reports silence", async () => {
    const lossy = await start({
      behaviour: (_request, count) => (count === 1 ? "silence" : "check"),
    });
    expect((await probeSipExtension(extension(lossy.port), network)).ok).toBe(true);
    const silent = await start({ behaviour: () => "silence" });
    const report = await probeSipExtension(extension(silent.port), network);
    expect(verdicts(report)).toEqual(["reach: timeout", "sign_in: timeout"]);
    expect(silent.requests.length).toBeGreaterThan(4);
  });

  test("is passed by a server that ignores OPTIONS", async () => {
    const registrar = await start({
      behaviour: ({ method }) => (method === "OPTIONS" ? "silence" : "check"),
    });
    const report = await probeSipExtension(extension(registrar.port), network);
    expect(verdicts(report)).toEqual(["reach: timeout", "sign_in: authenticated"]);
    expect(report.ok).toBe(true);
  });

  test("reports something that is not a SIP server", async () => {
    for (const transport of ["UDP", "TCP"] as const) {
      const registrar = await start({ transport, behaviour: () => "garbage" });
      const report = await probeSipExtension(extension(registrar.port, { transport }), network);
      expect(verdicts(report)).toEqual(["reach: not_sip"]);
    }
  });
});

describe("the connection of a test", () => {
  test("does not trust a certificate of another name or of an unknown authority", async () => {
    const unknown = selfSignedCertificate(host);
    const strange = await start({ transport: "TLS", tls: unknown });
    const options = { transport: "TLS" as const };
    expect(verdicts(await probeSipExtension(extension(strange.port, options), network))).toEqual([
      "reach: certificate",
    ]);
    const known = await start({ transport: "TLS" });
    const renamed = extension(known.port, { ...options, sipDomain: "other.example.test" });
    expect(verdicts(await probeSipExtension(renamed, network))).toEqual(["reach: certificate"]);
    expect(strange.requests).toEqual([]);
    expect(known.requests).toEqual([]);
  });

  test("is not made to a private address, nor to a name with one", async () => {
    const registrar = await start();
    const guarded = { ...network, mayConnect: publicOnly };
    expect(verdicts(await probeSipExtension(extension(registrar.port), guarded))).toEqual(["reach: blocked"]);
    for (const sipDomain of ["127.0.0.1", "[::1]", "169.254.169.254"])
      expect(verdicts(await probeSipExtension(extension(registrar.port, { sipDomain }), guarded))).toEqual([
        "reach: blocked",
      ]);
    const mixed = async () => [
      { address: "93.184.215.14", family: 4 },
      { address: "10.0.0.1", family: 4 },
    ];
    const report = await probeSipExtension(extension(registrar.port), { ...guarded, resolve: mixed });
    expect(verdicts(report)).toEqual(["reach: blocked"]);
    expect(registrar.requests).toEqual([]);
  });

  test("is not made to a port of another protocol at a public address", async () => {
    const publicHost = async () => [{ address: "93.184.215.14", family: 4 }];
    const report = await probeSipExtension(extension(25, { transport: "TCP" }), {
      ...network,
      mayConnect: publicOnly,
      resolve: publicHost,
    });
    expect(verdicts(report)).toEqual(["reach: blocked"]);
  });

  test("resolves the name once and reports a name that does not exist", async () => {
    const registrar = await start({ transport: "TCP" });
    let count = 0;
    const counted = async () => {
      count += 1;
      return [{ address: "127.0.0.1", family: 4 }];
    };
    const options = { transport: "TCP" as const, register: false };
    await probeSipExtension(extension(registrar.port, options), { ...network, resolve: counted });
    expect(count).toBe(1);
    const missing = async () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" }));
    const report = await probeSipExtension(extension(registrar.port), { ...network, resolve: missing });
    expect(verdicts(report)).toEqual(["reach: unresolved"]);
  });
});
