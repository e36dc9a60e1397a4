import type { personStatuses, personTypes } from "#domain/person.ts";
import { foldedLookup, foldHeader } from "./fold-header.ts";

const wordTable = <V extends string | boolean>(lists: [V, string][]): Map<string, V> =>
  new Map(
    lists.flatMap(([value, words]) =>
      words.split(",").map((word): [string, V] => [foldHeader(word.trim()), value]),
    ),
  );

const agreement = wordTable<boolean>([
  [
    true,
    `yes,y,si,s,true,verdadero,t,v,1,x,ok,agree,agreed,agrees,accept,accepted,accepts,acepto,acepta,acepte,aceptado,
     aceptada,granted,grant,opt in,opted in,optin,opt-in,subscribed,suscrito,suscrita,subscribe,autorizo,autoriza,
     autorizado,autorizada,concedido,concedida,on,activo,active,checked,claro,sure,yes please,si por favor,explicit`,
  ],
  [
    false,
    `no,n,false,falso,f,0,refused,disagree,decline,declined,denied,deny,rechazo,rechaza,rechazado,rechazada,no acepto,no acepta,
     opt out,opted out,optout,opt-out,unsubscribed,unsubscribe,no autorizo,no autoriza,negado,negada,off,inactivo,
     inactive,de baja,baja,never,nunca,no gracias,no thanks,do not contact,no contactar,stop,cleaned,bounced,
     complained,desuscrito,desuscrita`,
  ],
]);

/** Whether a text is one of the words; columns repeat few values, so the answers are kept. */
const isOneOf = (words: string): ((text: string) => boolean) => {
  const find = foldedLookup(new Map(words.split(",").map((word) => [foldHeader(word.trim()), true])));
  return (text) => find(text) === true;
};

/** Words of a consent column that say neither yes nor no: never asked, or not answered yet. */
export const isNoStatement = isOneOf(
  `never subscribed,not subscribed,non subscribed,nonsubscribed,no consent,none,ninguno,ninguna,n/a,na,not opted in,pending,
   pendiente,unconfirmed,transactional,archived,redacted,unknown,desconocido`,
);

/** Words for a person who left a list; "no" only says that the person never agreed. */
export const isRefusalWord = isOneOf(
  `opt out,opted out,optout,unsubscribed,unsubscribe,do not contact,do not call,do not email,do not text,dnc,no contactar,
   no llamar,de baja,baja,stop,never,nunca,desuscrito,desuscrita,complained,spam,spam complaint,removed,suppressed`,
);

/** A state of a subscription to a mailing list. */
export const isSubscriptionWord = isOneOf(
  `subscribed,unsubscribed,never subscribed,not subscribed,non subscribed,nonsubscribed,cleaned,suscrito,desuscrito,
   no consent,opted in,opted out,unconfirmed`,
);

const isNoRefusalWord = isOneOf(
  `no,n,false,falso,f,0,off,none,ninguno,ninguna,n/a,na,null,subscribed,suscrito,suscrita,opted in,opt in,optin,
   not opted out,not unsubscribed,never unsubscribed,allowed,permitido,never subscribed,not subscribed`,
);
/** A dash, or a date that a program writes for none: "0/0/00". */
const emptyDate = /^[0\s/.:–—-]+$/;
/** Whether a value of an opt-out column says that the person did not opt out. Every other value is an opt-out. */
export const isNoRefusal = (text: string): boolean => isNoRefusalWord(text) || emptyDate.test(text);

/** Whether a word means agreement, in English or Spanish; undefined for others. */
export const readAgreement = foldedLookup(agreement);

/** An agreement without proof, as an export writes it. No proof of a file makes it a proven one. */
export const isUnproven = (text: string): boolean => /^(?:unproven|sin prueba)$/i.test(text.trim());

const types = wordTable<(typeof personTypes)[number]>([
  ["lead", "lead,leads,prospect,prospecto,prospecta,prospective,potential,potencial,interesado,interesada"],
  [
    "customer",
    "customer,customers,client,cliente,clienta,clientes,buyer,comprador,compradora,current customer",
  ],
]);
export const readPersonType = foldedLookup(types);

const statuses = wordTable<(typeof personStatuses)[number]>([
  ["new", "new,nuevo,nueva,open,abierto,abierta,fresh,uncontacted,sin contactar"],
  ["qualified", "qualified,calificado,calificada,cualificado,cualificada,mql,sql,interested,interesado"],
  [
    "contacted",
    "contacted,contactado,contactada,in progress,en proceso,working,attempted,reached,seguimiento",
  ],
  [
    "converted",
    "converted,convertido,convertida,won,ganado,ganada,closed won,sold,vendido,vendida,customer,cliente,cerrado ganado",
  ],
]);
export const readPersonStatus = foldedLookup(statuses);
