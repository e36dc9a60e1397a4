import { type AuthMethod, credentialFields, type EndpointInput } from "#domain/ingestion/endpoint.ts";

type EndpointType = EndpointInput["type"];

/** The advanced sections that apply to an endpoint type and authentication method. */
export const visibleSections = (type: EndpointType, authMethod: AuthMethod) => {
  const webhook = type === "webhook";
  const pull = type === "pull_api";
  const email = type === "email";
  const usesKeys = credentialFields(authMethod).length > 0;
  return {
    signature: webhook && authMethod === "api_key_secret_key",
    token: webhook && authMethod === "oauth",
    client: pull && authMethod === "oauth",
    basic: !email && authMethod === "basic",
    delivery: webhook,
    pull,
    /** With key authentication the URL is one of the basic fields. */
    pullUrl: pull && !usesKeys,
    keyIn: pull && usesKeys,
    mail: email,
  };
};
export type FormSections = ReturnType<typeof visibleSections>;
