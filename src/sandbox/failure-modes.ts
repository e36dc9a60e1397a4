import { setTimeout as wait } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sendResponse } from "./vendor.ts";

/** Ways in which the other end of a wire misbehaves, whoever it is. */
export const failureModes = {
  /** Takes the request and never answers: it ends when the client goes or the sandbox stops. */
  never: async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack();
  },
  /** Ten megabytes of good JSON. */
  huge: async (_request: FastifyRequest, reply: FastifyReply) => {
    sendResponse(reply, { status: 200, body: hugeBody() });
  },
  /** A gateway in between speaks up in its own format. */
  html: async (_request: FastifyRequest, reply: FastifyReply) => {
    sendResponse(reply, { status: 502, type: "text/html", body: badGateway });
  },
  /** Answers rightly, two seconds late. */
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
