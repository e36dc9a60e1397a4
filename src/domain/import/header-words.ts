import type { ImportTarget } from "./import-options.ts";

/** Names of columns, folded, that mean more than one word says; the first pattern that matches counts. */
export const headerTargets: readonly { pattern: RegExp; target: ImportTarget }[] = [
  { pattern: /^(?:faro )?(?:person )?id$|^faro$/, target: "id" },
  {
    pattern: /\b(?:do not contact|do not call|dnc|no contactar|no llamar|do not disturb|opted? out|baja)\b/,
    target: "dnc",
  },
  {
    pattern:
      /(?=.*\b(?:acepta|acepto|aceptas|autoriza|autorizo|consent|consents|consentimiento|opt ?in|permiso|permission|agree|agrees|ok|suscrito|subscribed)\b)(?=.*\b(?:sms|textos?|texts?|mensajes?|messages?|texting)\b)/,
    target: "consent.sms",
  },
  {
    pattern:
      /(?=.*\b(?:acepta|acepto|aceptas|autoriza|autorizo|consent|consents|consentimiento|opt ?in|permiso|permission|agree|agrees|ok)\b)(?=.*\b(?:whatsapp|wa)\b)/,
    target: "consent.whatsapp",
  },
  {
    pattern:
      /(?=.*\b(?:acepta|acepto|aceptas|autoriza|autorizo|consent|consents|consentimiento|opt ?in|permiso|permission|agree|agrees|ok)\b)(?=.*\b(?:llamadas?|calls?|call|voz|voice)\b)/,
    target: "consent.call",
  },
  {
    pattern:
      /(?=.*\b(?:acepta|acepto|aceptas|autoriza|autorizo|consent|consents|consentimiento|opt ?in|permiso|permission|agree|agrees|ok|suscrito|subscribed)\b)(?=.*\b(?:e ?mails?|correos?|mail|newsletter|boletin)\b)/,
    target: "consent.email",
  },
  {
    pattern:
      /^(?:full|complete) name$|^nombre (?:completo|y apellidos?)$|^name and surname$|^nombres y apellidos$/,
    target: "fullName",
  },
  {
    pattern:
      /^(?:source|lead source|origin|origen|fuente|procedencia|referral|referido por|how did you hear(?: about us)?|como nos conocio|como se entero.*|campaign|campana)$/,
    target: "source",
  },
  {
    pattern: /^(?:tags?|labels?|etiquetas?|list|lista|listas|groups?|grupos?|segments?|segmentos?)$/,
    target: "tags",
  },
  {
    pattern:
      /^(?:owner|lead owner|assigned(?: to| agent)?|asignado(?: a)?|agente|agent|vendedor|vendedora|sales ?rep|responsable|dueno|representante)$/,
    target: "owner",
  },
  { pattern: /^(?:time ?zone|zona horaria|huso horario|tz)$/, target: "timezone" },
  {
    pattern:
      /^(?:created(?: ?at| on| date)?|date created|create date|first seen|fecha(?: de)?(?: creacion| alta| registro| ingreso)?|date|date added|added on|registration date|signup date|fecha de alta|creado(?: el)?)$/,
    target: "createdAt",
  },
  {
    pattern: /^(?:status|lead status|stage|lead stage|etapa|fase|estatus|lifecycle stage)$/,
    target: "status",
  },
  {
    pattern: /^(?:type|contact type|tipo|tipo de (?:contacto|cliente|persona)|person type|record type)$/,
    target: "type",
  },
  {
    pattern:
      /^(?:notes?|notas?|comments?|comentarios?|observaci(?:on|ones)|remarks?|description|descripcion)$/,
    target: "note",
  },
  { pattern: /^(?:pueblo|town|city|ciudad|municipio)(?: de residencia)?$/, target: "town" },
];
