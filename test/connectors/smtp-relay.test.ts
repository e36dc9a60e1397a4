import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, test } from "vitest";
import type { MailServerResolver } from "#server/connectors/messaging/mail-server-resolver.ts";
import { runSmtpSession } from "#server/connectors/messaging/smtp-session.ts";
import { resolveConnection } from "#server/connectors/resolve-connection.ts";
import { smtp } from "#server/connectors/smtp.ts";
import { selfSignedCertificate } from "../fixtures/self-signed-certificate.ts";
import { sampleActionId } from "./fake-vendor.ts";

const host = "relay.company.example";
const certificate = selfSignedCertificate(host);

const openServers: (() => void)[] = [];
afterEach(() => {
  for (const close of openServers.splice(0)) close();
});

/** A company's relay: its own certificate, and mail accepted without sign-in. */
const startRelay = async (options: SMTPServerOptions = {}) => {
  const sessions: { user: unknown; secure: boolean }[] = [];
  const server = new SMTPServer({
    ...certificate,
    authOptional: true,
    logger: false,
    onData: (stream, session, done) => {
      sessions.push({ user: session.user, secure: session.secure });
      stream.resume();
      stream.on("end", () => done(null));
    },
    ...options,
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  openServers.push(() => server.close(() => {}));
  const { port } = server.server.address() as AddressInfo;
  const resolver: MailServerResolver = async () => ({
    ok: true,
    address: "127.0.0.1",
    port,
    servername: host,
    encrypt: "always",
  });
  return { sessions, resolver };
};

const server = { host, port: 587, secure: false, authentication: "none" as const };
const message = {
  from: "hello@company.example",
  to: "ana@example.com",
  actionId: sampleActionId,
  raw: Buffer.from("Subject: Hola\r\n\r\nHola\r\n"),
};

describe("an SMTP relay", () => {
  test("without a password gets the mail without a sign-in", async () => {
    const { sessions, resolver } = await startRelay();
    const relay = { ...server, caCertificate: certificate.cert, user: "left over", password: "left over" };
    expect(await runSmtpSession(relay, resolver, message)).toMatchObject({ ok: true });
    expect(sessions).toEqual([{ user: false, secure: true }]);
  });

  test.each([false, true])(
    "with an own CA is trusted by it alone (TLS from the start: %s)",
    async (secure) => {
      const { sessions, resolver } = await startRelay({ secure });
      expect(await runSmtpSession({ ...server, secure }, resolver, message)).toMatchObject({
        ok: false,
        transferStarted: false,
      });
      const another = selfSignedCertificate(host).cert;
      expect(
        await runSmtpSession({ ...server, secure, caCertificate: another }, resolver, message),
      ).toMatchObject({ ok: false });
      expect(sessions).toEqual([]);
      expect(
        await runSmtpSession({ ...server, secure, caCertificate: certificate.cert }, resolver, message),
      ).toMatchObject({ ok: true });
      expect(sessions).toMatchObject([{ secure: true }]);
    },
  );

  test("with an own CA must still have the name that was entered", async () => {
    const { resolver } = await startRelay();
    const elsewhere: MailServerResolver = async (...args) => {
      const resolved = await resolver(...args);
      return resolved.ok ? { ...resolved, servername: "mail.other.example" } : resolved;
    };
    const relay = { ...server, caCertificate: certificate.cert };
    expect(await runSmtpSession(relay, elsewhere, message)).toMatchObject({ ok: false });
  });
});

describe("the SMTP card", () => {
  const settings = {
    host,
    port: 587,
    fromAddress: "hello@company.example",
    postalAddress: "123 Calle San Francisco",
  };

  test("is live without a password where the relay asks for none", () => {
    for (const hasSandbox of [true, false])
      expect(
        resolveConnection(smtp, undefined, { ...settings, authentication: "none" }, hasSandbox),
      ).toMatchObject({ ok: true, mode: "live", storedSecrets: [] });
    expect(resolveConnection(smtp, undefined, settings, true)).toMatchObject({ mode: "sandbox" });
    expect(resolveConnection(smtp, undefined, settings, false)).toEqual({
      ok: false,
      code: "not_configured",
    });
  });

  test("no longer uses a stored password once the relay asks for none", () => {
    const stored = { settings, secrets: ["password"] };
    expect(
      resolveConnection(smtp, stored, { ...settings, host: "relay2.example", authentication: "none" }, true),
    ).toMatchObject({ ok: true, mode: "live", storedSecrets: [] });
  });

  test.each(["nothing", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"])(
    "refuses %s as a certificate",
    (caCertificate) => {
      expect(
        resolveConnection(smtp, undefined, { ...settings, authentication: "none", caCertificate }, true),
      ).toMatchObject({ ok: false, code: "invalid" });
    },
  );
});
