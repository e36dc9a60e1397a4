import { type Sender, words } from "./sender.ts";
import type { Signing } from "./signing.ts";

type Node = {
  name: string;
  type: string;
  typeVersion: number;
  position: [number, number];
  parameters: Record<string, unknown>;
};

/** Names in `${}` become what the node before has put into the item. */
const asExpression = (text: string): string =>
  text.includes("${") ? `=${text.replace(/\$\{(\w+)\}/g, "{{ $json.$1 }}")}` : text;

const prepare = (url: string, { stamp, signed }: Signing): Node => ({
  name: "Prepare",
  type: "n8n-nodes-base.code",
  typeVersion: 2,
  position: [0, 0],
  parameters: {
    mode: "runOnceForEachItem",
    jsCode: [
      `const url = ${JSON.stringify(url)};`,
      "const body = JSON.stringify($json);",
      ...(stamp
        ? [`const t = ${stamp === "seconds" ? "Math.floor(Date.now() / 1000)" : "Date.now()"};`]
        : []),
      `return { json: { body,${stamp ? " t," : ""} signed: \`${signed}\` } };`,
    ].join("\n"),
  },
});

const sign = ({ encoding }: Signing): Node => ({
  name: "Sign",
  type: "n8n-nodes-base.crypto",
  typeVersion: 1,
  position: [220, 0],
  parameters: {
    action: "hmac",
    type: "SHA256",
    value: "={{ $json.signed }}",
    dataPropertyName: "signature",
    secret: words.secret,
    encoding,
  },
});

const send = ({ url, headers, basic, signing }: Sender): Node => ({
  name: "Send to Faro",
  type: "n8n-nodes-base.httpRequest",
  typeVersion: 4.2,
  position: [440, 0],
  parameters: {
    method: "POST",
    url,
    sendHeaders: true,
    headerParameters: {
      parameters: Object.entries({
        ...headers,
        ...(basic ? { authorization: `={{ "Basic " + ${JSON.stringify(basic)}.base64Encode() }}` } : {}),
        ...signing?.headers,
      }).map(([name, value]) => ({ name, value: asExpression(value) })),
    },
    sendBody: true,
    ...(signing
      ? { contentType: "raw", rawContentType: "application/json", body: "={{ $json.body }}" }
      : { specifyBody: "json", jsonBody: "={{ JSON.stringify($json) }}" }),
    options: {},
  },
});

/** Nodes to paste onto the canvas. Nothing where n8n has no node that can sign so. */
export const n8nSnippet = (sender: Sender): string | undefined => {
  const { url, signing } = sender;
  if (signing?.key === "base64") return undefined;
  const nodes = [...(signing ? [prepare(url, signing), sign(signing)] : []), send(sender)];
  const connections = Object.fromEntries(
    nodes
      .slice(0, -1)
      .map(({ name }, index) => [
        name,
        { main: [[{ node: nodes[index + 1]?.name, type: "main", index: 0 }]] },
      ]),
  );
  return JSON.stringify({ nodes, connections }, null, 2);
};
