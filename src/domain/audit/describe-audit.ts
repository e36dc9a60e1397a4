import type { Language } from "#domain/language.ts";
import type { AuditDetails } from "./audit-details.ts";
import type { AuditWords } from "./audit-words.ts";
import { englishAuditWords } from "./audit-words-en.ts";
import { spanishAuditWords } from "./audit-words-es.ts";

const wordsOf: Record<Language, AuditWords> = { en: englishAuditWords, es: spanishAuditWords };

/** The one wording of an audit entry. */
export const describeAudit = (details: AuditDetails, language: Language): string => {
  const wording = wordsOf[language][details.kind] as string | ((values: AuditDetails) => string);
  return typeof wording === "string" ? wording : wording(details);
};

/** An entry of an older version has only its English sentence, and one of a newer version a kind that is not known here. */
export const describeStoredAudit = (
  { description, details }: { description: string; details: AuditDetails | null },
  language: Language,
): string =>
  details !== null && Object.hasOwn(wordsOf[language], details.kind)
    ? describeAudit(details, language)
    : description;
