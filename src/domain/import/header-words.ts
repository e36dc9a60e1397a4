import type { ImportTarget } from "./import-options.ts";

type HeaderPattern = { pattern: RegExp; target: ImportTarget };

const agreed = String.raw`\b(?:acepta|acepto|aceptas|accepts?|autoriza|autorizo|consent|consents|consentimiento|opt ?in|opted in|permiso|permission|agree|agrees|ok|suscrito|subscribed|subscriber|suscriptor|subscription|suscripcion|recibe|receives?)\b`;
const onChannel = (words: string): RegExp => new RegExp(`(?=.*${agreed})(?=.*${words})`);
const smsWords = String.raw`\b(?:sms|textos?|texts?|mensajes?|messages?|texting)\b`;
const whatsappWords = String.raw`\b(?:whatsapp|wa)\b`;
const callWords = String.raw`\b(?:llamadas?|calls?|call|voz|voice)\b`;
const emailWords = String.raw`\b(?:e ?mails?|correos?|mail|newsletters?|boletin|mailing)\b`;

/** Headers of columns about when, where and why a person agreed or refused; they hold no consent themselves. */
const aboutConsent =
  /\b(?:reason|razon|motivo|campaign|campana|ip|source|fuente|method|metodo|legal basis|updated|timestamp|level)\b/;

const refused =
  /\b(?:opt(?:ed|s)? out|optout|optedout|unsub(?:scribed?|s|scribe[rs]?)?|desuscri\w*|do not|dont|dnc|no (?:contactar|contacto|llamar|enviar|molestar|llame|escribir)|baja|suppressed|suppression|removed from list)\b/;
/** Refusals of something other than being contacted, and channels that are not offered. */
const otherRefusal =
  /\b(?:fax|mail address|postal|enrichment|track\w*|cookies?|sale of|sell|share|delete|merge|import|sync)\b/;

const targetOfRefusal = (words: string): ImportTarget | undefined => {
  if (!refused.test(words)) return undefined;
  if (otherRefusal.test(words) || aboutConsent.test(words)) return "skip";
  if (new RegExp(emailWords).test(words)) return "optOut.email";
  if (new RegExp(whatsappWords).test(words)) return "optOut.whatsapp";
  if (new RegExp(smsWords).test(words)) return "optOut.sms";
  if (/\b(?:call|calls|phone|telefono|telefonico|llamar|llame|llamadas?|voice)\b/.test(words))
    return "optOut.phone";
  // Lists of addresses to which mail was sent, such as Mailchimp's, have only a time.
  return /^unsub\w* ?(?:time|date|at|on)?$|^(?:fecha de )?(?:desuscri\w*)/.test(words)
    ? "optOut.email"
    : "dnc";
};

const targetOfConsent = (words: string): ImportTarget | undefined => {
  const isTime = /\b(?:time|date|fecha|hora|at|on|ip)$|\b(?:ip|time)\b/.test(words);
  const isAgreement = new RegExp(agreed).test(words);
  if (isAgreement && (isTime || aboutConsent.test(words))) return "skip";
  if (onChannel(smsWords).test(words)) return "consent.sms";
  if (onChannel(whatsappWords).test(words)) return "consent.whatsapp";
  if (onChannel(callWords).test(words)) return "consent.call";
  return onChannel(emailWords).test(words) ? "consent.email" : undefined;
};

/** What a name says of contacting people: refusals first, because they count in doubt. */
export const targetOfPermission = (words: string): ImportTarget | undefined =>
  targetOfRefusal(words) ?? targetOfConsent(words);

