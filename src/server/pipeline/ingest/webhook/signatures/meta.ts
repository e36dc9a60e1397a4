import { bodyDigest } from "./body-digest.ts";

/** WhatsApp, Instagram, Facebook pages and lead forms; the secret is the app secret. */
export const meta = bodyDigest({ id: "meta", header: "x-hub-signature-256", prefix: "sha256=" });
