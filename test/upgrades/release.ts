/** What is known of a released version beside its backup. The secrets are of no other installation. */
export type Release = {
  masterKey: string;
  auditHeads: string[];
  administrator: { email: string; password: string };
  secrets: { service: string; name: string; value: string }[];
  endpoint: { path: string; key: string; secret: string };
};
