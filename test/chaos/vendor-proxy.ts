import { createServer as createHttpServer, request as forward, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "./joined.ts";

/** What happens between the product and the vendors' simulators, told by the action it is about. */
export type VendorWatch = {
  /** Which action these bytes are about, if it is one of interest. */
  about: (bytes: Buffer) => string | undefined;
  /** The request is here, and nothing of it has reached the vendor. */
  arrived: (id: string) => Promise<void> | undefined;
  /** The vendor has done with it what it will; `pass` lets the answer, if there is one, go on at once. */
  answered: (id: string, pass: () => void) => Promise<void> | undefined;
  /** Whoever asked has the answer, or has given up. */
  ended: (id: string) => void;
};

export type VendorTap = { url: string; smtpPort: number; close: () => Promise<void> };

/** An answer that does not come within this time is not one: the vendor hangs. */
const patienceMs = 400;

export const startVendorTap = async (
  sandbox: { url: string; smtpPort: number },
  watch: VendorWatch,
): Promise<VendorTap> => {
  const http = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => {});
    request.on("end", async () => {
      const body = Buffer.concat(chunks);
      const id = request.method === "POST" ? watch.about(body) : undefined;
      if (id) {
        response.on("close", () => watch.ended(id));
        await watch.arrived(id);
      }
      const there = forward(sandbox.url + (request.url ?? ""), {
        method: request.method,
        headers: { ...request.headers, host: new URL(sandbox.url).host },
        agent: false,
      });
      const told = Promise.withResolvers<IncomingMessage | "reset">();
      there.on("response", (answer) => told.resolve(answer));
      there.on("error", () => told.resolve("reset"));
      response.on("close", () => there.destroy());
      there.end(body);
      const pass = async (): Promise<void> => {
        const answer = await told.promise;
        if (answer === "reset") return void request.socket.resetAndDestroy();
        answer.on("error", () => request.socket.resetAndDestroy());
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      };
      let passed = false;
      const once = (): void => {
        if (!passed) void pass();
        passed = true;
      };
      if (id) {
        await Promise.race([told.promise, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
        await watch.answered(id, once);
      }
      once();
    });
  });
  const sockets = new Set<Socket>();
  const smtp = createServer((client) => {
    const there = connect(sandbox.smtpPort, "127.0.0.1");
    join(client, there, sockets);
    relayMail(client, there, watch);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    smtpPort: (smtp.address() as AddressInfo).port,
    close: async () => {
      http.closeAllConnections();
      for (const socket of sockets) socket.destroy();
      await Promise.all([http, smtp].map((one) => new Promise((resolve) => one.close(resolve))));
    },
  };
};

/** The last of the letter is held back, and the word on it. */
const relayMail = (client: Socket, server: Socket, watch: VendorWatch): void => {
  let said = Buffer.alloc(0);
  let state: "before" | "held" | "asked" | "over" = "before";
  let id: string | undefined;
  let answer: ((chunk: Buffer) => void) | undefined;
  client.on("close", () => id && watch.ended(id));
  client.on("data", (chunk: Buffer) => {
    if (state === "before") said = Buffer.concat([said, chunk]).subarray(-200_000);
    const isWhole = state === "before" && said.includes("\r\n.\r\n");
    id = isWhole ? watch.about(said) : id;
    if (!isWhole || !id) return void server.write(chunk);
    state = "held";
    void finish(id, chunk);
  });
  server.on("data", (chunk: Buffer) => (answer ? answer(chunk) : client.write(chunk)));
  const finish = async (about: string, end: Buffer): Promise<void> => {
    await watch.arrived(about);
    const told = Promise.withResolvers<Buffer>();
    answer = told.resolve;
    state = "asked";
    server.write(end);
    server.on("close", () => told.resolve(Buffer.alloc(0)));
    const pass = (): void => {
      if (state === "over") return;
      state = "over";
      answer = undefined;
      void told.promise.then((chunk) => client.write(chunk));
    };
    await Promise.race([told.promise, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
    await watch.answered(about, pass);
    pass();
  };
};
