import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { findTurn, tokensOf } from "./voice-words.ts";

/** When a model got a request and when it sent each token, in milliseconds of the machine's monotonic clock. */
export type ModelTimes = { receivedAt: number; tokensAt: number[] };

const firstTokenMs = 300;
const tokensPerSecond = 40;
const timesByTurn = new Map<number, ModelTimes>();

const now = (): number => Number(process.hrtime.bigint()) / 1e6;
const head = {
  id: "chatcmpl-1",
  object: "chat.completion.chunk",
  created: 1_700_000_000,
  model: "gpt-6-luna",
};

const toEvent = (fields: object): string => `data: ${JSON.stringify({ ...head, ...fields })}\n\n`;

const readText = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};

/** OpenAI's chat completions at a fixed pace, with as little work as possible besides. */
const streamAnswer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const turn = findTurn(await readText(request));
  const receivedAt = now();
  response.socket?.setNoDelay(true);
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  if (turn === undefined) return void response.end("data: [DONE]\n\n");
  const tokens = tokensOf(turn);
  const tokensAt: number[] = [];
  timesByTurn.set(turn, { receivedAt, tokensAt });
  response.write(toEvent({ choices: [{ index: 0, delta: { role: "assistant", content: "" } }] }));
  const sendNext = (): void => {
    const content = tokens[tokensAt.length];
    if (content === undefined) {
      response.write(toEvent({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }));
      const usage = {
        prompt_tokens: 1500,
        completion_tokens: tokens.length,
        total_tokens: 1500 + tokens.length,
      };
      response.end(`${toEvent({ choices: [], usage })}data: [DONE]\n\n`);
      return;
    }
    const event = toEvent({ choices: [{ index: 0, delta: { content } }] });
    tokensAt.push(now());
    response.write(event);
    const due = receivedAt + firstTokenMs + (tokensAt.length * 1000) / tokensPerSecond;
    setTimeout(sendNext, Math.max(0, due - now()));
  };
  setTimeout(sendNext, firstTokenMs);
};

/** The vendors of the voice benchmark in their own process: a model, and a telephone company that agrees to all. */
const server = createServer((request, response) => {
  if (request.url === "/times") {
    response.end(JSON.stringify([...timesByTurn]));
    timesByTurn.clear();
    return;
  }
  if (request.url?.endsWith("/chat/completions")) {
    streamAnswer(request, response).catch((error: unknown) => response.destroy(error as Error));
    return;
  }
  request.resume();
  response.writeHead(201, { "content-type": "application/json" });
  response.end(JSON.stringify({ sid: "RE00000000000000000000000000000007", data: [{ id: "gpt-6-luna" }] }));
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1");
await once(server, "listening");
console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
