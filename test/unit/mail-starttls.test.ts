import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { afterEach, describe, expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { createLog } from "#server/log.ts";
import type { IncomingMail } from "#server/mail/incoming-mail.ts";
import { type MailListener, startMailListener } from "#server/mail/listener.ts";
import { selfSigned } from "../fixtures/self-signed.ts";

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const writeFiles = async (given: { cert: string; key: string }) => {
  const folder = await mkdtemp(join(tmpdir(), "faro-tls-"));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const tls = { cert: join(folder, "cert.pem"), key: join(folder, "key.pem") };
  await writeFile(tls.cert, given.cert);
  await writeFile(tls.key, given.key);
  return tls;
};
const start = async (
  tls?: { cert: string; key: string },
  received: IncomingMail[] = [],
): Promise<MailListener> => {
  const listener = await startMailListener({
    port: 0,
    host: "127.0.0.1",
    domain: "in.example.com",
    find: async () => ({ endpointId: "e" }),
    accept: async (mail) => {
      received.push(mail);
      return ["kept"];
    },
    tls,
    log: createLog("silent"),
  });
  cleanups.push(listener.close);
  return listener;
};
const message = { from: "josé@exámple.org", to: "x@in.example.com", text: "Hola" };

describe("STARTTLS on the mail listener", () => {
  test("encrypts with the configured certificate", async () => {
    const certificate = selfSigned("in.example.com");
    const received: IncomingMail[] = [];
    const { port } = await start(await writeFiles(certificate), received);
    const transport = createTransport({
      host: "127.0.0.1",
      port,
      requireTLS: true,
      tls: { ca: certificate.cert, servername: "in.example.com" },
    });
    await transport.sendMail(message);
    // The address of a sender may have letters beyond ASCII.
    expect(received[0]?.envelope.from).toMatch(/^josé@/);
  });

  test("is not offered without one", async () => {
    const { port } = await start();
    const transport = createTransport({ host: "127.0.0.1", port, requireTLS: true });
    await expect(transport.sendMail(message)).rejects.toThrow();
  });

  test("stops the start when the certificate and the key do not belong together", async () => {
    const [one, other] = [selfSigned("a.example"), selfSigned("b.example")];
    const tls = await writeFiles({ cert: one.cert, key: other.key });
    await expect(start(tls)).rejects.toThrow("The certificate for mail cannot be used");
    expect(() => readConfig({ FARO_SMTP_TLS_CERT: "/etc/cert.pem" }, false)).toThrow("FARO_SMTP_TLS_KEY");
  });
});
