import * as z from "zod";
import { blankable, defineConnector, secret, vendorId } from "./connector.ts";
import { bearerAuth, responseCheck, singleRequestTest } from "./vendor-request.ts";

const label = "Asana";

export const checkAsana = responseCheck(
  label,
  z.object({ data: z.object({ gid: z.string(), name: z.string() }) }),
  ({ data }) => data.name,
);

export const asana = defineConnector({
  id: "asana",
  label,
  group: "tasks",
  settings: z.strictObject({
    personalAccessToken: secret("Personal access token"),
    projectGid: blankable(vendorId("Project ID")),
    createsOnHandoff: z.boolean().default(false).meta({ title: "Task for each hand-over" }),
  }),
  baseUrl: () => "https://app.asana.com",
  allow: "public",
  sample: { personalAccessToken: "1/sandbox", projectGid: "1200000000000003" },
  test: singleRequestTest(
    label,
    ({ personalAccessToken }) => ({ path: "/api/1.0/users/me", headers: bearerAuth(personalAccessToken) }),
    checkAsana,
  ),
});
