import { setTimeout as wait } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sendResponse } from "./vendor.ts";

/** Misbehaviour that any HTTP vendor can show, whatever the request. */
export const failureModes = {
  /** The request stays open until the client disconnects or the sandbox stops. */
  never: async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack();
  },
  /** Valid JSON of ten megabytes. */
  huge: async (_request: FastifyRequest, reply: FastifyReply) => {
    sendResponse(reply, { status: 200, body: hugeBody() });
  },
  /** The error page of a gateway in front of the vendor. */
  html: async (_request: FastifyRequest, reply: FastifyReply) => {
    sendResponse(reply, { status: 502, type: "text/html", body: badGateway });
  },
  /** The normal response, two seconds late. */
  slow: async () => {
    await wait(2000, undefined, { ref: false });
  },
} as const;
export type FailureMode = keyof typeof failureModes;
export const failureModeNames = Object.keys(failureModes) as FailureMode[];

const hugeBody = (): string => `{"padding":"${"x".repeat(10 * 1024 * 1024)}"}`;

const badGateway = `<html>
<head><title>502 Bad Gateway</title></head>
<body>
<center><h1>502 Bad Gateway</h1></center>
<hr><center>nginx</center>
</body>
</html>
`;
