import * as z from "zod";
import { defineConnector, secret } from "./connector.ts";
import { responseCheck, singleRequestTest } from "./vendor-request.ts";

const label = "Pipedrive";

export const checkPipedrive = responseCheck(
  label,
  z.object({
    success: z.literal(true),
    data: z.object({ name: z.string(), company_name: z.string().nullish() }),
  }),
  ({ data }) => (data.company_name ? `${data.name}, ${data.company_name}` : data.name),
);

export const pipedrive = defineConnector({
  id: "pipedrive",
  label,
  group: "crm",
  settings: z.strictObject({ apiToken: secret("API Token") }),
  baseUrl: () => "https://api.pipedrive.com",
  allow: "public",
  sample: { apiToken: "sandbox" },
  test: singleRequestTest(
    label,
    ({ apiToken }) => ({ path: "/v1/users/me", headers: { "x-api-token": apiToken ?? "" } }),
    checkPipedrive,
  ),
});
