import { Resolver } from "node:dns/promises";
import type { DnsAnswer } from "#domain/go-live/mail-dns.ts";

/** Resolves the TXT records of a name, each as its pieces. */
export type ResolveTxt = (name: string) => Promise<string[][]>;

const queryTimeoutMs = 3000;
const tries = 2;

export const systemResolveTxt: ResolveTxt = (name) =>
  new Resolver({ timeout: queryTimeoutMs, tries }).resolveTxt(name);

const absent = ["ENOTFOUND", "ENODATA"];
const timedOut = ["ETIMEOUT", "ETIME", "ECANCELLED"];

/** An absent name is an answer; a server that does not answer is a failure. */
export const queryTxt = async (resolve: ResolveTxt, name: string): Promise<DnsAnswer> => {
  try {
    // A long record, such as a DKIM key, is published in pieces.
    return { ok: true, texts: (await resolve(name)).map((pieces) => pieces.join("")) };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (absent.includes(code)) return { ok: true, texts: [] };
    return { ok: false, failure: timedOut.includes(code) ? "timeout" : "server_failed" };
  }
};