const staff =
  /\b(?:owners?|owned|assigned|assignees?|asignad[oa]s?|agents?|agentes?|sales ?(?:reps?|persons?|man|people|executive)|reps?|representatives?|representante|vendedor(?:a|es)?|asesor(?:a|es)?|ejecutiv[oa]|responsable|encargad[oa]|gestor(?:a|es)?|managers?|gerente|advisors?|coordinators?|coordinador(?:a)?|brokers?|realtors?|dueno|(?:created|modified|updated|entered|changed|added|uploaded) by|(?:creado|modificado|actualizado|ingresado) por|propietari[oa] del? (?:contacto|registro|lead|prospecto|cliente))\b/;
/** The owner of a house or business is the customer. */
const customerOwner =
  /\b(?:home|house|property|business|pet|dog|vehicle|car|land|boat|building|parcel|casa|vivienda|propiedad|negocio|mascota|finca)\b/;
const notTheOwner =
  /\b(?:id|ids|date|fecha|time|team|equipo|phone|telefono|fax|count|by|por|commission|percent|assistant|score|code|codigo|title|address|direccion)\b/;

/** Whether a column is about our own people: `owner` where it may say who, `skip` otherwise. */
export const targetOfStaff = (words: string): "owner" | "skip" | undefined => {
  if (!staff.test(words) || (/\bowners?\b/.test(words) && customerOwner.test(words))) return undefined;
  return notTheOwner.test(words) ? "skip" : "owner";
};

/** What a column of the owner says of the person, who is the owner in lists of properties. */
export const withoutOwner = (words: string): string | undefined =>
  /\bowners?\b/.test(words) ? words.replaceAll(/\bowners?\b/g, " ").trim() || "full name" : undefined;

