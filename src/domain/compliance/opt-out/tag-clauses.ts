import { type Tag, tagOf } from "./lexicon.ts";

/** Phrases that mean one thing, as one word of the lexicon. Applied to plain words without accents. */
const phrases: readonly [RegExp, string][] = [
  [/\bdo not\b/g, "dont"],
  [/\b(?:no longer|not any longer)\b/g, "nolonger"],
  [/\bnome\b/g, "no me"],
  [/\bnomas\b/g, "no mas"],
  [/\bmasnada\b/g, "mas nada"],
  [
    /\b(?:do not|dont|no) (?:call|contact|text) (?:list|registry)\b|\bdnc\b|\blista (?:de )?no llam\w+/g,
    "dncl",
  ],
  [/\bopt(?:ing)? (?:me |us )?(?:out|oout)\b|\bopt me out\b/g, "optout"],
  [/\bopted (?:me )?out\b/g, "optedout"],
  [/\b(?:me|nos|se|te) (?:di|dio|dimos|dieron|diste) de baja\b/g, "optedout"],
  [/\b(?:me|nos) (quiero|queremos|quisiera|deseo|voy a|puedo) dar (?:de )?baja\b/g, "$1 optout"],
  [
    /\b(?:me |nos )?(?:dar(?:me|nos|se)?|den(?:me|nos)?|deme|denos|dame|danos|doy|das|dan|da) (?:de |la |una )*(?:baja|unsubscribe|opt ?out)\b/g,
    "optout",
  ],
  [
    /\b(solicito|quiero|pido|deseo|necesito|tramit\w+|procesen|hacer)(?: (?:la|mi|una|el))? (?:baja|optout|unsubscribe)\b/g,
    "$1 optout",
  ],
  [/\b(?:como|cuando|que hago para) (?:yo )?dejo de\b/g, "stopde"],
  [/\bdeje de (?:recibir|ver)\b|\b(?:deje|dejo) de (?:recibir\w*|llegar\w*)(?= \w+ (?:me|por))/g, "stopped"],
  [
    /\b(?:dej(?:a|e|en|es|ar|ara|aran|o|are)|par(?:a|e|en|ar|aran)|termin(?:e|en)|ces(?:e|en|ar)) d[ei]?(?= )/g,
    "stopde",
  ],
  [/\b(?:knock|cut) it (?:off|out)\b/g, "stop"],
  [/\btak(?:e|ing) back\b/g, "revoke"],
  [/\bcount me out\b/g, "optout"],
  [/\breach(?:ing)? out\b/g, "reachout"],
  [/\b(?:otra compania|another company|other company|otro numero|otra empresa)\b/g, "alguien"],
  [/\b(?:otra vez|de nuevo)\b/g, "again"],
  [/\bsin querer\b|\bpor error\b/g, "mistake"],
  [/\btal vez\b/g, "quizas"],
  [/\bpor que\b/g, "why"],
  [/\banul\w* (?:la |mi )?suscripcion\b/g, "optout"],
  [
    /\b(?:call|calling|text|texting|contact|mailing|marketing|sms|email|phone|buyers|customer|leads?|promo) lists?\b/g,
    "list",
  ],
  [/\bbases? de datos\b/g, "lista"],
  [
    /\b(?:text|texting|messaging|message|sms|email|alert|marketing) (?:service|program|alerts?|club|messages?|texts|emails)\b/g,
    "texts",
  ],
  [
    /\b(?:servicio|programa|sistema|envio)s? de (?:los |las |sus )?(?=mensaj|texto|sms|correo|alert|notific|promoc|ofert|whats)/g,
    "",
  ],
  [/\bsal(?:ir|irme|irnos|irse|go) del?\b/g, "salirde"],
  [/\b(?:para|de) no recibir\b|^no recibir\b/g, "no quiero recibir"],
  [/\b(?:id |would )?(?:rather|prefer) not\b/g, "dont want"],
  [/\bcease (?:and )?desist\b/g, "optout"],
  [/\b(?:type|kind|tipo|clase)s? (?:of|de)\b/g, ""],
  // The speaker is the one who would write.
  [
    /\bno (?:quiero|deseo|quisiera|queria) (?:molestar|llamar|escribir|contactar|mandar|enviar|hablar)\b(?! mas)/g,
    "_",
  ],
  [/\bdej(?:ense|enme|ame|eme|ennos|arme) de\b/g, "stopde"],
  [/\b(?:me|nos) dej(?:en|e|es|aran|ara) (?=en paz|tranquil|quiet)/g, "dejenme "],
  [
    /\b(?:no|nunca) (?:quiero|deseo) (?:volver a )?saber (?:mas |nada )*(?:de|con) (?:ustedes|usted|ti|vos)\b/g,
    "optout",
  ],
  [/\bsent from my \w+/g, ""],
  [/\bappreciate (?:it )?if you(?: would| could)?\b/g, "want you"],
  [/\bshould i\b/g, "quizas"],
  [/\b(?:no|dont) need (?:to|for)\b(?! (?:get|receive|be|hear))|\bno hace falta(?: que)?\b/g, "noneed"],
  [/\b(?:stop|quit) (?:it )?(?:with|w)\b/g, "stop"],
  [/\bhad enough\b/g, "enough"],
  [/\bget(?:ting)? rid of\b/g, "remove"],
  [/\bthrow (my|this|our) (\w+) (?:away|out)\b/g, "remove $1 $2"],
  [/\bquiero salir(?:me)?$/g, "optout"],
  [
    /\b(call\w*|text\w*|messag\w*|contact\w*|e?mail\w*|llam\w+|escrib\w+) (?:for|about|regarding|asking|looking|buscando|preguntando)\b(?!.*\b(?:only|until|before|after|next|weeks?|days?|months?|now)\b).*$/g,
    "$1",
  ],
  [/\b(?:dar|den|dando|dan|de|des|darme) (?:me )?(?:mas )?seguimiento\b/g, "contacten"],
  [/\bseguimientos?\b/g, "mensajes"],
  [/\bfollowing up\b/g, "contacting"],
  [/\bfollow ups\b|(?<=\bmore )follow up\b/g, "messages"],
  [/(?<=\b(?:dont|not|never) )follow up\b/g, "contact"],
  [
    /\b(?:clicked|hit|pressed|tapped|le di a|le di|presione|apreté) (?:on |the |el |en |a )*(?:unsubscribe|stop|opt ?out|cancelar(?: (?:la )?suscripcion)?|baja)\b/g,
    "optedout",
  ],
  [/\b(?:he|hemos|habia) dado de baja\b/g, "optedout"],
  [
    /\b(?:no tienen|no tiene|sin) (?:ningun )?derecho (?:a|de|para)\b|\b(?:tienen|tiene|les|le|queda) prohib\w+\b/g,
    "no",
  ],
  [
    /\b(?:you )?(?:have no right to|may not|are not (?:allowed|permitted|authorized) to|arent allowed to|youre not allowed to)\b/g,
    "dont",
  ],
  [/\b(?:i |we )?forbid you (?:to|from)\b/g, "dont"],
  [/\bleave me be\b|\blet me be\b/g, "leave me alone"],
  [/\b(?:crossed|scratched|struck|taken) off\b/g, "removed"],
  [/\bceses?n? y desistan?\b/g, "optout"],
  [/\bhagan spam\b/g, "manden spam"],
  [/\b(?:group|grupo|clase) (?:class|lesson|session|tour|clase|grupal)\b/g, "service"],
  [/\b(?:penalidad|penalty|fee|cargo|costo|multa) (?:por|for|to|if i)\b.*$/g, "cargo"],
  [/\b(?:unless|a menos que|si no hay)\b/g, "unless"],
  [/\ba lo mejor\b/g, "quizas"],
  [/\bdrop (my|this) number\b/g, "lose $1 number"],
  // The Spanish auxiliary, not the English pronoun.
  [/\bhe (?=\w+(?:ado|ido|cho|esto|ito)\b)/g, ""],
  [/\b(?:unsubscribe|optout|opt ?out|removal|stop) request\b|\bsolicitud de baja\b/g, "optout"],
  [/\b(?:por ?que|why) no me dejan? (?:en paz|tranquil\w+)/g, "optout"],
  [/\bat once\b/g, "now"],
  [/\b(?:be|get|being) left alone\b/g, "leave me alone"],
  [
    /\b(?:estar |mantenganme |dejenme |mantenme )fuera de (?=(?:su|sus|tu|tus|la|las|esta|estas) (?:lista|base|sistema))/g,
    "saquenme de ",
  ],
  [/\bopt (?:\w+ ){1,3}out\b/g, "optout"],
  [/^(?:la |mi )?baja (?:inmediata|definitiva|total|de (?:la|su|sus|las|esta) listas?)\b/g, "optout"],
  [/\b(?:respeten|confirmen|hagan|procesen|tramiten) (?:la |mi )baja\b/g, "optout"],
  [/\b(?:alguien|someone|somebody|anyone) (?=puede|can|could|podria)/g, ""],
  [/\b(?:dont|not|never) leave (?:me |us )?(?:any )?(?:more )?(?=voicemails?|messages?)/g, "dont send me "],
  [/\bno (?:me |nos )?dejen (?:mas )?(?=mensajes|recados)/g, "no me manden "],
  [/\bmensajes de voz\b/g, "mensajes"],
  [/\b(?:call ?backs?|devuelvan la llamada)\b/g, "_"],
  [
    /\b(?:dont|didnt|not) (?:want|mean) to (?:bother|call|text|disturb|spam|message|annoy) (?:you|u|anyone)\b/g,
    "_",
  ],
  [/\b(?:no se si|not sure if|on the fence about|i dont know if)\b/g, "quizas"],
  [/\bdo not call list (?=question|rules?|law)/g, "_ "],
  [/\boutta\b/g, "out of"],
  [/\bdej\w+ sin efecto\b|\bsin efecto\b/g, "sinefecto"],
  [/\bfuera de mi (?:telefono|celular|numero|vida)\b/g, "dejenme en paz"],
  [/\bdadme de baja\b|\boptim\w out\b/g, "optout"],
  [/\band (?:ill|i will|im going to|im gonna|i) (?:unsub\w*|opt out|block)/g, "if unsubscribe"],
  // "One more call and I want off", "un mensaje más y me salgo".
  [
    /\b(?:one more|1 more|next|another) \w+ (?:and|or|n)\b|\b(?:un|una|otro|otra|1) \w+ mas y\b|\botr[oa] \w+ y\b/g,
    "if",
  ],
  [
    /\b(?:creo que|i think ill|i think im|i guess ill)(?= (?:me |nos )?(?:voy|vamos|doy|unsub|going|gonna))/g,
    "quizas",
  ],
  [
    /\bdej(?:en|e|a) (?:ya )?(?:el|la|los|las|con el|con la|tanto|tanta) (?=spam|jodienda|acoso|llamadera|texteadera|molestia)/g,
    "stopde ",
  ],
  [/\bjodienda(?: de)?\b|\bllamadera\b/g, "llamadas"],
  [
    /\b(?:cancelacion|supresion|eliminacion|borrado|deletion|erasure)(?= (?:of|de) (?:all )?(?:my|mi|mis|todos mis|our))/g,
    "removal",
  ],
  // "I replied STOP", "les escribí STOP": an earlier opt-out.
  [
    /\b(?:replied|texted|wrote|typed|sent|answered|escribi|respondi|conteste|mande|puse|puesto|escrito|enviado|mandado|envie) (?:you |les |le |te |back )*(?:the word |la palabra )?(?:stop|unsubscribe|alto|baja|salir)\b/g,
    "optedout",
  ],
  [/\b(?:rather|prefer|like it if|appreciate it if) you (?:didnt|dont|not|stopped)\b/g, "want dont"],
  [/\boptedout\b.*\b(?:times|veces|twice)\b/g, "optout"],
];

