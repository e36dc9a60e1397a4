import { bodyDigest } from "./body-digest.ts";

export const shopify = bodyDigest({ id: "shopify", header: "x-shopify-hmac-sha256" });
