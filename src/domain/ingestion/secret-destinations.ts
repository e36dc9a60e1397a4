import { urlHost } from "#domain/url-host.ts";
import type { AuthMethod } from "./endpoint.ts";
import type { EndpointSettings } from "./settings.ts";

/** Everything of an endpoint that decides where its secrets are sent. */
export type SecretUse = {
  type: string;
  ingestionMode: string;
  authMethod: AuthMethod;
  endpointUrl: string | null;
  settings: EndpointSettings;
};

export type EndpointSecretName = "apiKey" | "secretKey";

/** An endpoint that requests an API. Only these and mailboxes send their secrets; webhooks compare theirs. */
export const readsApi = ({ type, ingestionMode }: Pick<SecretUse, "type" | "ingestionMode">): boolean =>
  type === "pull_api" || (ingestionMode === "pull" && type !== "email");

/** The URLs that a secret is sent to; empty where it stays here. */
export const secretDestinations = (use: SecretUse, name: EndpointSecretName): string[] => {
  const { type, authMethod, endpointUrl, settings } = use;
  if (type === "email") {
    const { mailbox } = settings;
    if (mailbox === null || name !== "secretKey") return [];
    return [`${mailbox.secure ? "imaps" : "imap"}://${mailbox.host.toLowerCase()}:${mailbox.port}`];
  }
  if (!readsApi(use)) return [];
  const api = endpointUrl === null ? [] : [endpointUrl];
  switch (authMethod) {
    case "none":
      return [];
    case "api_key":
      return name === "apiKey" ? api : [];
    case "api_key_secret_key":
      // The secret key only signs, but a signature for another server is as useful as the key.
      return name === "apiKey" ? api : api.map((url) => `signature:${url}`);
    case "basic":
      return name === "secretKey" ? api : [];
    case "oauth":
      // The access token that the secret buys is sent to the API.
      return name === "secretKey"
        ? [...(settings.pull.tokenUrl ? [settings.pull.tokenUrl] : []), ...api]
        : [];
  }
};

export type MovedSecret = {
  name: EndpointSecretName;
  /** Hosts; null where the secret was not sent before. */
  from: string | null;
  to: string;
};

const toHost = (destination: string): string =>
  urlHost(destination.replace(/^signature:/, "")) ?? destination;
const toHosts = (destinations: string[]): string => [...new Set(destinations.map(toHost))].join(", ");

/** Secrets that an edit would send to a place that they were not sent to before. */
export const findMovedSecrets = (before: SecretUse, after: SecretUse): MovedSecret[] =>
  (["apiKey", "secretKey"] as const).flatMap((name) => {
    const old = secretDestinations(before, name);
    const added = secretDestinations(after, name).filter((url) => !old.includes(url));
    return added.length === 0
      ? []
      : [{ name, from: old.length === 0 ? null : toHosts(old), to: toHosts(added) }];
  });
