import { guessWeights } from "./guess-weights.ts";
import {
  companyFields,
  companyWords,
  customerWords,
  detailObjects,
  recordLists,
  staffWords,
  weakCustomerWords,
  weakStaffWords,
} from "./party-words.ts";
import { fieldEvidence, type PayloadEvidence } from "./payload-evidence.ts";
import { splitFieldName } from "./split-field-name.ts";

const { certain, likely, possible } = guessWeights.meaning;
const none = 0;

/** What a field's name says about its value; the numbers are weights of `guessWeights.meaning`. */
export type FieldMeaning = {
  email: number;
  /** Whether a text with the form of an address is one: `never` for ids and keys. */
  emailField: EmailField;
  phone: number;
  firstName: number;
  lastName: number;
  fullName: number;
  message: number;
  eventType: number;
  language: number;
  country: number;
  zip: number;
  region: number;
  town: number;
  /** Sum of `guessWeights.ownership`. */
  ownership: number;
  /** Sender or recipient of a message; the direction decides which of them is the customer. */
  party: "from" | "to" | undefined;
  /** The field is called a message, so the texts inside are its content. */
  isMessage: boolean;
  /** Holds the value of its parent field. */
  isWrapper: boolean;
  /** An object of this name holds fields of the object around it. */
  isDetail: boolean;
  /** A list of this name holds independent records. */
  isRecordList: boolean;
  /** The word for a customer in the name: "lead" in `lead_email`. */
  customerWord: string | undefined;
  isCompanyField: boolean;
  /** A user, who may be a customer or use the sending tool. */
  isUser: boolean;
  /** Wraps what the event is about: `data`, `payload`. */
  isEnvelope: boolean;
  /** What the name says of the sender of the payload. */
  evidence: PayloadEvidence;
};

const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const fillerWords = wordSet(`
  your you tu su sus the el la lo de del a what whats s is cual es please enter por favor escriba ingrese
  indique input field campo form value electronico e address direccion do we can my mi us at nos`);

/** Kinds of records, which say nothing about a field of its person: `ticket_requester_name`. */
const recordWords = wordSet("ticket order booking reservation deal appointment cita pedido reserva");
const emailWords = wordSet("email emails mail correo correos emailaddress mailaddress");
/** Names under which an address may be found though they do not say so. */
const possibleEmails = wordSet("handle address username login user usuario sender recipient identifier");
/** Words of fields whose values only look like addresses: ids of calendars, sessions, messages. */
const nonEmailWords = wordSet(`
  id ids uid uuid key keys token session calendar message template campaign thread hash list subject content domain
  url uri href link ssh clone git path provider unique resource source webhook title description`);
const phoneWords = wordSet(`
  phone phones mobile mobiles cell cellphone telephone telephones tel telf tlf tfno fono telefono telefonos celular
  celulares cel movil whatsapp wa msisdn phonenumber mobilephone homephone workphone handphone ani`);
const nonPhoneWords = wordSet(`
  id ids sid type code country ext extension verified status count price label carrier hash fax token timestamp
  time date zip postal order invoice amount key uuid version lat lng latitude longitude receipt account routing
  trace tracking reference ticket case serial card tax vat opt optin consent preference preferred window`);
const firstNames = wordSet(`
  firstname fname givenname forename primernombre nombres namefirst nombrepila givennames firstnames`);
const lastNames = wordSet(`
  lastname lname surname familyname apellido apellidos primerapellido namelast apellidopaterno lastnames secondname familia`);
const fullNames = wordSet(`
  fullname nombrecompleto realname displayname profilename nombreyapellido nombreyapellidos nombreapellido
  nombreapellidos completename firstandlastname firstlastname namesurname formattedname`);
const messages = wordSet(`
  message mensaje msg comment comments comentario comentarios inquiry consulta question pregunta enquiry
  messagetext messagebody textbody bodytext plaintext mensajes howhelp`);
const possibleMessages = wordSet(
  "body text texto content notes nota notas note description details detalles subject",
);
const eventTypes = wordSet(
  "eventtype eventname event webhookevent tipoevento evento triggerevent notificationtype",
);
const possibleEventTypes = wordSet(
  "type topic action trigger kind tipo webhooktype subscriptiontype entitytype",
);
const languageFields = wordSet(
  "language lang idioma lenguaje locale preferredlanguage languagecode langcode userlanguage userlocale idiomapreferido",
);
const countryFields = wordSet(
  "country countrycode pais paiscodigo codigopais countryiso isocountry countrycodev2 countryiso2 paisderesidencia",
);
const zipFields = wordSet(
  "zip zipcode postal postalcode postcode codigopostal cp zippostalcode postalzip zippostal",
);
const regionFields = wordSet(
  "state region province provincia estado stateprovince provincecode statecode administrativearea",
);
const townFields = wordSet("city town ciudad pueblo municipio locality localidad municipality municipalidad");
const envelopes = wordSet(
  "data payload body event object resource record current item entity attributes fields values content result",
);
const wrappers = wordSet("value values answer answers val raw response respuesta valor");

