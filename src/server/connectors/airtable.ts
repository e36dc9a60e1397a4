import * as z from "zod";
import { blankable, defineConnector, secret, vendorId } from "./connector.ts";
import { bearerAuth, responseCheck, singleRequestTest } from "./vendor-request.ts";

const label = "Airtable";

export const checkAirtable = responseCheck(label, z.object({ id: z.string() }), ({ id }) => id);

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
  sample: { personalAccessToken: "patsandbox", baseId: "appSandbox0000001", table: "People" },
  test: singleRequestTest(
    label,
    ({ personalAccessToken }) => ({ path: "/v0/meta/whoami", headers: bearerAuth(personalAccessToken) }),
    checkAirtable,
  ),
});
