import type * as z from "zod";
import type { ApiRoute, InputOf, OutputOf } from "#contract/api-route.ts";
import { contract } from "#contract/contract.ts";
import { type ProblemBody, type ProblemCode, problems } from "#contract/problems.ts";
import { defaultLanguage, languages } from "#domain/language.ts";

/** A response that is not an answer of the contract: a problem, or the text of a gateway. */
class ErrorReply {
  readonly status: number;
  readonly text: string;
  constructor(status: number, text: string) {
    this.status = status;
    this.text = text;
  }
}

const currentLanguage = () =>
  languages.find((language) => language === document.documentElement.lang) ?? defaultLanguage;

/** Rejects a call as the server does, with a text in the caller's language or with a vendor's. */
export const refuse = (code: ProblemCode, details: Partial<ProblemBody> = {}): ErrorReply => {
  const { status, ...texts } = problems[code];
  const body: ProblemBody = { code, message: texts[currentLanguage()], ...details };
  return new ErrorReply(status, JSON.stringify(body));
};

/** Answers as a gateway in front of the server does. */
export const replyWithText = (status: number, text: string): ErrorReply => new ErrorReply(status, text);

type Answer<E extends ApiRoute> = OutputOf<E> | ErrorReply;
type Handler<E extends ApiRoute> = (input: InputOf<E>) => Answer<E> | Promise<Answer<E>>;

export type FakeAnswer = { endpoint: ApiRoute; handler: Handler<any> };

/** Says how the fake answers an endpoint of the contract; input and answer have the contract's types. */
export const answer = <E extends ApiRoute>(endpoint: E, handler: NoInfer<Handler<E>>): FakeAnswer => ({
  endpoint,
  handler,
});

type NamedEndpoint = { name: string; endpoint: ApiRoute; pattern: RegExp };

const parameters = /\{(\w+)\}/g;
const countParameters = ({ endpoint }: NamedEndpoint) => endpoint.path.match(parameters)?.length ?? 0;

/** Every endpoint; a path without parameters is found before one with them. */
const endpoints: readonly NamedEndpoint[] = Object.entries(contract)
  .flatMap(([resource, routes]) =>
    Object.entries(routes as Record<string, ApiRoute>).map(([name, endpoint]) => ({
      name: `${resource}.${name}`,
      endpoint,
      pattern: new RegExp(`^${endpoint.path.replace(parameters, "(?<$1>[^/]+)")}$`),
    })),
  )
  .sort((one, other) => countParameters(one) - countParameters(other));

const readQuery = (search: URLSearchParams) =>
  Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );

/** Answers the page's requests at `fetch`, by the contract. */
export const createFakeApi = (answers: readonly FakeAnswer[]) => {
  /** Later answers replace earlier ones. */
  const handlers = new Map(answers.map(({ endpoint, handler }) => [endpoint, handler]));
  const calls: { endpoint: ApiRoute; input: unknown }[] = [];
  const failures: string[] = [];
  let isOffline = false;
  let openRequests = 0;

  /** The test fails with this text, also where the screen shows the failed call as a message. */
  const fail = (text: string): never => {
    failures.push(text);
    throw new Error(text);
  };

  const parse = (schema: z.ZodType | undefined, value: unknown, what: string): unknown => {
    if (!schema) return undefined;
    const parsed = schema.safeParse(value);
    return parsed.success ? parsed.data : fail(`${what}: ${parsed.error.message}`);
  };

  const respond = async (method: string, address: string, body: unknown): Promise<Response> => {
    if (isOffline) throw new TypeError("Failed to fetch");
    const url = new URL(address, location.href);
    const found = endpoints.find(
      ({ endpoint, pattern }) => endpoint.method === method && pattern.test(url.pathname),
    );
    if (!found) return fail(`The contract has no ${method} ${url.pathname}`);
    const { name, endpoint, pattern } = found;
    const handler = handlers.get(endpoint) ?? fail(`The fake has no answer to ${name}`);
    const input = {
      params: parse(endpoint.input.params, pattern.exec(url.pathname)?.groups, `Parameters of ${name}`),
      query: parse(endpoint.input.query, readQuery(url.searchParams), `Query of ${name}`),
      body: parse(endpoint.input.body, body, `Body of ${name}`),
    };
    calls.push({ endpoint, input });
    const answered = await handler(input);
    if (answered instanceof ErrorReply) return new Response(answered.text, { status: answered.status });
    const output = parse(endpoint.output, answered, `Answer of ${name}`);
    return endpoint.media
      ? new Response(String(output), { headers: { "content-type": endpoint.media } })
      : Response.json(output);
  };

  const fakeFetch = async (address: string, init: RequestInit = {}): Promise<Response> => {
    openRequests += 1;
    try {
      const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
      return await respond(init.method ?? "GET", address, body);
    } finally {
      openRequests -= 1;
    }
  };

  return {
    fetch: fakeFetch,
    failures,
    countOpenRequests: () => openRequests,
    /** Replaces how an endpoint is answered. */
    on: <E extends ApiRoute>(endpoint: E, handler: NoInfer<Handler<E>>): void => {
      handlers.set(endpoint, handler);
    },
    /** The inputs of the calls to an endpoint so far. */
    callsOf: <E extends ApiRoute>(endpoint: E): InputOf<E>[] =>
      calls.filter((call) => call.endpoint === endpoint).map(({ input }) => input as InputOf<E>),
    /** Runs the work while no request reaches the server. */
    offline: async (work: () => Promise<unknown>): Promise<void> => {
      isOffline = true;
      try {
        await work();
      } finally {
        isOffline = false;
      }
    },
    /** Runs the work while the answers of an endpoint are delayed. */
    slowly: async <E extends ApiRoute>(endpoint: E, work: () => Promise<unknown>): Promise<void> => {
      const handler: Handler<E> =
        handlers.get(endpoint) ?? fail(`The fake has no answer to ${endpoint.path}`);
      const { promise: gate, resolve: open } = Promise.withResolvers<void>();
      handlers.set(endpoint, async (input: InputOf<E>) => {
        await gate;
        return handler(input);
      });
      try {
        await work();
      } finally {
        handlers.set(endpoint, handler);
        open();
      }
    },
  };
};
export type FakeApi = ReturnType<typeof createFakeApi>;
