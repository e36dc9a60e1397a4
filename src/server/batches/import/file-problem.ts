import type { FileProblem } from "#domain/import/import-state.ts";

/** A file that cannot be read, with the reason that the operator sees. */
export class UnreadableFile extends Error {
  readonly problem: FileProblem;
  constructor(problem: FileProblem) {
    super(problem.code);
    this.problem = problem;
  }
}
