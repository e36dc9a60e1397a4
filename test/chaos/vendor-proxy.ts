import { createServer as createHttpServer, type IncomingMessage, request as sendRequest } from "node:http";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { linkSockets } from "./socket-pair.ts";

/** Observes the calls between the product and the vendor simulators, by action id. */
export type VendorObserver = {
  /** The observed action that these bytes belong to, if any. */
  findActionId: (bytes: Buffer) => string | undefined;
  /** The request has arrived here and none of it has reached the vendor. */
  arrived: (id: string) => Promise<void> | undefined;
  /** The vendor has processed the request. `passAnswer` forwards its answer, if there is one, at once. */
  answered: (id: string, passAnswer: () => void) => Promise<void> | undefined;
  /** The product has received the answer or given up. */
  ended: (id: string) => void;
};

export type VendorProxy = { url: string; smtpPort: number; close: () => Promise<void> };

/** A vendor that has not answered after this time counts as hanging. */
const answerTimeoutMs = 400;
const answeredOrTimedOut = (answer: Promise<unknown>): Promise<unknown> =>
  Promise.race([answer, new Promise((resolve) => setTimeout(resolve, answerTimeoutMs))]);

export const startVendorProxy = async (
  sandbox: { url: string; smtpPort: number },
  observer: VendorObserver,
): Promise<VendorProxy> => {
  const http = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => {});
    request.on("end", async () => {
      const body = Buffer.concat(chunks);
      const id = request.method === "POST" ? observer.findActionId(body) : undefined;
      if (id) {
        response.on("close", () => observer.ended(id));
        await observer.arrived(id);
      }
      const vendorRequest = sendRequest(sandbox.url + (request.url ?? ""), {
        method: request.method,
        headers: { ...request.headers, host: new URL(sandbox.url).host },
        agent: false,
      });
      const answer = Promise.withResolvers<IncomingMessage | "reset">();
      vendorRequest.on("response", (message) => answer.resolve(message));
      vendorRequest.on("error", () => answer.resolve("reset"));
      response.on("close", () => vendorRequest.destroy());
      vendorRequest.end(body);
      const forwardAnswer = async (): Promise<void> => {
        const message = await answer.promise;
        if (message === "reset") return void request.socket.resetAndDestroy();
        message.on("error", () => request.socket.resetAndDestroy());
        response.writeHead(message.statusCode ?? 500, message.headers);
        message.pipe(response);
      };
      let isPassed = false;
      const passAnswer = (): void => {
        if (!isPassed) void forwardAnswer();
        isPassed = true;
      };
      if (id) {
        await answeredOrTimedOut(answer.promise);
        await observer.answered(id, passAnswer);
      }
      passAnswer();
    });
  });
  const sockets = new Set<Socket>();
  const smtp = createServer((client) => {
    const vendor = connect(sandbox.smtpPort, "127.0.0.1");
    linkSockets(client, vendor, sockets);
    relayMail(client, vendor, observer);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    smtpPort: (smtp.address() as AddressInfo).port,
    close: async () => {
      http.closeAllConnections();
      for (const socket of sockets) socket.destroy();
      await Promise.all([http, smtp].map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
};

/** Blocks the end of the message, and the server's answer to it. */
const relayMail = (client: Socket, server: Socket, observer: VendorObserver): void => {
  let received = Buffer.alloc(0);
  let state: "message" | "blocked" | "forwarded" | "answered" = "message";
  let id: string | undefined;
  let onAnswer: ((chunk: Buffer) => void) | undefined;
  client.on("close", () => id && observer.ended(id));
  client.on("data", (chunk: Buffer) => {
    if (state === "message") received = Buffer.concat([received, chunk]).subarray(-200_000);
    const isComplete = state === "message" && received.includes("\r\n.\r\n");
    id = isComplete ? observer.findActionId(received) : id;
    if (!isComplete || !id) return void server.write(chunk);
    state = "blocked";
    void forwardEnd(id, chunk);
  });
  server.on("data", (chunk: Buffer) => (onAnswer ? onAnswer(chunk) : client.write(chunk)));
  const forwardEnd = async (actionId: string, lastChunk: Buffer): Promise<void> => {
    await observer.arrived(actionId);
    const answer = Promise.withResolvers<Buffer>();
    onAnswer = answer.resolve;
    state = "forwarded";
    server.write(lastChunk);
    server.on("close", () => answer.resolve(Buffer.alloc(0)));
    const passAnswer = (): void => {
      if (state === "answered") return;
      state = "answered";
      onAnswer = undefined;
      void answer.promise.then((chunk) => client.write(chunk));
    };
    await answeredOrTimedOut(answer.promise);
    await observer.answered(actionId, passAnswer);
    passAnswer();
  };
};