/** Names of columns as words; the first pattern that matches counts. */
export const headerTargets: readonly HeaderPattern[] = [
  { pattern: /^(?:faro )?(?:person )?id$|^faro$/, target: "id" },
  {
    pattern:
      /^(?:full|complete) name$|^nombre (?:completo|y apellidos?)$|^name and surname$|^nombres y apellidos$/,
    target: "fullName",
  },
  {
    pattern:
      /^(?:middle names?|middle initial|middle|second name|segundo nombre|additional names?|otros nombres|other names)$/,
    target: "middleName",
  },
  {
    pattern:
      /^(?:second (?:last name|surname|family name)|segundo apellido|apellido (?:materno|2|dos)|2(?:do|o)? apellido|materno|maternal (?:last name|surname)|mother s (?:last|maiden) name|last name 2|surname 2)$/,
    target: "secondLastName",
  },
  {
    pattern: /^(?:apellido (?:paterno|1|uno)|paterno|primer apellido|1(?:er|ro)? apellido|surname 1)$/,
    target: "lastName",
  },
  { pattern: /^(?:primer nombre|nombre de pila|nombre 1)$/, target: "firstName" },
  {
    pattern:
      /^(?:e ?mail|phone|correo|telefono)s?(?: address)?(?: \d+)? (?:label|type|tipo|etiqueta|kind)$|^(?:label|type|tipo) (?:of|de) (?:e ?mail|phone|correo|telefono)$/,
    target: "label",
  },
  {
    pattern:
      /\b(?:phonetic|yomi|prefix|suffix|salutation|saludo|nick ?name|apodo|file as|display name|initials|maiden|assistant|spouse|conyuge|emergency|emergencia|fax|pager|telex|isdn|tty|tdd|radio phone|callback|photo|po box|web ?site|url|linkedin|facebook|twitter|instagram|birth ?day|birthdate|date of birth|fecha de nacimiento|cumpleanos|anniversary|aniversario|gender|genero|sexo)\b/,
    target: "skip",
  },
  // What happened to messages, and what a number or address is like.
  {
    pattern:
      /\b(?:e ?mails?|correos?|sms|phone|mobile|calls?)\b.*\b(?:bounced?|delivered|opened|opens|clicked|clicks|sent|replied|domain|quarantined|confirmed|verified|validation|valid|invalid|count|number of|first|last|recent|provider|carrier|extension|ext|format)\b|^(?:first|last|recent|number of|date of|total) .*\b(?:e ?mails?|calls?|sms|messages?)\b/,
    target: "skip",
  },
  { pattern: /\b(?:country|countries|pais|nacion|country code|countrycode)\b/, target: "country" },
  { pattern: /\b(?:time ?zone|zona horaria|huso horario|tz)\b/, target: "timezone" },
  {
    pattern:
      /\b(?:zip ?codes?|zip|postal code|post ?code|codigo postal|postal)$|^(?:c p|cp|cod postal)$|^zip\b/,
    target: "zip",
  },
  {
    pattern:
      /^(?:pueblo|town|city|ciudad|municipio|localidad|poblacion)(?: de residencia)?$|^(?:\w+ ){1,4}(?:city|town|ciudad|municipio|localidad)$/,
    target: "town",
  },
  {
    pattern:
      /^(?:state|region|province|provincia|departamento|county state)(?: (?:region|province|code|codigo|name|abbreviation))?$|^(?:(?:home|business|other|mailing|billing|shipping|default|work|property|street|address)(?: \w+){0,2} )(?:state|province|region)(?: (?:region|province|code))?$|^estado (?:provincia|o provincia|region)$/,
    target: "region",
  },
  {
    pattern:
      /^(?:source|lead source|original (?:traffic )?source|traffic source|origin|origen|fuente|procedencia|referral|referral source|referido por|referred by|how did you hear(?: about us)?|como nos conocio|como se entero.*|campaign|campana|utm source|origen del? (?:lead|prospecto|contacto))$/,
    target: "source",
  },
  {
    pattern:
      /^(?:tags?|labels?|etiquetas?|list|lista|listas|groups?|grupos?|segments?|segmentos?|group membership|categories|categorias?|contact tags?|lists?)$/,
    target: "tags",
  },
  {
    pattern:
      /^(?:(?:date|time|datetime|date time) (?:created|added|submitted)|creat(?:ed|ion|e)(?: ?(?:at|on|date|time|date time))?|first seen|fecha(?: de| y hora)?(?: creacion| alta| registro| ingreso| envio)?|date|added (?:on|time|at)|(?:registration|sign ?up|subscribed|entry|submission|join(?:ed)?|contact created) (?:date|time|at|on)|fecha de alta|creado(?: el)?|submitted (?:at|on)|timestamp|marca temporal|member since|cliente desde|customer since)$/,
    target: "createdAt",
  },
  {
    pattern: /^(?:status|lead status|stage|lead stage|etapa|fase|estatus|lifecycle stage|contact stage)$/,
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
];

/** Facts for which people have no field of their own: a custom field with one of the names, else a new one. */
export const commonFields: readonly { name: string; pattern: RegExp; labels: readonly string[] }[] = [
  {
    name: "company",
    pattern:
      /^(?:company|companies|empresa|compania|negocio|razon social|employer|organi[sz]ation|organizacion|account)(?: \d+)?(?: name)?$|^company account$|^default address company$|^(?:company|account|business|organi[sz]ation|associated company|employer)(?: \d+)? name$|^nombre (?:de la |del )?(?:empresa|negocio|compania)$|^associated company$/,
    labels: ["company", "company name", "empresa", "compania", "negocio", "organization", "organizacion"],
  },
  {
    name: "street",
    pattern:
      /^(?:(?:home|business|other|mailing|billing|shipping|default|work|property|primary|physical|postal)(?: \w+){0,2} )?(?:street(?: address)?(?: 1)?|address(?: line)?(?: ?1)?|direccion(?: 1)?|calle|domicilio)$|^(?:street|address)(?: \d+)?(?: address| line| street)?(?: ?1)?$|^direccion (?:fisica|postal|residencial|de (?:la )?(?:casa|residencia))$|^address 1 street$|^address formatted$|^address 1 formatted$/,
    labels: ["street", "street address", "address", "direccion", "calle", "domicilio"],
  },
];
