import type { Language } from "./language.ts";

const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words without accents that belong to one of the two languages only. */
const spanish = wordSet(`
  el los las un una unos unas del al que como cuando donde cuanto cuanta cual quien porque pero si tambien muy
  mas menos este esta esto ese esa eso estos estas aqui ahi alli hoy manana ayer ahora luego despues antes
  siempre nunca todavia ya yo tu usted ustedes ella ellos ellas nosotros mi mis su sus nos les le lo por para
  con sin sobre entre hasta desde es son soy eres somos estoy estamos estan fue fueron ser estar hay tengo
  tiene tienen tenemos tenia quiero quiere quieren queremos quisiera puedo puede pueden podemos podria
  necesito necesita necesitamos hago hace hacer hacen voy van vamos viene vienen vino llego llega llegan dice
  dijo dijeron saber sabe gusta gustaria favor gracias hola buenos buenas dias tardes noches dia semana mes
  casa luz placas bateria cita precio costo seguro carro cliente numero telefono correo mensaje mensajes
  informacion ayuda baja alto cancelar llamame llamen llamar envien enviar mandar manden mande escriban bien
  mal buen bueno buena mejor mismo otra otro otros todo todos toda nada algo alguien cada tanto mucho mucha
  muchos solo asi entonces pues claro dale vale perdon senor senora quitar remover salir pa toy q xq pq tb
  porfa porfavor vez hora horas lunes martes miercoles jueves viernes sabado domingo`);
const english = wordSet(`
  the an and but or of to in on at for from with without about this that these those what when where which who
  why how i you she it we they my your our their his her its him them is are was were be been am being do does
  did done have had having will would can could should shall may might must not dont doesnt didnt cant wont
  isnt im ive id ill youre theyre thats whats there here now then today tomorrow yesterday please thanks thank
  hello good morning afternoon evening day week month house home power panels battery appointment price cost
  quote insurance car call called calling texting message messages need want wants wanted know like get got
  getting give gave send sent sending help unsubscribe yes yeah just only more less much many some any all
  every other another same still yet already again back out up down over after before because if so too very
  really also than as by into u ur pls plz rn ngl lol thx interested looking available schedule number phone
  time times monday tuesday wednesday thursday friday saturday sunday`);

/** Words that alone say the language, such as the keywords of opt-outs and help. */
const spanishAlone = wordSet(
  "alto baja ayuda informacion cancelar detener parar hola gracias buenas buenos quiero necesito desuscribir salir",
);
const englishAlone = wordSet("unsubscribe help hello thanks please want need interested yes");

const maxLength = 2000;
const minEvidence = 2;
/** The other language may have at most this share: one borrowed word in a long sentence. */
const maxOtherShare = 0.15;

/**
 * The language of a text, if it is clear: undefined for texts without evidence, for mixed ones and for other languages
 * that share too few words with these two.
 */
export const detectLanguage = (text: string): Language | undefined => {
  const lower = text.slice(0, maxLength).toLowerCase();
  // Portuguese and French share many words with Spanish, but not these letters.
  if (/[ãõçêèœ]/.test(lower)) return undefined;
  const words =
    lower
      .replaceAll(/https?:\S+|\S+@\S+/g, " ")
      .normalize("NFD")
      .replaceAll(/[\p{M}'’]/gu, "")
      .match(/\p{L}+/gu) ?? [];
  let es = /[¿¡]|ñ/.test(lower) ? 1 : 0;
  let en = 0;
  for (const word of words) {
    if (spanish.has(word)) es += words.length <= 2 && spanishAlone.has(word) ? minEvidence : 1;
    if (english.has(word)) en += words.length <= 2 && englishAlone.has(word) ? minEvidence : 1;
  }
  const total = es + en;
  if (Math.max(es, en) < minEvidence || Math.min(es, en) > total * maxOtherShare) return undefined;
  // A third language may share a word or two with them.
  if (Math.max(es, en) < words.length * 0.2) return undefined;
  return es > en ? "es" : "en";
};
