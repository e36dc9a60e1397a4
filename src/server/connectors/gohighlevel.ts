import * as z from "zod";
import { defineConnector, perSecond, secret, vendorId } from "./connector.ts";
import { bearerAuth, responseCheck, singleRequestTest } from "./vendor-request.ts";

const label = "GoHighLevel";
export const goHighLevelVersion = "2021-07-28";

export const checkGoHighLevel = responseCheck(
  label,
  z.object({ location: z.object({ id: z.string(), name: z.string().nullish() }) }),
  ({ location }) => location.name || location.id,
);

export const gohighlevel = defineConnector({
  id: "gohighlevel",
  label,
  group: "crm",
  settings: z.strictObject({
    privateIntegrationToken: secret("Private integration token"),
    locationId: vendorId("Location ID"),
    requestsPerSecond: perSecond("Requests per second"),
  }),
  baseUrl: () => "https://services.leadconnectorhq.com",
  allow: "public",
  sample: { privateIntegrationToken: "pit-sandbox", locationId: "location1" },
  test: singleRequestTest(
    label,
    ({ privateIntegrationToken, locationId }) => ({
      path: `/locations/${locationId}`,
      headers: { ...bearerAuth(privateIntegrationToken), version: goHighLevelVersion },
    }),
    checkGoHighLevel,
  ),
});
