import { guessWeights } from "./guess-weights.ts";

const { certain, likely, possible } = guessWeights.meaning;
const none = 0;

/** What a field's name says about its value; the numbers are weights of `guessWeights.meaning`. */
export type FieldMeaning = {
  email: number;
  phone: number;
  firstName: number;
  lastName: number;
  fullName: number;
  message: number;
  eventType: number;
  /** Sum of `guessWeights.ownership`. */
  ownership: number;
  /** Sender or recipient of a message; the direction decides which of them is the customer. */
  party: "from" | "to" | undefined;
  /** The field is called a message, so the texts inside are its content. */
  isMessage: boolean;
  /** Holds the value of its parent field. */
  isWrapper: boolean;
};

const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Splits a name in any style, English or Spanish: `q3_fullName`, `Correo electrónico`, `your-email`. */
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
  let total = 0;
  for (const word of words) {
    if (customerWords.has(word)) total += guessWeights.ownership.customerWord;
    else if (word === "shipping") total += guessWeights.ownership.shippingWord;
    else if (staffWords.has(word)) total += guessWeights.ownership.staffWord;
  }
  return total;
};

const messageParty = (compact: string): FieldMeaning["party"] => {
  if (/^(from|sender|fromnumber|fromemail|fromaddress|senderemail|senderphone|waid|author)$/.test(compact))
    return "from";
  return /^(to|tonumber|toemail|toaddress|recipient|recipients)$/.test(compact) ? "to" : undefined;
};

const phoneWeight = (words: string[], compact: string): number => {
  // WhatsApp uses the phone number as the id of a person.
  if (compact === "waid") return likely;
  if (words.some((word) => nonPhoneWords.has(word))) return none;
  if (words.some((word) => phoneWords.has(word)) || /phone|telefono|celular|whatsapp/.test(compact))
    return certain;
  if (/^(contact|caller|from|reminder|textreminder|mobile|contacto|sms)?(number|numero)$/.test(compact))
    return possible;
  return none;
};

const fullNameWeight = (core: string, namesOwner: boolean): number => {
  if (core === "displayname") return likely;
  if (fullNames.has(core)) return certain;
  if (core !== "name" && core !== "nombre") return none;
  return namesOwner ? certain : possible;
};

const computeMeaning = (name: string): FieldMeaning => {
  const words = splitFieldName(name);
  const compact = words.join("");
  const contentWords = words.filter((word) => !fillerWords.has(word) && !/^[a-z]?\d+$/.test(word));
  const core = contentWords.filter((word) => !customerWords.has(word)).join("");
  const namesOwner = words.some(
    (word) => customerWords.has(word) || word === "your" || word === "su" || word === "tu",
  );
  return {
    email: words.some((word) => emailWords.has(word)) || /email|correo/.test(compact) ? certain : none,
    phone: phoneWeight(words, compact),
    firstName: firstNames.has(core) ? certain : /^(first|given|nombre)$/.test(core) ? possible : none,
    lastName: lastNames.has(core) ? certain : /^(last|family)$/.test(core) ? possible : none,
    fullName: fullNameWeight(core, namesOwner),
    message: messages.has(core) ? certain : possibleMessages.has(core) ? possible : none,
    eventType: eventTypes.has(compact) ? certain : possibleEventTypes.has(compact) ? likely : none,
    // Meta's name for the business's own number.
    ownership:
      compact === "displayphonenumber" ? guessWeights.ownership.businessNumber : ownershipWeight(words),
    party: messageParty(compact),
    isMessage: /^(messages?|mensajes?|sms|conversation|lastmessage)$/.test(compact),
    isWrapper: wrappers.has(compact),
  };
};

const maxCachedNames = 5000;
const meaningByName = new Map<string, FieldMeaning>();

export const fieldMeaning = (name: string): FieldMeaning => {
  const cached = meaningByName.get(name);
  if (cached) return cached;
  const meaning = computeMeaning(name);
  if (meaningByName.size >= maxCachedNames) meaningByName.clear();
  meaningByName.set(name, meaning);
  return meaning;
};

export const noMeaning: FieldMeaning = computeMeaning("");
