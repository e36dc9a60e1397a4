import * as z from "zod";
import { apiRoute } from "./api-route.ts";
import { isoInstant, okResponse } from "./fields.ts";

const currentPassword = z.string().min(1).max(256);
/** Six digits of the app, or a recovery code. */
export const secondFactorCode = z.string().trim().min(1).max(64);

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const secondFactorApi = {
  get: apiRoute({
    method: "GET",
    path: "/api/account/second-factor",
    access: "viewer",
    area: "everyone",
    beforeSecondFactor: true,
    summary: "Whether one's own sign-in asks for a code of an authenticator app",
    input: {},
    output: z.object({
      enabledAt: isoInstant.nullable(),
      recoveryCodesLeft: z.int(),
      /** The workspace demands it of this role. */
      required: z.boolean(),
    }),
    topics: ["account", "settings"],
  }),
  start: apiRoute({
    method: "POST",
    path: "/api/account/second-factor",
    access: "viewer",
    area: "everyone",
    beforeSecondFactor: true,
    summary: "Begin to set up an authenticator app; nothing changes until a code is confirmed",
    input: { body: z.strictObject({ password: currentPassword }) },
    output: z.object({ secret: z.string(), uri: z.string() }),
    problems: ["wrong_password", "throttled", "already_exists"],
    topics: [],
  }),
  confirm: apiRoute({
    method: "POST",
    path: "/api/account/second-factor/confirm",
    access: "viewer",
    area: "everyone",
    beforeSecondFactor: true,
    summary: "Turn the second factor on with a first code; every other session of this person ends",
    input: { body: z.strictObject({ code: secondFactorCode }) },
    output: recoveryCodes,
    problems: ["wrong_code"],
    topics: ["account", "users"],
  }),
  renewCodes: apiRoute({
    method: "POST",
    path: "/api/account/second-factor/recovery-codes",
    access: "viewer",
    area: "everyone",
    summary: "Replace one's recovery codes",
    input: { body: z.strictObject({ password: currentPassword, code: secondFactorCode }) },
    output: recoveryCodes,
    problems: ["wrong_password", "wrong_code", "throttled"],
    topics: ["account"],
  }),
  remove: apiRoute({
    method: "POST",
    path: "/api/account/second-factor/remove",
    access: "viewer",
    area: "everyone",
    summary: "Turn one's second factor off",
    input: { body: z.strictObject({ password: currentPassword, code: secondFactorCode }) },
    output: okResponse,
    problems: ["wrong_password", "wrong_code", "throttled"],
    topics: ["account", "users"],
  }),
};
