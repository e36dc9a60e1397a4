const maxLength = 1000;

/** Control characters and backslashes, which browsers drop or read as slashes. */
const misread = /[\\\p{Cc}]/u;
/** Segments that a browser resolves before it opens the path, however they are written. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/** The page of Faro that opens after a sign-in: a path of this host only, whatever was asked for; else the first page. */
export const safeReturnPath = (asked: unknown): string => {
  if (typeof asked !== "string" || asked.length > maxLength || misread.test(asked)) return "/";
  const [path = ""] = asked.split(/[?#]/, 1);
  // Two slashes at the start name another host, and dots could bring them there.
  if (!path.startsWith("/") || path.includes("//") || dotSegment.test(path)) return "/";
  return asked.replace(/#.*$/, "");
};

/** The path with one parameter of its query set. */
export const withParameter = (path: string, name: string, value: string): string => {
  const [pathname = "/", query = ""] = safeReturnPath(path).split(/\?(.*)/);
  const others = query.split("&").filter((part) => part !== "" && part.split("=", 1)[0] !== name);
  return `${pathname}?${[...others, `${name}=${encodeURIComponent(value)}`].join("&")}`;
};
