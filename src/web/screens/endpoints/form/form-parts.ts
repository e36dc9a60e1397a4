import { type AuthMethod, credentialFields, type EndpointInput } from "#domain/ingestion/endpoint.ts";

type EndpointType = EndpointInput["type"];

/** Which parts of the advanced settings an endpoint of this type and authentication has a use for. */
export const partsOf = (type: EndpointType, auth: AuthMethod) => {
  const webhook = type === "webhook";
  const pull = type === "pull_api";
  const email = type === "email";
  const keyed = credentialFields(auth).length > 0;
  return {
    signature: webhook && auth === "api_key_secret_key",
    token: webhook && auth === "oauth",
    client: pull && auth === "oauth",
    basic: !email && auth === "basic",
    delivery: webhook,
    pull,
    /** Where keys are asked for, the specification shows the address among the first fields. */
    pullUrl: pull && !keyed,
    keyIn: pull && keyed,
    mail: email,
  };
};
export type FormParts = ReturnType<typeof partsOf>;
