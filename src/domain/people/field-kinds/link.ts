import type { FieldKind } from "./field-kind.ts";

const maxLength = 2000;
const host = String.raw`(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+\p{L}{2,}(?::\d{1,5})?`;
const hostAndPath = new RegExp(`^(${host})([/?#].*)?$`, "iu");

/** Only https: the links are shown to users and sent to people. */
export const linkKind: FieldKind<string> = {
  name: "link",
  read: (value) => {
    if (typeof value !== "string") return { problem: "not_link" };
    const text = value.trim();
    if (text.length > maxLength) return { problem: "too_long" };
    if (/[\s\p{Cc}<>"\\]/u.test(text)) return { problem: "not_link" };
    if (/^http:\/\//i.test(text)) return { problem: "not_https" };
    const [, name, path = "/"] = hostAndPath.exec(text.replace(/^https:\/\//i, "")) ?? [];
    return name === undefined ? { problem: "not_link" } : { value: `https://${name.toLowerCase()}${path}` };
  },
  toText: (value) => value,
  toCell: (value) => value,
};