export type Clause = { words: string[]; tags: Tag[] };

const joinPhrases = (clause: string): string =>
  phrases.reduce((text, [pattern, word]) => text.replace(pattern, word), clause).trim();

/** "Si" is "if" before the rest of a condition, and "yes" elsewhere. */
const isCondition = (words: readonly string[], index: number): boolean =>
  words[index] === "si" &&
  /^(?:me|no|nos|les|se|te|recibo|siguen|vuelven|vuelve|sigue|algun|ustedes)$/.test(words[index + 1] ?? "");

const maxClauseWords = 60;

/** The time of a pattern grows faster than its clause. */
const splitLong = (words: string[]): string[][] =>
  words.length === 0 ? [] : [words.slice(0, maxClauseWords), ...splitLong(words.slice(maxClauseWords))];

/** Conjunctions after which something new is said. */
const conjunctions =
  /\b(?:but|pero|anyway|asi que|because|porque|ya que|or(?= (?:i|ill|im|we|well)\b)|o(?= (?:los|les|voy|te|llamo)\b)|so(?= (?:stop|dont|take|remove|quit|unsub|leave|do not|no)))\b/g;

/** The words of each clause with their classes. `text`: plain words with bars between clauses. */
export const tagClauses = (text: string): Clause[] =>
  text
    .replace(conjunctions, "|")
    .split("|")
    .map((clause) => joinPhrases(clause.trim()).split(/\s+/).filter(Boolean))
    .flatMap(splitLong)
    .map((words) => ({
      words,
      tags: words.map((word, index): Tag => (isCondition(words, index) ? "if" : tagOf(word))),
    }));
