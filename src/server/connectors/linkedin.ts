import * as z from "zod";
import { defineConnector, secret } from "./connector.ts";
import { connected, form, judge, probe } from "./probe.ts";
import type { Reply } from "./reply.ts";
import { accepted, type Verdict } from "./verdict.ts";

const label = "LinkedIn";
const judgeToken = judge(label, z.object({ access_token: z.string().min(1) }), () => connected);

/** Said to an app whose id and secret are right, but which may not sign in without a person. */
const flowClosed = z.object({ error: z.enum(["access_denied", "unauthorized_client"]) });

export const judgeLinkedin = (reply: Reply): Verdict =>
  reply.status >= 400 && flowClosed.safeParse(reply.json).success
    ? accepted({
        en: "Credentials accepted, flow not enabled",
        es: "Credenciales aceptadas, flujo no habilitado",
      })
    : judgeToken(reply);

export const linkedin = defineConnector({
  id: "linkedin",
  label,
  group: "social",
  settings: z.strictObject({
    clientId: z.string().trim().min(1).max(200).meta({ title: "Client ID" }),
    clientSecret: secret("Client Secret"),
  }),
  baseUrl: () => "https://www.linkedin.com",
  allow: "public",
  sample: { clientId: "client1", clientSecret: "sandbox" },
  test: probe(
    label,
    ({ clientId, clientSecret }) => ({
      path: "/oauth/v2/accessToken",
      ...form({
        grant_type: "client_credentials",
        client_id: clientId,
        client_secret: clientSecret ?? "",
      }),
    }),
    judgeLinkedin,
  ),
});
