import type { FastifyRequest } from "fastify";
import type { SandboxContext } from "#sandbox/context.ts";
import { pathParam } from "#sandbox/vendor.ts";
import type { CallRecording, SimulatedCall } from "./call.ts";
import type { TwilioCallbacks } from "./callbacks.ts";
import type { ResourceStore } from "./resource-store.ts";
import { accountSid, twilioApiVersion } from "./rest-api.ts";

/** What all parts of the simulated voice API share. */
export type VoiceContext = {
  context: SandboxContext;
  callbacks: TwilioCallbacks;
  calls: ResourceStore<SimulatedCall>;
  recordings: Map<string, CallRecording>;
};

export const accountPath = `/${twilioApiVersion}/Accounts/:sid`;

/** The call of the path, when it is one of the account. */
export const findCall = ({ calls }: VoiceContext, request: FastifyRequest): SimulatedCall | undefined => {
  const call = calls.find(pathParam(request, "call").replace(/\.json$/, ""));
  return call?.account === accountSid(request) ? call : undefined;
};
