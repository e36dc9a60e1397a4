/** Host and port of a URL; undefined for other text. The domain has no `URL`. */
export const urlHost = (url: string): string | undefined =>
  /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#@]+)/i.exec(url)?.[1]?.toLowerCase();
