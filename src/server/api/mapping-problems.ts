import type { MappingTemplate } from "#domain/ingestion/mapping.ts";
import type { EndpointSettings } from "#domain/ingestion/settings.ts";
import type { Language } from "#domain/language.ts";
import { findForbiddenConstruct } from "#server/mapping/forbidden-constructs.ts";
import { Problem } from "./problem.ts";

type LocatedExpression = { path: string; expression: string };
type ExpressionOwner = {
  mappingTemplate?: MappingTemplate | null | undefined;
  settings?: EndpointSettings | undefined;
};

const messages: Record<Language, (construct: string) => string> = {
  en: (construct) => `Expressions cannot use ${construct}: they may read data but not change it`,
  es: (construct) => `Las expresiones no pueden usar ${construct}: pueden leer datos, pero no cambiarlos`,
};

const locate = (path: string, expression: string | null | undefined): LocatedExpression[] =>
  expression ? [{ path, expression }] : [];

const templateExpressions = (template: MappingTemplate): LocatedExpression[] => [
  ...locate("mappingTemplate.items", template.items),
  ...Object.entries(template.person).flatMap(([name, text]) =>
    locate(`mappingTemplate.person.${name}`, text),
  ),
  ...Object.entries(template.event).flatMap(([name, text]) => locate(`mappingTemplate.event.${name}`, text)),
];

const settingsExpressions = ({ deduplication, pull }: EndpointSettings): LocatedExpression[] => [
  ...(deduplication.by === "expression"
    ? locate("settings.deduplication.expression", deduplication.expression)
    : []),
  ...locate("settings.pull.itemPath", pull.itemPath),
  ...locate("settings.pull.itemId", pull.itemId),
  ...locate("settings.pull.since.path", pull.since?.path),
  ...(pull.pagination.by === "cursor" ? locate("settings.pull.pagination.path", pull.pagination.path) : []),
];

const parse = async (expression: string): Promise<unknown> => {
  const { default: jsonata } = await import("jsonata");
  try {
    return jsonata(expression).ast();
  } catch {
    // A malformed expression changes nothing; it is reported with the events that it is used on.
    return undefined;
  }
};

/** Rejects expressions that could change what other expressions see. */
export const rejectForbiddenExpressions = async (
  { mappingTemplate, settings }: ExpressionOwner,
  language: Language,
): Promise<void> => {
  const expressions = [
    ...(mappingTemplate ? templateExpressions(mappingTemplate) : []),
    ...(settings ? settingsExpressions(settings) : []),
  ];
  const issues: { path: string; message: string }[] = [];
  for (const { path, expression } of expressions) {
    const construct = findForbiddenConstruct(await parse(expression));
    if (construct !== undefined) issues.push({ path, message: messages[language](construct) });
  }
  if (issues.length > 0) throw new Problem("invalid", { issues });
};
