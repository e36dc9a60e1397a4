import type { FastifyInstance } from "fastify";
import { Problem } from "#server/api/problem.ts";

type FormBody = Partial<Record<string, string>>;

/** A parameter that is given twice is an error of OAuth. */
const readForm = (body: string): FormBody => {
  const form: FormBody = {};
  for (const [name, value] of new URLSearchParams(body)) {
    if (Object.hasOwn(form, name)) throw new Problem("invalid");
    form[name] = value;
  }
  return form;
};

/** The routes of this scope read forms instead of JSON. */
export const readFormsOnly = (scope: FastifyInstance, bodyLimit: number): void => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit },
    (_request, body, done) => {
      try {
        done(null, readForm(body as string));
      } catch (error) {
        done(error as Error);
      }
    },
  );
};
