import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import { errorMessage } from "#server/error-text.ts";
import { StartError } from "#server/start-error.ts";

export type TlsFiles = { cert: string; key: string };
export type Certificate = { cert: Buffer; key: Buffer };

/** Reads a certificate with its key, and checks that they belong together. */
export const readCertificate = async ({ cert, key }: TlsFiles): Promise<Certificate> => {
  try {
    const certificate = { cert: await readFile(cert), key: await readFile(key) };
    createSecureContext(certificate);
    return certificate;
  } catch (error) {
    throw new StartError(`The certificate for mail cannot be used: ${errorMessage(error)}.`);
  }
};
