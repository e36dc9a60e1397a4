import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { type WebSocket, WebSocketServer } from "ws";
import type { ApiServices } from "#server/api/handler.ts";
import { Problem } from "#server/api/problem.ts";
import { verifyTwilioCallback } from "#server/connectors/messaging/twilio-messages.ts";
import { readBody } from "#server/pipeline/ingest/webhook/read-body.ts";
import { createRefusalLog } from "#server/pipeline/ingest/webhook/refusals.ts";
import { parseFrame } from "#server/voice/relay-frames.ts";
import {
  type AcceptedCall,
  callMessenger,
  createVoiceCalls,
  type OpenedSocket,
} from "#server/voice/voice-calls.ts";
import { createVoiceWebhook } from "#server/voice/voice-webhook.ts";
import { createPeer } from "./peer.ts";

const relayPath = /^\/hooks\/relay\/([\w-]{20,64})$/;
const maxFrameBytes = 64 * 1024;
const maxBodyBytes = 262_144;
const maxBadFrames = 10;
/** The vendor sends `setup` right after the connection. */
const setupMs = 10_000;
const heartbeatMs = 20_000;

/** The callbacks and the sockets of voice calls. Only what the vendor signed is accepted. */
export const mountVoice = (server: FastifyInstance, services: ApiServices): void => {
  const { config, messaging, log, write } = services;
  const peer = createPeer(config);
  const refusals = createRefusalLog(write, log);
  const calls = createVoiceCalls(services);
  const answer = createVoiceWebhook({ services, calls });

  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _stream, done) => done(null));
    scope.route<{ Querystring: Record<string, unknown> }>({
      method: "POST",
      url: "/hooks/vendors/twilio-voice",
      handler: async (request, reply) => {
        const body = await readBody(request.raw, maxBodyBytes);
        if (!body.ok) throw new Problem(body.code === "too_large" ? "too_large" : "unsupported_media");
        const opened = await messaging.open(callMessenger);
        if (!opened) throw new Problem("not_found");
        const urls = peer.urls(request.raw);
        const { method, headers, query } = request;
        const callback = { method, urls, headers, query, rawBody: body.sent };
        if (!verifyTwilioCallback(opened.settings, callback)) {
          refusals.record({ id: "twilio-voice", name: "Twilio" }, "signature_wrong", request.ip);
          throw new Problem("hook_refused");
        }
        const origin = opened.isSimulated ? requestOrigin(request.raw) : new URL(urls[0] ?? "").origin;
        const twiml = await answer(callback, { origin, isSimulated: opened.isSimulated });
        return twiml ? reply.type(twiml.contentType).send(twiml.body) : reply.status(200).send("");
      },
    });
  });

  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxFrameBytes,
    perMessageDeflate: false,
  });

  /** Refused before the upgrade, so that a stranger never has a socket. */
  const refuse = (socket: Duplex, status: string): void => {
    socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  };

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    // The target is what a stranger sent: it need not be an address.
    const pathname = URL.parse(request.url ?? "/", "http://localhost")?.pathname ?? "";
    const token = relayPath.exec(pathname)?.[1];
    if (token === undefined) return refuse(socket, "404 Not Found");
    const opened = await messaging.open(callMessenger);
    if (!opened) return refuse(socket, "404 Not Found");
    const urls = peer.urls(request).map((url) => url.replace(/^http/, "ws"));
    const callback = { method: "GET", urls, headers: request.headers, query: {}, rawBody: Buffer.alloc(0) };
    if (!verifyTwilioCallback(opened.settings, callback)) {
      refusals.record({ id: "twilio-voice", name: "Twilio" }, "signature_wrong", peer.ip(request));
      return refuse(socket, "403 Forbidden");
    }
    const accepted = await calls.accept(token);
    if (!accepted) {
      refusals.record({ id: "twilio-voice", name: "Twilio" }, "token_used", peer.ip(request));
      return refuse(socket, "403 Forbidden");
    }
    sockets.handleUpgrade(request, socket, head, (open) => serve(open, accepted));
  };

  const serve = (socket: WebSocket, accepted: AcceptedCall): void => {
    let call: OpenedSocket | undefined;
    let isStarting = false;
    let badFrames = 0;
    let closeCode: number | undefined;
    const waiting: string[] = [];
    const setupTimer = setTimeout(() => socket.close(1008), setupMs);
    const send = (frame: object): void => {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame));
    };
    const start = async (sid: string): Promise<void> => {
      clearTimeout(setupTimer);
      // The parameters of a frame are no evidence; the token names the call.
      if (sid !== accepted.providerCallId) return socket.close(1008);
      call = await accepted.start({ send, close: (code) => socket.close(code) });
      if (!call) return socket.close(1008);
      // It closed while the call was being read.
      if (closeCode !== undefined) return call.closed(closeCode);
      for (const text of waiting.splice(0)) receive(text);
    };
    const receive = (text: string): void => {
      const parsed = parseFrame(text);
      if (!parsed.ok) {
        badFrames++;
        log.warn({ badFrames }, "a frame of a voice call could not be read");
        if (badFrames >= maxBadFrames) socket.close(1007);
        return;
      }
      badFrames = 0;
      const { frame } = parsed;
      if (!frame) return;
      if (frame.type === "setup") {
        if (isStarting) return;
        isStarting = true;
        start(frame.callSid).catch((error: unknown) => {
          log.error({ error }, "a voice call could not be started");
          socket.close(1011);
        });
        return;
      }
      if (call) call.receive(frame);
      else if (waiting.length < 500) waiting.push(text);
    };
    socket.on("message", (data, isBinary) => {
      if (!isBinary) receive(data.toString());
    });
    socket.on("error", (error) => log.warn({ error }, "a voice socket failed"));
    let isAlive = true;
    socket.on("pong", () => {
      isAlive = true;
    });
    const heartbeat = setInterval(() => {
      if (!isAlive) return socket.terminate();
      isAlive = false;
      socket.ping();
    }, heartbeatMs);
    socket.on("close", (code) => {
      clearTimeout(setupTimer);
      clearInterval(heartbeat);
      closeCode = code;
      call?.closed(code);
    });
  };

  const listening: Server = server.server as Server;
  listening.on("upgrade", (request, socket, head) => {
    // Without a listener, a connection that is reset would end the process.
    socket.on("error", () => socket.destroy());
    upgrade(request, socket, head).catch((error: unknown) => {
      log.error({ error }, "a voice socket could not be opened");
      refuse(socket, "500 Internal Server Error");
    });
  });
  server.addHook("preClose", async () => {
    for (const socket of sockets.clients) socket.close(1012);
    await calls.stop();
  });
};

/** Our simulators sign and reach the address that they requested. */
const requestOrigin = ({ headers }: IncomingMessage): string => `http://${headers.host ?? ""}`;
