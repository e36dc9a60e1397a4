import type * as z from "zod";
import { type ProblemBody, type ProblemCode, problems } from "#contract/problems.ts";
import type { Language } from "#domain/language.ts";

type ProblemIssue = { path: string; message: string };

/** Thrown by whoever refuses a call; the error handler turns it into status and body. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly issues: ProblemIssue[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Said instead of our own words: what a vendor answered. */
  readonly words: string | undefined;

  constructor(
    code: ProblemCode,
    details: { issues?: ProblemIssue[]; retryAfterSeconds?: number; message?: string } = {},
  ) {
    super(details.message ?? problems[code].en);
    this.code = code;
    this.issues = details.issues;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.words = details.message;
  }
}

export const invalidInput = (error: z.ZodError, at: string): Problem =>
  new Problem("invalid", {
    issues: error.issues.map((issue) => ({
      path: [at, ...issue.path.map(String)].filter(Boolean).join("."),
      message: issue.message,
    })),
  });

export const toProblemBody = (problem: Problem, language: Language): ProblemBody => ({
  code: problem.code,
  message: problem.words ?? problems[problem.code][language],
  ...(problem.issues ? { issues: problem.issues } : {}),
});

export const problemStatus = (code: ProblemCode): number => problems[code].status;