/** Before "by" these name a customer: `submitted_by`, not `created_by`. */
const customerActions = wordSet(
  "submitted booked requested signed placed filled ordered purchased reserved reservado solicitado",
);
const ownershipWeight = (words: string[]): number => {
  let total = 0;
  for (const word of words) {
    if (weakCustomerWords.has(word)) total += guessWeights.ownership.weakCustomerWord;
    else if (customerWords.has(word)) total += guessWeights.ownership.customerWord;
    else if (/^(?:shipping|dropoff|delivery|entrega)$/.test(word))
      total += guessWeights.ownership.shippingWord;
    else if (word === "account" || word === "accounts") total += guessWeights.ownership.accountWord;
    else if (/^(?:by|por)$/.test(word) && words.some((other) => customerActions.has(other))) total += 0;
    else if (word === "por" && words.some((other) => /[ai]do$/.test(other)))
      total += guessWeights.ownership.staffWord;
    else if (weakStaffWords.has(word)) total += guessWeights.ownership.weakStaffWord;
    else if (staffWords.has(word) || staffWords.has(word.replace(/s$/, "")) || companyWords.has(word))
      total += guessWeights.ownership.staffWord;
  }
  const compact = words.join("");
  return total === 0 && (joinedStaffName.test(compact) || (words.length > 1 && staffWords.has(compact)))
    ? guessWeights.ownership.staffWord
    : total;
};

/** Names written as one word: `assignedtoemail`, `createdby`. */
const joinedStaffName =
  /^(?:(?:assigned|created|updated|modified|changed|edited|opened|closed|acknowledged|owned|managed|approved)(?:to|by)|assignee|owner|author|committer|creator|reporter|agent|employee)(?:user)?(?:e?mail|name|phone|address|$)/;

/** A user, an account, a login: `user`, `userEmail`, `username`, `accountLogin`. */
const isUserField = (words: string[], compact: string): boolean =>
  /^(?:affected|current|target|end)?(?:users?|usuarios?|username|login|userprincipalname|upn)$/.test(
    compact,
  ) ||
  (words.includes("user") && !words.some((word) => customerWords.has(word)));

const partyField = "(?:s|fields?|full|number|e?mail|address(?:es)?|phone|user|contact|party)?";
const senderField = new RegExp(`^(?:(?:from|sender|remitente)${partyField}|waid|author)$`);
const recipientField = new RegExp(
  `^(?:(?:to|rcpt|rcptto|recipients?|destinatario|destination)${partyField})$`,
);
const messageParty = (compact: string): FieldMeaning["party"] => {
  if (senderField.test(compact)) return "from";
  return recipientField.test(compact) ? "to" : undefined;
};

const phoneWeight = (words: string[], compact: string): number => {
  // WhatsApp uses the phone number as the id of a person.
  if (compact === "waid") return likely;
  if (words.some((word) => nonPhoneWords.has(word)) && compact !== "callerid") return none;
  if (words.some((word) => phoneWords.has(word)) || /phone|telefono|celular|whatsapp/.test(compact))
    return certain;
  if (
    /^(contact|caller|contacto|customer|cliente|lead|mobile|sms|textreminder)(number|numero|no)$/.test(
      compact,
    )
  )
    return likely;
  if (/^(from|reminder)?(number|numero)$|^caller(id)?$/.test(compact)) return possible;
  return none;
};

type EmailField = "named" | "possible" | "unknown" | "never";
const emailField = (words: string[], compact: string, core: string): EmailField => {
  const isNamed = words.some((word) => emailWords.has(word)) || /email|correo/.test(compact);
  if (isNamed && compact !== "emailid" && words.some((word) => nonEmailWords.has(word))) return "never";
  if (isNamed) return "named";
  if (words.some((word) => nonEmailWords.has(word))) return "never";
  // Form tools number their fields: `1`, `input_5`, `q3`.
  const isNumbered = /^(?:input|field|campo|q|question|col|column|answer)?[a-z]?\d+$/.test(compact);
  return possibleEmails.has(compact) || core === "" || isNumbered ? "possible" : "unknown";
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
  const core = contentWords.filter((word) => !customerWords.has(word) && !recordWords.has(word)).join("");
  const ownership = ownershipWeight(words);
  const address = emailField(words, compact, core);
  const customerWord = words.find((word) => customerWords.has(word));
  const namesOwner = words.some(
    (word) => customerWords.has(word) || word === "your" || word === "su" || word === "tu",
  );
  return {
    email: address === "named" ? certain : none,
    emailField: address,
    phone: phoneWeight(words, compact),
    firstName: firstNames.has(core) ? certain : /^(first|given|nombre)$/.test(core) ? possible : none,
    lastName: lastNames.has(core) ? certain : /^(last|family)$/.test(core) ? possible : none,
    fullName: fullNameWeight(core, namesOwner),
    message: messages.has(core) ? certain : possibleMessages.has(core) ? possible : none,
    eventType: eventTypes.has(compact) ? certain : possibleEventTypes.has(compact) ? likely : none,
    // Meta's name for the business's own number.
    ownership: compact === "displayphonenumber" ? guessWeights.ownership.businessNumber : ownership,
    party: messageParty(compact),
    isMessage: /^(messages?|mensajes?|sms|conversation|lastmessage)$/.test(compact),
    isWrapper: wrappers.has(compact),
    language: languageFields.has(core) ? certain : none,
    country: countryFields.has(core) ? certain : none,
    zip: zipFields.has(core) ? certain : none,
    region: regionFields.has(core) ? certain : none,
    town: townFields.has(core) ? certain : none,
    isDetail: detailObjects.has(compact),
    isRecordList: recordLists.has(compact),
    customerWord,
    isCompanyField: companyFields.has(compact),
    isUser: isUserField(words, compact),
    isEnvelope: envelopes.has(compact),
    evidence: fieldEvidence(words),
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
