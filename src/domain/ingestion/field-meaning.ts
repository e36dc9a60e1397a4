/** What a field's name says about its value. Weights: 0 nothing, 1 perhaps, 3 surely. */
export type FieldMeaning = {
  email: number;
  phone: number;
  firstName: number;
  lastName: number;
  fullName: number;
  message: number;
  eventType: number;
  /** Above 0 the customer's, below 0 that of staff or of the tool itself. */
  ownership: number;
  /** Whom a message is from or to; which of them is the customer depends on its direction. */
  party: "from" | "to" | undefined;
  /** Called a message: what is written inside is what somebody said. */
  isMessage: boolean;
  /** Only holds the value of the field above it. */
  isWrapper: boolean;
};

const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words of a name in any style and either language: `q3_fullName`, `Correo electrónico`, `your-email`. */
export const splitFieldName = (name: string): string[] =>
  name
    .slice(0, 120)
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "");

const customerWords = wordSet(`
  customer customers client clients cliente clientes contact contacts contacto contactos lead leads prospect
  prospecto person people persona subscriber suscriptor respondent invitee attendee attendees guest guests
  buyer comprador payer purchaser patient paciente member student applicant candidate donor billing
  visitor visitante registrant requester caller consumer shopper participant participante signer recipient
  recipients`);
const staffWords = wordSet(`
  owner owners agent agents agente assignee assigned assignees merchant repository repo staff admin admins
  administrator employee empleado operator rep representative organizer organiser host hosts teammate team
  support creator by actor committer pusher author authors vendor supplier seller vendedor store shop tienda
  installation bot sponsor manager instructor cc bcc reply replyto emergency bounce unsubscribe webmaster
  memberships membership head base commit commits issuer channel inbox mailbox organization
  referrer referral partner company business empresa negocio sucursal reviewer reviewers responsible approver`);
const fillerWords = wordSet(`
  your you tu su sus the el la lo de del a what whats s is cual es please enter por favor escriba ingrese
  indique input field campo form value electronico e address direccion do we can my mi us at nos`);

const emailWords = wordSet("email emails mail correo correos emailaddress mailaddress");
const phoneWords = wordSet(`
  phone phones mobile cell cellphone telephone tel telefono telefonos celular cel movil whatsapp msisdn
  phonenumber mobilephone homephone workphone`);
const nonPhoneWords = wordSet(`
  id ids sid type code country ext extension verified status count price label carrier hash fax token timestamp
  time date zip postal order invoice amount key uuid version lat lng latitude longitude`);
const firstNames = wordSet(`
  firstname fname givenname forename primernombre nombres namefirst nombrepila`);
const lastNames = wordSet(`
  lastname lname surname familyname apellido apellidos primerapellido namelast apellidopaterno`);
const fullNames = wordSet(`
  fullname nombrecompleto realname displayname profilename nombreyapellido nombreyapellidos nombreapellido
  nombreapellidos completename firstandlastname firstlastname namesurname`);
const messages = wordSet(`
  message mensaje msg comment comments comentario comentarios inquiry consulta question pregunta enquiry
  messagetext messagebody textbody bodytext plaintext mensajes howhelp`);
const possibleMessages = wordSet(
  "body text texto content notes nota notas note description details detalles subject",
);
const eventTypes = wordSet(
  "eventtype eventname event webhookevent tipoevento evento triggerevent notificationtype",
);
const possibleEventTypes = wordSet("type topic action trigger kind tipo webhooktype subscriptiontype");
const wrappers = wordSet("value values answer answers val raw response respuesta valor");

const ownershipWeight = (words: string[]): number => {
  let side = 0;
  for (const word of words) {
    if (customerWords.has(word)) side += 2;
    else if (word === "shipping") side += 1;
    else if (staffWords.has(word)) side -= 4;
  }
  return side;
};

const messageParty = (compact: string): FieldMeaning["party"] => {
  if (/^(from|sender|fromnumber|fromemail|fromaddress|senderemail|senderphone|waid|author)$/.test(compact))
    return "from";
  return /^(to|tonumber|toemail|toaddress|recipient|recipients)$/.test(compact) ? "to" : undefined;
};

const phoneWeight = (words: string[], compact: string): number => {
  // WhatsApp's id of a person is their number.
  if (compact === "waid") return 2;
  if (words.some((word) => nonPhoneWords.has(word))) return 0;
  if (words.some((word) => phoneWords.has(word)) || /phone|telefono|celular|whatsapp/.test(compact)) return 3;
  if (/^(contact|caller|from|reminder|textreminder|mobile|contacto|sms)?(number|numero)$/.test(compact))
    return 1;
  return 0;
};

const computeMeaning = (name: string): FieldMeaning => {
  const words = splitFieldName(name);
  const compact = words.join("");
  const asked = words.filter((word) => !fillerWords.has(word) && !/^[a-z]?\d+$/.test(word));
  const core = asked.filter((word) => !customerWords.has(word)).join("");
  const isName = core === "name" || core === "nombre";
  const whose = words.some(
    (word) => customerWords.has(word) || word === "your" || word === "su" || word === "tu",
  );
  const hasPhone = phoneWeight(words, compact);
  return {
    email: words.some((word) => emailWords.has(word)) || /email|correo/.test(compact) ? 3 : 0,
    phone: hasPhone,
    firstName: firstNames.has(core) ? 3 : /^(first|given|nombre)$/.test(core) ? 1 : 0,
    lastName: lastNames.has(core) ? 3 : /^(last|family)$/.test(core) ? 1 : 0,
    fullName: fullNames.has(core) ? (core === "displayname" ? 2 : 3) : isName ? (whose ? 3 : 1) : 0,
    message: messages.has(core) ? 3 : possibleMessages.has(core) ? 1 : 0,
    eventType: eventTypes.has(compact) ? 3 : possibleEventTypes.has(compact) ? 2 : 0,
    // Meta's name for the number that was written to.
    ownership: compact === "displayphonenumber" ? -4 : ownershipWeight(words),
    party: messageParty(compact),
    isMessage: /^(messages?|mensajes?|sms|conversation|lastmessage)$/.test(compact),
    isWrapper: wrappers.has(compact),
  };
};

/** Names come again and again; what they mean does not change. */
const meaningByName = new Map<string, FieldMeaning>();
export const fieldMeaning = (name: string): FieldMeaning => {
  const found = meaningByName.get(name);
  if (found) return found;
  const sense = computeMeaning(name);
  if (meaningByName.size >= 5000) meaningByName.clear();
  meaningByName.set(name, sense);
  return sense;
};

export const noMeaning: FieldMeaning = computeMeaning("");
