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
     autorizado,autorizada,concedido,concedida,on,activo,active,checked,claro,sure,yes please,si por favor`,
  ],
  [
    false,
    `no,n,false,falso,f,0,disagree,decline,declined,denied,deny,rechazo,rechaza,rechazado,rechazada,no acepto,no acepta,
     opt out,opted out,optout,opt-out,unsubscribed,unsubscribe,no autorizo,no autoriza,negado,negada,off,inactivo,
     inactive,de baja,baja,never,nunca,no gracias,no thanks,do not contact,no contactar,stop`,
  ],
]);

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
