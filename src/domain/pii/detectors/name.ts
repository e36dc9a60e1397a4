import type { PiiDetector } from "#domain/pii/detector.ts";

/** Words for a person, before `name` in a field. */
const ownerWords =
  "(?:customer|client|clientes?|contact[o]?|person|persona|people|lead|prospect[o]?|user|usuario|patient|paciente|author|sender|recipient|member|miembro|owner|guest|huesped|subscriber|suscriptor|employee|empleado|applicant|solicitante|buyer|comprador|shopper|donor|donante|student|estudiante|tenant|inquilino|attendee|invitee|caller|agent|agente|billing|shipping|billing_details|shipping_details|billing_address|shipping_address|bill_to|ship_to|profile|perfil|titular|holder|from|to|assignee|creator|reporter|sales_?person|representative|requester|emergency_contact|cardholder|signer|receiver|payer|payee)s?";

const personNameField = new RegExp(
  `(?:^|_)(?:(?:first|last|full|given|family|middle|maiden|preferred|birth|sur|sender|profile|real|contact|primer|segundo|1st|2nd)_?names?|fname|lname|surname|surnames|apellidos?|(?:primer|segundo)_(?:nombre|apellido)|apellido_(?:paterno|materno)|nombres?_(?:completo|y_apellidos?|de_pila|del_(?:cliente|titular|contacto|paciente))|nombre_(?:cliente|contacto|paciente|titular)|nombre|nombres|names?_on_card|card_?holder(?:_names?)?|titular|your_name|su_nombre|tu_nombre|names?_(?:first|last|given|family|middle|full))$|^(?:.*_)?${ownerWords}_(?:names?|nombres?)$`,
);

/** Fields that hold the name of a thing. */
const thingNameField =
  /(?:^|_)(?:file|event|street|source|account|friendly|message|policy|build|product|item|company|business|organi[sz]ation|org|repo|repository|domain|host|event|campaign|plan|form|list|segment|tag|label|team|project|channel|city|country|state|region|store|shop|brand|model|type|class|field|column|table|database|service|app|application|device|browser|os|page|site|website|list|group|workflow|pipeline|stage|status|category|template|bucket|package|branch|display_field|server|job|queue|metric|environment|producto|empresa|evento|campana|tienda|ciudad|pais|articulo|servicio|archivo|plantilla|etiqueta|marca|modelo|negocio|compania|screen|user_?agent|attachment|milestone|board|card|sprint|version|check|step|action|task|program|programa|school|currency|language|method|code|variant|vendor|discount|coupon|location|venue|artist|album|song|game)s?_(?:[a-z]+_)?(?:names?|nombres?)$/;

const placeholderValue =
  /^(?:true|false|null|none|n\/?a|unknown|undefined|yes|no|s[ií]|anonymous|an[oó]nimo|test|guest|admin|-+|\.+)$/i;

export const couldBeName = (value: string): boolean =>
  value.length >= 2 &&
  value.length <= 100 &&
  /\p{L}/u.test(value) &&
  !/[@{}<>[\]=_|\\/]|\d{3}|\p{L}\.\p{Ll}/u.test(value) &&
  !placeholderValue.test(value.trim());

const connector = /^(?:de|del|la|las|los|y|e|van|von|der|den|da|do|dos|das|di|du|bin|al|ter|st\.?)$/i;
const nonPersonWord =
  /^(?:inc|llc|corp|ltd|co|company|group|team|store|shop|bank|university|school|plan|premium|basic|pro|free|sale|campaign|newsletter|form|test|demo|new|summer|winter|friday|monday|update|report|event|product|service|services|order|home|contact|us|the|and|of|for|my|your|our|project|issue|build|release|pipeline|default|main|master|web|site|app|email|sms|weekly|daily|monthly|launch|list|lead|leads|customer|customers|venta|ventas|oferta|campaña|formulario|pedido|producto|servicio|equipo|tienda|empresa|s\.?a\.?|verano|invierno|mensual|semanal|high|low|medium|open|closed|active|general|support|sales|marketing|puerto|united|states|north|south|city|street|center|centre|office|club|restaurant|hotel|café|cafe|tag|podcast|job|command|system|server|review|details|integration|sheets|layout|shirt|gift|card|t-shirt|box|set|pack|large)$/i;

/** Two to five capitalised words, none of them common in names of things. */
export const looksLikePersonName = (value: string): boolean => {
  if (!couldBeName(value)) return false;
  const words = value.trim().split(/\s+/, 7);
  if (words.length < 2 || words.length > 5) return false;
  return words.every(
    (word) => connector.test(word) || (/^\p{Lu}[\p{L}'’.-]*$/u.test(word) && !nonPersonWord.test(word)),
  );
};

/** A field called just `name`: its neighbours decide whether it is a person's. */
export const isBareNameField = (fieldName: string): boolean =>
  /(?:^|_)(?:name|full_?name|nombre)s?$/.test(fieldName) && !personNameField.test(fieldName);
export const isThingNameField = (fieldName: string): boolean => thingNameField.test(fieldName);

/** Detected by field only: in free text a name cannot be told from other words. */
export const nameDetector: PiiDetector = {
  kind: "name",
  byField: {
    matchesName: (fieldName) => personNameField.test(fieldName) && !thingNameField.test(fieldName),
    matchesValue: couldBeName,
  },
};
