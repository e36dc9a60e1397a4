const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Schemes of well-known assistants; other apps use their domain in reverse, which has a dot (RFC 8252). */
const appSchemes = new Set(["claude:", "cursor:", "vscode:", "vscode-insiders:", "windsurf:", "zed:"]);

const isAppScheme = (protocol: string): boolean =>
  appSchemes.has(protocol) || /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/.test(protocol);

export const isLoopbackHost = (hostname: string): boolean => loopbackHosts.has(hostname);

const maxLength = 500;

/** Whether a code may be sent there: an https page, a program on the user's own machine, or an app. */
export const isRedirectUri = (text: string): boolean => {
  const url = URL.parse(text);
  if (!url || text.length > maxLength || text.includes("#") || url.username || url.password) return false;
  if (url.protocol === "https:") return url.hostname !== "";
  if (url.protocol === "http:") return isLoopbackHost(url.hostname);
  return isAppScheme(url.protocol) && text.startsWith(`${url.protocol}//`) && url.host !== "";
};

const withoutPort = (text: string): string | undefined => {
  const url = URL.parse(text);
  if (url?.protocol !== "http:" || !isLoopbackHost(url.hostname)) return undefined;
  url.port = "";
  return url.href;
};

/** Exactly as it was registered; only the port of a program on the user's own machine may differ (RFC 8252, 7.3). */
export const isRegisteredRedirect = (registered: readonly string[], given: string): boolean => {
  if (!isRedirectUri(given)) return false;
  if (registered.includes(given)) return true;
  const anyPort = withoutPort(given);
  return anyPort !== undefined && registered.some((one) => withoutPort(one) === anyPort);
};

/** What users are shown of where they are sent: the host of a page, or the name of an app's scheme. */
export const redirectHost = (text: string): string => {
  const url = new URL(text);
  return url.protocol === "https:" || url.protocol === "http:" ? url.host : url.protocol.slice(0, -1);
};

/** A slash at the end, and capitals of scheme and host, change nothing. */
export const isSameResource = (given: string, audience: string): boolean => {
  const url = URL.parse(given);
  return url !== null && !given.includes("#") && url.href.replace(/\/$/, "") === audience;
};

/** The address that the browser opens with the answer. */
export const answerAddress = (redirectUri: string, answer: Record<string, string | undefined>): string => {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
};
