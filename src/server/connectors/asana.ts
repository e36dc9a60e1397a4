import * as z from "zod";
import { blankable, defineConnector, secret, vendorId } from "./connector.ts";
import { bearer, judge, probe } from "./probe.ts";

const label = "Asana";

export const judgeAsana = judge(
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
  }),
  baseUrl: () => "https://app.asana.com",
  allow: "public",
  sample: { personalAccessToken: "1/sandbox" },
  test: probe(
    label,
    ({ personalAccessToken }) => ({ path: "/api/1.0/users/me", headers: bearer(personalAccessToken) }),
    judgeAsana,
  ),
});
