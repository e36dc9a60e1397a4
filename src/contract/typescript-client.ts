type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema | boolean;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
};

type Parameter = { name: string; in: string; required: boolean; schema: Schema };
type Content = { content?: Record<string, { schema: Schema }> };
type Operation = {
  operationId: string;
  summary: string;
  security?: Record<string, unknown>[];
  parameters: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const literal = (value: unknown): string => JSON.stringify(value);
const isName = (text: string): boolean => /^[A-Za-z_$][\w$]*$/.test(text);
const keyOf = (name: string): string => (isName(name) ? name : literal(name));
const unionOf = (types: string[]): string => [...new Set(types)].join(" | ");

const objectType = ({ properties = {}, required = [], additionalProperties }: Schema): string => {
  const members = Object.entries(properties).map(
    ([name, schema]) => `${keyOf(name)}${required.includes(name) ? "" : "?"}: ${typeOf(schema)}`,
  );
  if (members.length > 0) return `{ ${members.join("; ")} }`;
  const values = typeof additionalProperties === "object" ? typeOf(additionalProperties) : "unknown";
  return additionalProperties === false ? "Record<string, never>" : `Record<string, ${values}>`;
};

const plainType = (type: string | undefined, schema: Schema): string => {
  switch (type) {
    case "string":
    case "boolean":
    case "null":
      return type;
    case "integer":
    case "number":
      return "number";
    case "array": {
      if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(", ")}]`;
      return typeof schema.items === "object" ? `Array<${typeOf(schema.items)}>` : "unknown[]";
    }
    case "object":
      return objectType(schema);
    default:
      return "unknown";
  }
};

/** A JSON schema as a TypeScript type. */
export const typeOf = (schema: Schema): string => {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "unknown";
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return unionOf(schema.enum.map(literal));
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return unionOf(options.map(typeOf));
  if (schema.allOf) return schema.allOf.map((part) => `(${typeOf(part)})`).join(" & ");
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return unionOf(types.map((type) => plainType(type, schema)));
};

const parametersType = (parameters: Parameter[], place: string): string | undefined => {
  const members = parameters
    .filter((parameter) => parameter.in === place && parameter.name !== "fields")
    .map(({ name, required, schema }) => `${keyOf(name)}${required ? "" : "?"}: ${typeOf(schema)}`);
  return members.length > 0 ? `{ ${members.join("; ")} }` : undefined;
};

const schemaOf = ({ content }: Content): Schema => content?.["application/json"]?.schema ?? {};

/** The key of the answer under which a list has its rows; null where the answer is the list. */
const rowsKey = (answer: Schema): string | null => {
  const isRows = ({ type, items }: Schema) =>
    type === "array" && typeof items === "object" && !!items.properties;
  return Object.entries(answer.properties ?? {}).find(([, schema]) => isRows(schema))?.[0] ?? null;
};

type RenderedCall = { resource: string; types: string[]; method: string };

const renderCall = (path: string, method: string, operation: Operation): RenderedCall => {
  const { operationId, parameters, requestBody, summary, responses } = operation;
  const [resource = "", name = ""] = operationId.split(".");
  const base = `${resource}_${name}`.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const params = parametersType(parameters, "path");
  const query = parametersType(parameters, "query");
  const isList = parameters.some((parameter) => parameter.name === "fields");
  const isQueryNeeded = parameters.some((parameter) => parameter.in === "query" && parameter.required);
  const fields = isList ? ` & { fields?: readonly F[] }` : "";
  const queryType = query || isList ? `${query ?? "object"}${fields}` : undefined;
  const request = [
    ...(params ? [`params: ${params}`] : []),
    ...(queryType ? [`query${isQueryNeeded ? "" : "?"}: ${queryType}`] : []),
    ...(requestBody ? [`body: ${typeOf(schemaOf(requestBody))}`] : []),
  ];
  const isNeeded = params !== undefined || requestBody !== undefined || isQueryNeeded;
  const answer = schemaOf(responses["200"] ?? {});
  const key = rowsKey(answer);
  const rows = key === null ? `${base}Answer[number]` : `${base}Answer[${literal(key)}][number]`;
  const chosen = `Pick<${rows}, F | (keyof ${rows} & "id")>[]`;
  const chosenAnswer = key === null ? chosen : `Omit<${base}Answer, ${literal(key)}> & { ${key}: ${chosen} }`;
  const generic = isList ? `<F extends keyof ${rows} = keyof ${rows}>` : "";
  const requestName = `${base}Request${isList ? "<F>" : ""}`;
  return {
    resource,
    types: [
      `export type ${base}Request${generic} = ${request.length > 0 ? `{ ${request.join("; ")} }` : "object"};`,
      `export type ${base}Answer = ${typeOf(answer)};`,
    ],
    method: [
      `/** ${summary}. */`,
      `${name}: ${generic}(request: ${requestName}${isNeeded ? "" : " = {}"}, options: CallOptions = {}) =>`,
      `  send(${literal(method.toUpperCase())}, ${literal(path)}, request, options) as Promise<${isList ? chosenAnswer : `${base}Answer`}>,`,
    ].join("\n    "),
  };
};

const mayTokenCall = ({ security = [] }: Operation): boolean => security.some((scheme) => "token" in scheme);

/** The client: a type of every request and answer, and a function of every call that a token may make. */
export const typescriptClient = (openApiDocument: object): string => {
  const { paths, components } = openApiDocument as Document;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      mayTokenCall(operation) ? [renderCall(path, method, operation)] : [],
    ),
  );
  const named = Object.entries(components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)};`,
  );
  const resources = [...Map.groupBy(calls, ({ resource }) => resource)].map(
    ([resource, own]) => `  ${resource}: {\n    ${own.map(({ method }) => method).join("\n    ")}\n  },`,
  );
  return [
    "// Generated from the API's contract by `npm run client`. Do not edit.",
    'import { type CallOptions, createSend, type FaroOptions, type Send } from "./request.ts";',
    "",
    'export { type CallOptions, FaroError, type FaroOptions, pages } from "./request.ts";',
    "",
    ...named,
    ...calls.flatMap(({ types }) => types),
    "",
    "const createCalls = (send: Send) => ({",
    ...resources,
    "});",
    "",
    "export type Faro = ReturnType<typeof createCalls>;",
    "",
    "/** The API of one Faro, with a token. */",
    "export const createFaro = (options: FaroOptions): Faro => createCalls(createSend(options));",
    "",
  ].join("\n");
};
