const loopbackHosts = /^(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|localhost|\[::1\])$/;

/**
 * The URL that a callback is sent to, or undefined when it is not on this machine. A public origin of the business
 * is mapped to its loopback address, as by a proxy.
 */
export const loopbackTarget = (
  address: string,
  origins: Readonly<Record<string, string>>,
  protocols: readonly string[] = ["http:"],
): URL | undefined => {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url) return undefined;
  const loopbackOrigin = origins[url.origin];
  const target = loopbackOrigin === undefined ? url : new URL(`${url.pathname}${url.search}`, loopbackOrigin);
  return protocols.includes(target.protocol) && loopbackHosts.test(target.hostname) ? target : undefined;
};
