import type { EventProblem } from "#domain/ingestion/event.ts";
import type { MappingTemplate } from "#domain/ingestion/mapping.ts";
import {
  evaluatePlainExpression,
  needsJsonata,
  type PlainExpression,
  parsePlainExpression,
} from "#domain/ingestion/plain-expression.ts";
import { createJsonataRunner } from "./jsonata-runner.ts";
import { boundedCache, exceedsSize } from "./size-limits.ts";
import { type FailedExpression, slowExpression } from "./worker-messages.ts";

/** Keys are targets such as `person.email` or `event.type`. Fields that the payload lacks are absent. */
export type MappingResult = { values: Record<string, unknown>; problems: EventProblem[] };

export type MappingEngine = {
  /** Results in the order of the inputs. Never rejects because of a template or a payload. */
  map: (inputs: { template: MappingTemplate; payload: unknown }[]) => Promise<MappingResult[]>;
  evaluate: (
    expression: string,
    payload: unknown,
  ) => Promise<{ ok: true; value: unknown } | { ok: false; problem: EventProblem }>;
  /** Synchronous, and therefore only for plain paths. */
  evaluateNow: (expression: string, payload: unknown) => { known: true; value: unknown } | { known: false };
  close: () => Promise<void>;
};

export type MappingOptions = {
  /** Time limit for one expression on one payload. */
  timeBoxMs?: number;
  /** How long the JSONata process is kept without work. */
  idleMs?: number;
  /** Limit for one mapped value, in characters. */
  maxValueSize?: number;
};

type Field = { target: string; expression: string; plain: PlainExpression | undefined };

const defaultTimeBoxMs = 250;
const defaultIdleMs = 60_000;
const defaultMaxValueSize = 256 * 1024;
const maxCachedExpressions = 5000;
/** Larger than a mapped value, because a pull evaluates to all items of a page. */
const maxEvaluatedSize = 5_000_000;

export const createMappingEngine = (options: MappingOptions = {}): MappingEngine => {
  const {
    timeBoxMs = defaultTimeBoxMs,
    idleMs = defaultIdleMs,
    maxValueSize = defaultMaxValueSize,
  } = options;
  const jsonata = createJsonataRunner({ timeBoxMs, idleMs });
  const plainExpressions = boundedCache<PlainExpression | undefined>(maxCachedExpressions);
  const parse = (expression: string) => plainExpressions(expression, () => parsePlainExpression(expression));

  const cachedFields = new WeakMap<MappingTemplate, Field[]>();
  const templateFields = (template: MappingTemplate): Field[] => {
    const cached = cachedFields.get(template);
    if (cached) return cached;
    const fields: Field[] = [];
    for (const part of ["person", "event"] as const)
      for (const [name, expression] of Object.entries(template[part]))
        if (expression !== undefined)
          fields.push({ target: `${part}.${name}`, expression, plain: parse(expression) });
    cachedFields.set(template, fields);
    return fields;
  };

  const toProblem = (target: string, failure: FailedExpression): EventProblem => {
    if (failure.slow) return { code: "mapping_slow" };
    return {
      code: failure.forbidden ? "mapping_forbidden" : "mapping_failed",
      target,
      detail: failure.detail,
    };
  };

  const setValue = (result: MappingResult, target: string, value: unknown): void => {
    if (value === undefined) return;
    const isTooLarge =
      typeof value === "string"
        ? value.length > maxValueSize
        : typeof value === "object" && exceedsSize(value, maxValueSize);
    if (isTooLarge) {
      const detail = `The result is larger than ${maxValueSize} characters`;
      result.problems.push({ code: "mapping_failed", target, detail });
    } else result.values[target] = value;
  };

  const mapWithJsonata = async (result: MappingResult, payload: unknown, fields: Field[]): Promise<void> => {
    const expressions = fields.map(({ expression }) => expression);
    const expressionResults = await jsonata.run(payload, expressions, maxValueSize);
    expressionResults.forEach((expressionResult, index) => {
      const target = fields[index]?.target ?? "";
      if (expressionResult.ok) setValue(result, target, expressionResult.value);
      else if (!expressionResult.slow || !result.problems.some(({ code }) => code === "mapping_slow"))
        result.problems.push(toProblem(target, expressionResult));
    });
  };

  return {
    map: async (inputs) => {
      const pending: Promise<void>[] = [];
      const results = inputs.map(({ template, payload }) => {
        const result: MappingResult = { values: {}, problems: [] };
        const unresolved: Field[] = [];
        for (const field of templateFields(template)) {
          const value = field.plain ? evaluatePlainExpression(field.plain, payload) : needsJsonata;
          if (value === needsJsonata) unresolved.push(field);
          else setValue(result, field.target, value);
        }
        if (unresolved.length > 0) pending.push(mapWithJsonata(result, payload, unresolved));
        return result;
      });
      if (pending.length > 0) await Promise.all(pending);
      return results;
    },
    evaluate: async (expression, payload) => {
      const plain = parse(expression);
      const value = plain ? evaluatePlainExpression(plain, payload) : needsJsonata;
      if (value !== needsJsonata) return { ok: true, value };
      const [result] = await jsonata.run(payload, [expression], maxEvaluatedSize);
      if (result?.ok) return result;
      return { ok: false, problem: toProblem("expression", result ?? slowExpression) };
    },
    evaluateNow: (expression, payload) => {
      const plain = parse(expression);
      const value = plain ? evaluatePlainExpression(plain, payload) : needsJsonata;
      return value === needsJsonata ? { known: false } : { known: true, value };
    },
    close: jsonata.close,
  };
};
