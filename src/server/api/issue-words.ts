import type * as z from "zod";
import type { Language } from "#domain/language.ts";
import { type IssuePhrases, issuePhrases } from "./issue-phrases.ts";

const typePhrases: Record<string, keyof IssuePhrases> = {
  string: "text",
  number: "number",
  nan: "number",
  int: "whole",
  boolean: "yesOrNo",
  array: "list",
  object: "object",
  record: "object",
};
const formatPhrases: Record<string, keyof IssuePhrases> = {
  email: "email",
  url: "url",
  uuid: "id",
  guid: "id",
  date: "date",
  datetime: "datetime",
};

const maxNames = 10;
const maxNameLength = 64;
/** Names come from the caller, and there may be any number of them. */
const joinNames = (names: readonly unknown[]): string =>
  names
    .slice(0, maxNames)
    .map((name) => String(name).slice(0, maxNameLength))
    .concat(names.length > maxNames ? ["…"] : [])
    .join(", ");

const sizeMessage = (phrases: IssuePhrases, issue: z.core.$ZodRawIssue): string => {
  if (issue.code === "too_small") {
    const least = String(issue.minimum);
    if (issue.origin === "string") return Number(least) <= 1 ? phrases.required : phrases.longer(least);
    if (issue.origin === "array" || issue.origin === "set") return phrases.moreItems(least);
    return issue.inclusive === false ? phrases.above(least) : phrases.atLeast(least);
  }
  const most = String(issue.maximum);
  if (issue.origin === "string") return phrases.shorter(most);
  if (issue.origin === "array" || issue.origin === "set") return phrases.fewerItems(most);
  return issue.inclusive === false ? phrases.below(most) : phrases.atMost(most);
};

const fixedPhrase = (phrases: IssuePhrases, kind: keyof IssuePhrases | undefined): string => {
  const phrase = kind && phrases[kind];
  return typeof phrase === "string" ? phrase : phrases.invalid;
};

const createFormatter =
  (phrases: IssuePhrases) =>
  (issue: z.core.$ZodRawIssue): string => {
    const isMissing = issue.input === undefined || issue.input === null;
    switch (issue.code) {
      case "invalid_type":
        return isMissing ? phrases.required : fixedPhrase(phrases, typePhrases[String(issue.expected)]);
      case "too_small":
      case "too_big":
        return sizeMessage(phrases, issue);
      case "invalid_format":
        return issue.input === ""
          ? phrases.required
          : fixedPhrase(phrases, formatPhrases[String(issue.format)]);
      case "invalid_value": {
        if (isMissing) return phrases.required;
        const values = issue.values as readonly unknown[];
        return values.length === 1 ? phrases.only(joinNames(values)) : phrases.oneOf(joinNames(values));
      }
      case "unrecognized_keys":
        return phrases.unknown(joinNames(issue.keys as readonly string[]));
      case "invalid_union": {
        if (isMissing) return phrases.required;
        // The first kind is the one meant; the others let blanks pass.
        const first = (issue.errors as z.core.$ZodIssue[][])[0]?.[0];
        return first && first.path.length === 0 ? first.message : phrases.invalid;
      }
      default:
        return phrases.invalid;
    }
  };

/** What a check found, for whoever has to correct it. A schema's own message comes before these. */
export const issueMessages: Record<Language, (issue: z.core.$ZodRawIssue) => string> = {
  en: createFormatter(issuePhrases.en),
  es: createFormatter(issuePhrases.es),
};
