import { loopbackTarget } from "#sandbox/loopback.ts";

/** Delivers a message to the business's mail server on this machine. True when the server accepted it. */
export const deliverToBusiness = async (
  server: string | null | undefined,
  mail: { from: string | null; to: string; raw: string },
): Promise<boolean> => {
  const target = server ? loopbackTarget(server, {}, ["smtp:"]) : undefined;
  if (!target) return false;
  const { default: nodemailer } = await import("nodemailer");
  const transport = nodemailer.createTransport({
    host: target.hostname === "localhost" ? "127.0.0.1" : target.hostname.replaceAll(/[[\]]/g, ""),
    port: Number(target.port || 25),
    secure: false,
    ignoreTLS: true,
    connectionTimeout: 5000,
  });
  try {
    await transport.sendMail({ envelope: { from: mail.from ?? "", to: mail.to }, raw: mail.raw });
    return true;
  } catch {
    return false;
  } finally {
    transport.close();
  }
};
