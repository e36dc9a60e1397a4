import { bodyDigest } from "./body-digest.ts";

export const github = bodyDigest({ id: "github", header: "x-hub-signature-256", prefix: "sha256=" });
