import * as z from "zod";
import { blankable, defineConnector, perSecond, secret, vendorId } from "./connector.ts";
import { isPublicKey } from "./people/public-key.ts";
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
    /** Of the webhooks that report changed contacts; GoHighLevel publishes it. */
    webhookPublicKey: blankable(z.string().trim().max(1000).refine(isPublicKey)).meta({
      title: "Public key of webhooks",
    }),
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
