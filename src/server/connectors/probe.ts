import type * as z from "zod";
import type { Context, VendorCall } from "./connector.ts";
import { type Read, type Reply, readJson, refusalOf } from "./reply.ts";
import { accepted, type Verdict, type Words } from "./verdict.ts";

/** Only an answer of the expected shape is a success: a status of 200 alone proves nothing. */
export const judge =
  <A>(label: string, answer: z.ZodType<A>, account: (answer: A) => string | Words) =>
  (reply: Reply): Verdict => {
    const parsed = reply.status < 300 ? answer.safeParse(reply.json) : undefined;
    return parsed?.success ? accepted(account(parsed.data)) : refusalOf(label, reply);
  };

export type Judge = (reply: Reply) => Verdict;

export const ask = async (label: string, context: Pick<Context, "send">, call: VendorCall): Promise<Read> =>
  readJson(label, await context.send(call));

/** A test that is one request. */
export const probe =
  <S>(label: string, call: (settings: S) => VendorCall, judgement: Judge) =>
  async (context: Context<S>): Promise<Verdict> => {
    const read = await ask(label, context, call(context.settings));
    return read.ok ? judgement(read.reply) : read.verdict;
  };

export const bearer = (token: string | null | undefined): Record<string, string> => ({
  authorization: `Bearer ${(token ?? "").replace(/^Bearer\s+/i, "")}`,
});

export const basic = (user: string, password: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
});

export const form = (fields: Record<string, string>): Pick<VendorCall, "method" | "headers" | "body"> => ({
  method: "POST",
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(fields).toString(),
});

export const json = (body: unknown): Pick<VendorCall, "method" | "headers" | "body"> => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

export const connected: Words = { en: "Connected", es: "Conectado" };
