import type { Language } from "#domain/language.ts";
import type { AuditExport, AuditExportFormat } from "./audit-details.ts";
import type { AuditWords } from "./audit-words.ts";

type ExportKind = "exported" | "import_rest_exported" | "person_exported";

const exports: Record<Language, Record<AuditExport, string>> = {
  en: {
    audit_log: "the audit log",
    people: "people",
    consents: "the consents",
    opt_outs: "the opt-outs",
    deliveries: "the messages and calls",
    costs: "the costs",
    broadcast_people: "people of a broadcast",
    report: "a report",
  },
  es: {
    audit_log: "el registro de auditoría",
    people: "personas",
    consents: "los consentimientos",
    opt_outs: "las bajas",
    deliveries: "los mensajes y las llamadas",
    costs: "los costos",
    broadcast_people: "las personas de un envío masivo",
    report: "un informe",
  },
};

const formats: Record<Language, Record<AuditExportFormat, string>> = {
  en: {
    csv: "CSV",
    xlsx: "XLSX",
    jsonl: "JSONL",
    signed_jsonl: "signed JSON lines",
  },
  es: {
    csv: "CSV",
    xlsx: "XLSX",
    jsonl: "JSONL",
    signed_jsonl: "líneas JSON firmadas",
  },
};

/** What left the product as a file. */
export const exportAuditWords: Record<Language, Pick<AuditWords, ExportKind>> = {
  en: {
    exported: ({ what, format }) => `Exported ${exports.en[what]} as ${formats.en[format]}`,
    import_rest_exported: ({ name }) => `Exported the rows that the import of ${name} left out`,
    person_exported: "Exported everything stored about a person",
  },
  es: {
    exported: ({ what, format }) => `Exportó ${exports.es[what]} como ${formats.es[format]}`,
    import_rest_exported: ({ name }) => `Exportó las filas que la importación de ${name} dejó fuera`,
    person_exported: "Exportó todo lo guardado sobre una persona",
  },
};
