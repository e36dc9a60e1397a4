import pino from "pino";
import { redactLogText } from "#domain/pii/redact-log-text.ts";
import { errorCode, isConnectionLost } from "./db/errors.ts";
import { errorMessage, impersonalMessage, rootCause, stackFrames } from "./error-text.ts";

export type Log = pino.Logger;

/** Lines cannot be taken back when a person is erased, so only these levels write what is under `pii`. */
const levelsWithPersonalData = ["debug", "trace"];

/** The reason of a failure that is no error of JavaScript, such as the answer of a vendor. */
const factNames = ["kind", "code", "reason", "failure", "status", "outcome"] as const;
const isPlainFact = (value: unknown): boolean =>
  typeof value === "number" || (typeof value === "string" && /^[\w.-]{1,60}$/.test(value));

const describeThrown = (thrown: unknown) => {
  if (typeof thrown !== "object" || thrown === null) return { message: redactLogText(String(thrown)) };
  const fields = thrown as Record<string, unknown>;
  const facts = factNames.filter((name) => isPlainFact(fields[name])).map((name) => [name, fields[name]]);
  const message =
    typeof fields.message === "string" ? fields.message : `an object with ${Object.keys(fields).join(", ")}`;
  return { ...Object.fromEntries(facts), message: redactLogText(message) };
};

/** Of several failures, such as those of all addresses of a host, the first one says why. */
const reasonOf = (error: Error): Error => {
  const root = rootCause(error);
  const [first] = root instanceof AggregateError ? (root.errors as unknown[]) : [];
  return first instanceof Error ? first : root;
};

const serializeError = (hasPersonalData: boolean) => (error: unknown) => {
  const personal = hasPersonalData ? { pii: { message: errorMessage(error) } } : {};
  if (!(error instanceof Error)) return { type: typeof error, ...describeThrown(error), ...personal };
  const reason = reasonOf(error);
  return {
    type: error.name,
    code: errorCode(error),
    message: impersonalMessage(reason) ?? redactLogText(errorMessage(reason)),
    stack: stackFrames(error),
    ...personal,
  };
};

/** Lost connections this close to each other belong to one outage. */
const outageGapMs = 30_000;

/** Of one outage a single line is written, however many statements fail in it; the next one says how many did. */
const createOutageFilter = () => {
  const outages = new Map<string, { lastAt: number; left: number }>();
  /** Undefined for a line that is left out. */
  return (error: unknown): { repeatedLines?: number } | undefined => {
    if (!isConnectionLost(error)) return {};
    const { address, port } = (error instanceof Error ? reasonOf(error) : {}) as Record<string, unknown>;
    const of = address === undefined ? "database" : `${String(address)}:${String(port)}`;
    const now = performance.now();
    const before = outages.get(of);
    const isNew = !before || now - before.lastAt >= outageGapMs;
    const left = before?.left ?? 0;
    outages.set(of, { lastAt: now, left: isNew ? 0 : left + 1 });
    if (!isNew) return undefined;
    return left > 0 ? { repeatedLines: left } : {};
  };
};

/** One JSON line per request and job, except for accepted events, which have their table. Personal data only under `pii`. */
export const createLog = (level: string, destination?: pino.DestinationStream): Log => {
  const hasPersonalData = levelsWithPersonalData.includes(level);
  const filterOutage = createOutageFilter();
  return pino(
    {
      level,
      base: { app: "faro" },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: ({ pii, ...line }) => (hasPersonalData && pii !== undefined ? { ...line, pii } : line),
      },
      serializers: { error: serializeError(hasPersonalData) },
      hooks: {
        logMethod(args, method) {
          const [fields] = args as unknown[];
          if (hasPersonalData || typeof fields !== "object" || fields === null || !("error" in fields))
            return method.apply(this, args);
          const added = filterOutage(fields.error);
          if (added) method.apply(this, [{ ...fields, ...added }, ...args.slice(1)] as typeof args);
        },
      },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
};
