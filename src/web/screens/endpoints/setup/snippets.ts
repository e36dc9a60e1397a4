import { exampleBody, placeholders, type Signing, type WebhookSender } from "./webhook-sender.ts";

const shellQuote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const shellSigning = ({ timestampUnit, hasId, signed, key, encoding }: Signing): string[] => {
  const timestamp = timestampUnit === "milliseconds" ? "t=$(date +%s)000" : "t=$(date +%s)";
  const secret =
    key === "text"
      ? `-hmac ${shellQuote(placeholders.secret)}`
      : `-mac HMAC -macopt hexkey:$(printf %s ${shellQuote(placeholders.secret)} | sed 's/^whsec_//' | base64 -d | od -An -v -tx1 | tr -d ' \\n')`;
  const encode = encoding === "hex" ? "od -An -v -tx1 | tr -d ' \\n'" : "base64 | tr -d '\\n'";
  return [
    ...(timestampUnit ? [timestamp] : []),
    ...(hasId ? ["id=msg_$(date +%s)_$RANDOM"] : []),
    `signature=$(printf %s "${signed}" | openssl dgst -sha256 ${secret} -binary | ${encode})`,
  ];
};

export const curlSnippet = ({ url, headers, basic, signing }: WebhookSender): string => {
  const fixedHeaders = { "content-type": "application/json", ...headers };
  const command = [
    'curl "$url"',
    ...Object.entries(fixedHeaders).map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
    ...Object.entries(signing?.headers ?? {}).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(basic ? [`-u ${shellQuote(basic)}`] : []),
    '--data-binary "$body"',
  ];
  return [
    `url=${shellQuote(url)}`,
    `body=${shellQuote(JSON.stringify(exampleBody))}`,
    ...(signing ? shellSigning(signing) : []),
    command.join(" \\\n  "),
  ].join("\n");
};

const quote = (text: string): string => JSON.stringify(text);
const templateLiteral = (text: string): string => `\`${text}\``;

const scriptSigning = ({ timestampUnit, hasId, signed, key, encoding }: Signing): string[] => {
  const secret =
    key === "text"
      ? quote(placeholders.secret)
      : `Buffer.from(${quote(placeholders.secret)}.replace(/^whsec_/, ""), "base64")`;
  return [
    ...(timestampUnit
      ? [`const t = ${timestampUnit === "seconds" ? "Math.floor(Date.now() / 1000)" : "Date.now()"};`]
      : []),
    ...(hasId ? ['const id = "msg_" + randomUUID();'] : []),
    `const signature = createHmac("sha256", ${secret})`,
    `  .update(${templateLiteral(signed)})`,
    `  .digest(${quote(encoding)});`,
  ];
};

export const scriptSnippet = ({ url, headers, basic, signing }: WebhookSender): string => {
  const entries = [
    ...Object.entries({ "content-type": "application/json", ...headers }).map(
      ([name, value]) => `    ${quote(name)}: ${quote(value)},`,
    ),
    ...(basic ? [`    authorization: "Basic " + btoa(${quote(basic)}),`] : []),
    ...Object.entries(signing?.headers ?? {}).map(
      ([name, value]) => `    ${quote(name)}: ${templateLiteral(value)},`,
    ),
  ];
  const imports = signing
    ? [`import { createHmac${signing.hasId ? ", randomUUID" : ""} } from "node:crypto";`, ""]
    : [];
  return [
    ...imports,
    `const url = ${quote(url)};`,
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
