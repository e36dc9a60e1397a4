import type * as z from "zod";
import { type ProblemBody, type ProblemCode, problems } from "#contract/problems.ts";
import type { Language } from "#domain/language.ts";

export type ProblemIssue = { path: string; message: string };

/** Rejects an API call; the error handler converts it to a status and a body. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly issues: ProblemIssue[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Replaces the standard message of the code, e.g. with the answer of a vendor. */
  readonly customMessage: string | undefined;
  readonly details: unknown;

  constructor(
    code: ProblemCode,
    details: {
      issues?: ProblemIssue[];
      retryAfterSeconds?: number;
      message?: string;
      details?: unknown;
    } = {},
  ) {
    super(details.message ?? problems[code].en);
    this.code = code;
    this.issues = details.issues;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.customMessage = details.message;
    this.details = details.details;
  }
}

export const invalidInput = (error: z.ZodError, prefix: string): Problem =>
  new Problem("invalid", {
    issues: error.issues.map((issue) => ({
      path: [prefix, ...issue.path.map(String)].filter(Boolean).join("."),
      message: issue.message,
    })),
  });

export const toProblemBody = (problem: Problem, language: Language): ProblemBody => ({
  code: problem.code,
  message: problem.customMessage ?? problems[problem.code][language],
  ...(problem.issues ? { issues: problem.issues } : {}),
  ...(problem.details === undefined ? {} : { details: problem.details }),
});

export const problemStatus = (code: ProblemCode): number => problems[code].status;
