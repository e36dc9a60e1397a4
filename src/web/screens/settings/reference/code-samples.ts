import type { ReferenceCall } from "./reference-document.ts";

export const sampleLanguages = ["curl", "typescript", "python"] as const;
export type SampleLanguage = (typeof sampleLanguages)[number];

const isWrite = ({ method }: ReferenceCall): boolean => method !== "GET";
const pretty = (value: unknown, indent: string): string =>
  JSON.stringify(value, null, 2).replaceAll("\n", `\n${indent}`);

/** The path with each parameter as a variable of the shell. */
const shellPath = (path: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`);

const curl = (call: ReferenceCall, origin: string): string =>
  [
    `curl${isWrite(call) ? ` -X ${call.method}` : ""} "${origin}${shellPath(call.path)}"`,
    `  -H "Authorization: Bearer $FARO_TOKEN"`,
    ...(isWrite(call) ? [`  -H "Idempotency-Key: $(uuidgen)"`] : []),
    ...(call.body === undefined
      ? []
      : [
          `  -H "Content-Type: application/json"`,
          `  -d '${JSON.stringify(call.body, null, 2).replaceAll("'", "'\\''")}'`,
        ]),
  ].join(" \\\n");

const typescript = ({ resource, name, parameters, body }: ReferenceCall, origin: string): string => {
  const params = parameters.filter((parameter) => parameter.in === "path").map((parameter) => parameter.name);
  const parts = [
    ...(params.length > 0 ? [`params: { ${params.join(", ")} }`] : []),
    ...(body === undefined ? [] : [`body: ${pretty(body, "  ")}`]),
  ];
  const input = parts.length > 0 ? `{\n  ${parts.join(",\n  ")},\n}` : "";
  return [
    'import { createFaro } from "./clients/typescript/faro.ts";',
    "",
    `const faro = createFaro({ url: ${JSON.stringify(origin)}, token: process.env.FARO_TOKEN });`,
    `const answer = await faro.${resource}.${name}(${input});`,
  ].join("\n");
};

const python = (call: ReferenceCall, origin: string): string =>
  [
    "import json, os, urllib.request, uuid",
    "",
    `headers = {"Authorization": f"Bearer {os.environ['FARO_TOKEN']}", "Content-Type": "application/json"}`,
    ...(isWrite(call) ? ['headers["Idempotency-Key"] = str(uuid.uuid4())'] : []),
    ...(call.body === undefined
      ? ["data = None"]
      : [`data = json.dumps(json.loads("""${pretty(call.body, "")}""")).encode()`]),
    `url = ${call.path.includes("{") ? "f" : ""}"${origin}${call.path.replaceAll(/\{(\w+)\}/g, "{$1}")}"`,
    `request = urllib.request.Request(url, data, headers, method="${call.method}")`,
    "with urllib.request.urlopen(request) as response:",
    "    print(json.load(response))",
  ].join("\n");

const samples: Record<SampleLanguage, (call: ReferenceCall, origin: string) => string> = {
  curl,
  typescript,
  python,
};

export const codeSample = (language: SampleLanguage, call: ReferenceCall, origin: string): string =>
  samples[language](call, origin);
