const loopbackHosts = /^(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|localhost|\[::1\])$/;

/**
 * Where a callback really goes: simulators call nobody but this machine. An origin known to be ours under a public
 * name is reached at the loopback address given for it, as through a proxy.
 */
export const loopbackTarget = (
  given: string,
  origins: Readonly<Record<string, string>>,
  protocols: readonly string[] = ["http:"],
): URL | undefined => {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url) return undefined;
  const inside = origins[url.origin];
  const target = inside === undefined ? url : new URL(`${url.pathname}${url.search}`, inside);
  return protocols.includes(target.protocol) && loopbackHosts.test(target.hostname) ? target : undefined;
};
