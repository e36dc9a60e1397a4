import { AsyncLocalStorage } from "node:async_hooks";
import type { Span, SpanKind, Tracer } from "@opentelemetry/api";
import type { IdGenerator } from "@opentelemetry/sdk-trace";
import { version } from "./version.ts";

/** A span to which others are added. It fits into one line, so that a row of a job or an action can carry it. */
export type SpanReference = { traceId: string; spanId: string };

/** `cause`: the id of an accepted event or of a request, which are the first spans of their traces. */
export type SpanParent = { cause: string } | SpanReference;

/** No personal data: routes, names of jobs and vendors, counts, outcomes. */
export type SpanAttributes = Record<string, string | number | boolean>;

export type OpenSpan = {
  reference: SpanReference;
  /** Runs work whose steps are added to this span. */
  run: <T>(work: () => T) => T;
  /** Of an error only the type is sent, because its message may hold personal data. */
  end: (attributes?: SpanAttributes, error?: unknown) => void;
};

type SpanOptions = { kind?: keyof typeof SpanKind; attributes?: SpanAttributes; startedAt?: number };

export type Tracing = {
  isOn: boolean;
  /** Starts the first span of the trace of a request or an event. Undefined while traces are off. */
  startFirst: (name: string, cause: string, options?: SpanOptions) => OpenSpan | undefined;
  /** Starts a span in a trace that began elsewhere. Undefined while traces are off. */
  startIn: (parent: SpanParent, name: string, options?: SpanOptions) => OpenSpan | undefined;
  /** Sends what is left. */
  close: () => Promise<void>;
};

export const noTracing: Tracing = {
  isOn: false,
  startFirst: () => undefined,
  startIn: () => undefined,
  close: async () => {},
};

type ActiveSpan = { reference: SpanReference; startChild: (name: string, options: SpanOptions) => OpenSpan };
const active = new AsyncLocalStorage<ActiveSpan>();

/** The span that the caller is in; none while traces are off. */
export const currentSpan = (): SpanReference | undefined => active.getStore()?.reference;

/** Runs a step of the span that the caller is in. Without one it only runs the step. */
export const traceStep = async <T>(
  name: string,
  options: SpanOptions,
  step: () => Promise<T>,
  describe: (result: T) => SpanAttributes = () => ({}),
): Promise<T> => {
  const span = active.getStore()?.startChild(name, options);
  if (!span) return step();
  try {
    const result = await span.run(step);
    span.end(describe(result));
    return result;
  } catch (error) {
    span.end({}, error);
    throw error;
  }
};

/** W3C's `traceparent`; every trace that is carried further was sampled by its id, as is each of its spans. */
export const printSpan = ({ traceId, spanId }: SpanReference): string => `00-${traceId}-${spanId}-01`;

export const parseSpan = (text: unknown): SpanReference | undefined => {
  const [, traceId, spanId] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(typeof text === "string" ? text : "") ?? [];
  return traceId && spanId ? { traceId, spanId } : undefined;
};

/** A UUID has the size of a trace id, so the first span of a trace is known wherever the id of its cause is. */
export const firstSpanOf = (cause: string): SpanReference => {
  const traceId = cause.replaceAll("-", "").toLowerCase();
  return { traceId, spanId: traceId.slice(16) };
};

const toReference = (parent: SpanParent): SpanReference =>
  "cause" in parent ? firstSpanOf(parent.cause) : parent;

/** Hands out the ids of a first span once, else random ones. */
const createIds = (random: IdGenerator) => {
  let next: SpanReference | undefined;
  return {
    ids: {
      generateTraceId: () => next?.traceId ?? random.generateTraceId(),
      generateSpanId: () => next?.spanId ?? random.generateSpanId(),
    },
    using: <T>(reference: SpanReference, start: () => T): T => {
      next = reference;
      try {
        return start();
      } finally {
        next = undefined;
      }
    },
  };
};

export type TracingOptions = {
  /** Where the collector takes OTLP over HTTP. */
  endpoint: string;
  /** The share of traces that is sent, decided by their ids, so that all processes decide alike. */
  share: number;
  role: string;
};

/** Traces by OpenTelemetry. Its packages are loaded here and only here, so that they cost nothing where it is off. */
export const openTracing = async ({ endpoint, share, role }: TracingOptions): Promise<Tracing> => {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const { ids, using } = createIds(new sdk.RandomIdGenerator());
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      "service.name": "faro",
      "service.version": version,
      "faro.role": role,
    }),
    sampler: new sdk.TraceIdRatioBasedSampler(share),
    idGenerator: ids,
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  const tracer: Tracer = provider.getTracer("faro", version);

  const wrap = (span: Span): OpenSpan => {
    const reference = span.spanContext();
    const mine: ActiveSpan = {
      reference,
      startChild: (name, options) => wrap(startBelow(reference, name, options)),
    };
    return {
      reference,
      run: (work) => active.run(mine, work),
      end: (attributes = {}, error) => {
        span.setAttributes(attributes);
        if (error !== undefined) {
          span.setAttribute("error.type", error instanceof Error ? error.name : String(error));
          span.setStatus({ code: api.SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
  };
  const toOptions = ({ kind = "INTERNAL", attributes = {}, startedAt }: SpanOptions) => ({
    kind: api.SpanKind[kind],
    attributes,
    ...(startedAt === undefined ? {} : { startTime: startedAt }),
  });
  const startBelow = (parent: SpanReference, name: string, options: SpanOptions): Span => {
    const context = { ...parent, traceFlags: api.TraceFlags.SAMPLED, isRemote: true };
    return tracer.startSpan(name, toOptions(options), api.trace.setSpanContext(api.ROOT_CONTEXT, context));
  };
  return {
    isOn: true,
    startFirst: (name, cause, options = {}) =>
      wrap(using(firstSpanOf(cause), () => tracer.startSpan(name, toOptions(options), api.ROOT_CONTEXT))),
    startIn: (parent, name, options = {}) => wrap(startBelow(toReference(parent), name, options)),
    // A collector that is away must not hold the stop of the process up, nor fail it.
    close: () => provider.shutdown().catch(() => {}),
  };
};

/** Adds a span, from `startedAt` until now, to the trace of each event that a batch worked off. */
export const traceEach = (
  tracing: Tracing,
  name: string,
  startedAt: number,
  causes: readonly string[],
): void => {
  if (!tracing.isOn) return;
  const attributes = { "faro.batch.size": causes.length };
  for (const cause of new Set(causes)) tracing.startIn({ cause }, name, { startedAt, attributes })?.end();
};
