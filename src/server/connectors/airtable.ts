import * as z from "zod";
import { blankable, defineConnector, secret, vendorId } from "./connector.ts";
import { bearer, judge, probe } from "./probe.ts";

const label = "Airtable";

export const judgeAirtable = judge(label, z.object({ id: z.string() }), ({ id }) => id);

export const airtable = defineConnector({
  id: "airtable",
  label,
  group: "data",
  settings: z.strictObject({
    personalAccessToken: secret("Personal access token"),
    baseId: blankable(vendorId("Base ID", "appXXXXXXXXXXXXXX")),
    table: blankable(z.string().trim().max(200).meta({ title: "Table" })),
  }),
  baseUrl: () => "https://api.airtable.com",
  allow: "public",
  sample: { personalAccessToken: "patsandbox" },
  test: probe(
    label,
    ({ personalAccessToken }) => ({ path: "/v0/meta/whoami", headers: bearer(personalAccessToken) }),
    judgeAirtable,
  ),
});
