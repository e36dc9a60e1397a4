import { describe, expect, test } from "vitest";
import type { AuditDetails } from "./audit-details.ts";
import { englishAuditWords } from "./audit-words-en.ts";
import { spanishAuditWords } from "./audit-words-es.ts";
import { describeAudit, describeStoredAudit } from "./describe-audit.ts";

const cases: [AuditDetails, string, string][] = [
  [
    { kind: "thing", verb: "changed", thing: "provider_order" },
    "Changed the order of the AI providers",
    "Cambió el orden de los proveedores de IA",
  ],
  [
    { kind: "thing", verb: "added", thing: "person", name: "Ana Rivera" },
    "Added Ana Rivera",
    "Añadió a Ana Rivera",
  ],
  [
    { kind: "thing", verb: "changed", thing: "user", name: "ana@example.com" },
    "Changed ana@example.com",
    "Cambió a ana@example.com",
  ],
  [
    { kind: "thing", verb: "added", thing: "rule", name: "High intent → SMS" },
    "Added the rule “High intent → SMS”",
    "Añadió la regla «High intent → SMS»",
  ],
  [
    { kind: "thing", verb: "undo_started", thing: "import", name: "leads.csv" },
    "Started to undo the import of leads.csv",
    "Empezó a deshacer la importación de leads.csv",
  ],
  [{ kind: "thing", verb: "deleted", thing: "some_person" }, "Deleted a person", "Eliminó a una persona"],
  [
    { kind: "version_restored", thing: "script", name: "Bienvenida", version: 3 },
    "Restored version 3 of the script “Bienvenida”",
    "Restauró la versión 3 del guion «Bienvenida»",
  ],
  [
    { kind: "version_restored", thing: "rule", name: "Alta", version: 2 },
    "Restored version 2 of the rule “Alta”",
    "Restauró la versión 2 de la regla «Alta»",
  ],
  [
    { kind: "template", verb: "added", name: "Hello", channel: "email", language: "en" },
    "Added the template “Hello” (Email, English)",
    "Añadió la plantilla «Hello» (Correo, inglés)",
  ],
  [
    { kind: "template_draft", name: "Cita", channel: "sms", language: "es", state: "saved" },
    "Saved a draft of the template “Cita” (Spanish)",
    "Guardó un borrador de la plantilla «Cita» (español)",
  ],
  [
    { kind: "template_submitted", name: "Cita", language: "es" },
    "Submitted the template “Cita” (Spanish) to WhatsApp",
    "Envió a WhatsApp la plantilla «Cita» (español) para su revisión",
  ],
  [
    { kind: "template_reviewed", name: "Cita", state: "rejected", reason: "SCAM" },
    "WhatsApp rejected the template “Cita”: SCAM",
    "WhatsApp rechazó la plantilla «Cita»: SCAM",
  ],
  [
    { kind: "person_field", verb: "archived", label: { en: "Roof", es: "Techo" } },
    "Archived the person field “Roof”",
    "Archivó el campo de persona «Techo»",
  ],
  [
    { kind: "consent_recorded", channel: "call", state: "granted" },
    "Recorded consent for calls: agreed",
    "Registró el consentimiento para llamadas: aceptó",
  ],
  [
    { kind: "opted_out", scope: "all" },
    "A person opted out of all channels",
    "Una persona se dio de baja de todos los canales",
  ],
  [
    { kind: "message_written", channel: "email" },
    "Wrote a message by email",
    "Escribió un mensaje por correo electrónico",
  ],
  [
    { kind: "events_recorded", events: 1, added: 1, changed: 0 },
    "Recorded 1 event: 1 person added, 0 changed",
    "Registró 1 evento: 1 persona añadida, 0 cambiadas",
  ],
  [
    { kind: "events_recorded", events: 3, added: 2, changed: 1 },
    "Recorded 3 events: 2 people added, 1 changed",
    "Registró 3 eventos: 2 personas añadidas, 1 cambiada",
  ],
  [
    { kind: "rows_imported", rows: 12_500, added: 12_000, changed: 500 },
    "Imported 12,500 rows: 12,000 people added, 500 changed",
    "Importó 12,500 filas: 12,000 personas añadidas, 500 cambiadas",
  ],
  [
    { kind: "bulk_changed", change: "set_status", status: "qualified", count: 2 },
    "Set the stage of 2 people to Qualified",
    "Fijó la etapa de 2 personas en «Calificado»",
  ],
  [
    { kind: "bulk_changed", change: "add_tag", tag: "vip", count: 1 },
    "Added the tag “vip” to 1 person",
    "Añadió la etiqueta «vip» a 1 persona",
  ],
  [{ kind: "bulk_changed", change: "delete", count: 5 }, "Deleted 5 people", "Eliminó a 5 personas"],
  [
    { kind: "conversations_changed", change: "close", count: 1 },
    "Closed 1 conversation",
    "Cerró 1 conversación",
  ],
  [
    { kind: "sync_deletions_confirmed", name: "HubSpot", count: 1 },
    "Confirmed that 1 contact was deleted in HubSpot",
    "Confirmó que en HubSpot se eliminó 1 contacto",
  ],
  [
    { kind: "jobs_failed", job: "rescore", count: 2 },
    "2 jobs of the kind “rescore” failed for good",
    "2 tareas de tipo «rescore» fallaron definitivamente",
  ],
  [
    { kind: "user_invited", email: "ana@example.com", role: "viewer", roleName: null },
    "Invited ana@example.com to the team as Viewer",
    "Invitó a ana@example.com al equipo con el rol Solo lectura",
  ],
  [
    { kind: "user_invited", email: "ana@example.com", role: "viewer", roleName: "Ventas" },
    "Invited ana@example.com to the team as Ventas",
    "Invitó a ana@example.com al equipo con el rol Ventas",
  ],
  [
    { kind: "call_outcome_set", outcome: "not_interested" },
    "Set the outcome of a call to “Not interested”",
    "Fijó el resultado de una llamada en «Sin interés»",
  ],
  [
    { kind: "call_outcome_set", outcome: null },
    "Removed the outcome of a call",
    "Quitó el resultado de una llamada",
  ],
  [
    { kind: "approval_given", name: "Sheet", approval: "call" },
    "Approved a call of the token “Sheet”",
    "Aprobó una llamada de la clave «Sheet»",
  ],
  [
    { kind: "request_refused", name: "Web form", reason: "signature_wrong" },
    "Refused a request to Web form: the signature is wrong",
    "Rechazó una petición a Web form: la firma es incorrecta",
  ],
  [
    {
      kind: "endpoint_unreadable",
      name: "CRM",
      failures: 5,
      failure: { code: "token_refused", because: { code: "status", status: 500 } },
    },
    "“CRM” could not be read 5 times in a row: No access token was given: The server has a problem of its own (500).",
    "«CRM» no se pudo leer 5 veces seguidas: No se obtuvo un token de acceso: El servidor tiene un problema propio (500).",
  ],
  [
    { kind: "endpoint_unreadable", name: "CRM", failures: 1, failure: { code: "mail_refused" } },
    "“CRM” could not be read: The mail server refuses the user name or the password.",
    "«CRM» no se pudo leer: El servidor de correo rechaza el usuario o la contraseña.",
  ],
  [
    { kind: "model_chosen", score: "churn", version: 4 },
    "Chose version 4 of the churn model",
    "Eligió la versión 4 del modelo de abandono",
  ],
  [
    { kind: "sign_in_failed", email: "ana@example.com", step: "second_factor" },
    "Sign-in failed for ana@example.com: wrong second factor",
    "Inicio de sesión fallido de ana@example.com: segundo factor incorrecto",
  ],
  [
    { kind: "exported", what: "audit_log", format: "signed_jsonl" },
    "Exported the audit log as signed JSON lines",
    "Exportó el registro de auditoría como líneas JSON firmadas",
  ],
];

describe("an audit entry", () => {
  test.each(cases)("%o", (details, english, spanish) => {
    expect(describeAudit(details, "en")).toBe(english);
    expect(describeAudit(details, "es")).toBe(spanish);
  });

  test("has fixed words in Spanish that are not the English ones", () => {
    for (const [kind, english] of Object.entries(englishAuditWords))
      if (typeof english === "string")
        expect([kind, spanishAuditWords[kind as keyof typeof spanishAuditWords]]).not.toEqual([
          kind,
          english,
        ]);
  });

  test("of an older version is shown with its stored sentence", () => {
    const description = "A sentence of an older version";
    for (const language of ["en", "es"] as const)
      expect(describeStoredAudit({ description, details: null }, language)).toBe(description);
  });

  test("of a newer version, whose kind is not known here, is shown with its stored sentence", () => {
    const details = { kind: "of_the_future" } as unknown as AuditDetails;
    expect(describeStoredAudit({ description: "Did something new", details }, "es")).toBe(
      "Did something new",
    );
  });
});
