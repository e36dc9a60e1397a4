import type { PersonField } from "#contract/person-fields.ts";
import type { Language } from "#domain/language.ts";
import type { FieldProblem } from "#domain/people/field-kinds/field-kind.ts";
import { readFieldValue } from "#domain/people/field-kinds.ts";
import type { FieldValues } from "#domain/people/merge-fields.ts";
import { issuePhrases } from "./issue-messages.ts";
import { Problem, type ProblemIssue } from "./problem.ts";

const problemTexts: Record<Language, Record<FieldProblem, string>> = {
  en: {
    not_text: issuePhrases.en.text,
    too_long: issuePhrases.en.shorter("2000"),
    not_number: issuePhrases.en.number,
    out_of_range: "This number is too large",
    not_date: issuePhrases.en.date,
    ambiguous_date: "Write the date as year-month-day, such as 2026-03-31",
    not_yes_no: "Enter yes or no",
    not_choice: "Choose one of the options",
    not_link: issuePhrases.en.url,
    not_https: "Enter an address that starts with https://",
    not_money: "Enter a sum, such as 1,240.50",
  },
  es: {
    not_text: issuePhrases.es.text,
    too_long: issuePhrases.es.shorter("2000"),
    not_number: issuePhrases.es.number,
    out_of_range: "Este número es demasiado grande",
    not_date: issuePhrases.es.date,
    ambiguous_date: "Escriba la fecha como año-mes-día, por ejemplo 2026-03-31",
    not_yes_no: "Ingrese sí o no",
    not_choice: "Elija una de las opciones",
    not_link: issuePhrases.es.url,
    not_https: "Ingrese una dirección que empiece con https://",
    not_money: "Ingrese una suma, como 1,240.50",
  },
};

/**
 * The values in the form in which they are stored; null removes one. Unknown and archived fields are rejected, unless
 * the value is the stored one: a form sends back what it read.
 */
export const readFieldValues = (
  values: FieldValues,
  stored: FieldValues,
  fields: readonly PersonField[],
  language: Language,
): FieldValues => {
  const issues: ProblemIssue[] = [];
  const read = Object.entries(values).flatMap(([key, value]): [string, unknown][] => {
    const path = `fields.${key}`;
    if (value === null || JSON.stringify(value) === JSON.stringify(stored[key])) return [[key, value]];
    const field = fields.find((one) => one.key === key && one.archivedAt === null);
    if (!field) {
      issues.push({ path, message: issuePhrases[language].unknown(key.slice(0, 60)) });
      return [];
    }
    const reading = readFieldValue(value, field);
    if ("value" in reading) return [[key, reading.value]];
    const choices = reading.problem === "not_choice" ? field.choices.slice(0, 10).join(", ") : "";
    const message = choices ? issuePhrases[language].oneOf(choices) : problemTexts[language][reading.problem];
    issues.push({ path, message });
    return [];
  });
  if (issues.length > 0) throw new Problem("invalid", { issues });
  return Object.fromEntries(read);
};
