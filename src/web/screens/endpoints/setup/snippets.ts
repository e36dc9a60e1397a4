import { exampleBody, type Sender, words } from "./sender.ts";
import type { Signing } from "./signing.ts";

const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const shellSigning = ({ stamp, hasId, signed, key, encoding }: Signing): string[] => {
  const seconds = stamp === "milliseconds" ? "t=$(date +%s)000" : "t=$(date +%s)";
  const secret =
    key === "text"
      ? `-hmac ${shellQuoted(words.secret)}`
      : `-mac HMAC -macopt hexkey:$(printf %s ${shellQuoted(words.secret)} | sed 's/^whsec_//' | base64 -d | od -An -v -tx1 | tr -d ' \\n')`;
  const written = encoding === "hex" ? "od -An -v -tx1 | tr -d ' \\n'" : "base64 | tr -d '\\n'";
  return [
    ...(stamp ? [seconds] : []),
    ...(hasId ? ["id=msg_$(date +%s)_$RANDOM"] : []),
    `signature=$(printf %s "${signed}" | openssl dgst -sha256 ${secret} -binary | ${written})`,
  ];
};

export const curlSnippet = ({ url, headers, basic, signing }: Sender): string => {
  const fixed = { "content-type": "application/json", ...headers };
  const call = [
    'curl "$url"',
    ...Object.entries(fixed).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...Object.entries(signing?.headers ?? {}).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(basic ? [`-u ${shellQuoted(basic)}`] : []),
    '--data-binary "$body"',
  ];
  return [
    `url=${shellQuoted(url)}`,
    `body=${shellQuoted(JSON.stringify(exampleBody))}`,
    ...(signing ? shellSigning(signing) : []),
    call.join(" \\\n  "),
  ].join("\n");
};

const quoted = (text: string): string => JSON.stringify(text);
const template = (text: string): string => `\`${text}\``;

const scriptSigning = ({ stamp, hasId, signed, key, encoding }: Signing): string[] => {
  const secret =
    key === "text"
      ? quoted(words.secret)
      : `Buffer.from(${quoted(words.secret)}.replace(/^whsec_/, ""), "base64")`;
  return [
    ...(stamp ? [`const t = ${stamp === "seconds" ? "Math.floor(Date.now() / 1000)" : "Date.now()"};`] : []),
    ...(hasId ? ['const id = "msg_" + randomUUID();'] : []),
    `const signature = createHmac("sha256", ${secret})`,
    `  .update(${template(signed)})`,
    `  .digest(${quoted(encoding)});`,
  ];
};

export const scriptSnippet = ({ url, headers, basic, signing }: Sender): string => {
  const entries = [
    ...Object.entries({ "content-type": "application/json", ...headers }).map(
      ([name, value]) => `    ${quoted(name)}: ${quoted(value)},`,
    ),
    ...(basic ? [`    authorization: "Basic " + btoa(${quoted(basic)}),`] : []),
    ...Object.entries(signing?.headers ?? {}).map(
      ([name, value]) => `    ${quoted(name)}: ${template(value)},`,
    ),
  ];
  const imports = signing
    ? [`import { createHmac${signing.hasId ? ", randomUUID" : ""} } from "node:crypto";`, ""]
    : [];
  return [
    ...imports,
    `const url = ${quoted(url)};`,
    `const body = JSON.stringify(${JSON.stringify(exampleBody, null, 2)});`,
    ...(signing ? scriptSigning(signing) : []),
    "",
    "const response = await fetch(url, {",
    '  method: "POST",',
    "  headers: {",
    ...entries,
    "  },",
    "  body,",
    "});",
    "console.log(response.status, await response.text());",
  ].join("\n");
};
