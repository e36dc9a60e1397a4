import { placeholders, type Signing, type WebhookSender } from "./webhook-sender.ts";

type N8nNode = {
  name: string;
  type: string;
  typeVersion: number;
  position: [number, number];
  parameters: Record<string, unknown>;
};

/** Replaces `${name}` with the n8n expression for that property of the item. */
const asExpression = (text: string): string =>
  text.includes("${") ? `=${text.replace(/\$\{(\w+)\}/g, "{{ $json.$1 }}")}` : text;

const prepareNode = (url: string, { timestampUnit, signed }: Signing): N8nNode => ({
  name: "Prepare",
  type: "n8n-nodes-base.code",
  typeVersion: 2,
  position: [0, 0],
  parameters: {
    mode: "runOnceForEachItem",
    jsCode: [
      `const url = ${JSON.stringify(url)};`,
      "const body = JSON.stringify($json);",
      ...(timestampUnit
        ? [`const t = ${timestampUnit === "seconds" ? "Math.floor(Date.now() / 1000)" : "Date.now()"};`]
        : []),
      `return { json: { body,${timestampUnit ? " t," : ""} signed: \`${signed}\` } };`,
    ].join("\n"),
  },
});

const signNode = ({ encoding }: Signing): N8nNode => ({
  name: "Sign",
  type: "n8n-nodes-base.crypto",
  typeVersion: 1,
  position: [220, 0],
  parameters: {
    action: "hmac",
    type: "SHA256",
    value: "={{ $json.signed }}",
    dataPropertyName: "signature",
    secret: placeholders.secret,
    encoding,
  },
});

const sendNode = ({ url, headers, basic, signing }: WebhookSender): N8nNode => ({
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

/** Workflow JSON to paste into n8n. Undefined when n8n cannot sign with a base64 key. */
export const n8nSnippet = (sender: WebhookSender): string | undefined => {
  const { url, signing } = sender;
  if (signing?.key === "base64") return undefined;
  const nodes = [...(signing ? [prepareNode(url, signing), signNode(signing)] : []), sendNode(sender)];
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
