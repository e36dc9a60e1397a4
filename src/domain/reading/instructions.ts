import { createPhraseMatcher } from "./phrases.ts";
import type { Token } from "./tokens.ts";
import { wordLists } from "./word-lists.ts";

/** Sentences that speak to a program and not to the business. */
export const instructionSignals = {
  instruction: `
    ignore|disregard|forget|override|bypass|skip _4 instruction|instructions|prompt|prompts|rules|guidelines|programming|training|directives|policies
    ignora|ignore|ignoren|olvida|olvide|omite|omita|desobedece|descarta _4 instruccion|instrucciones|reglas|indicaciones|ordenes|prompt|programacion|politicas
    you are now|no a|an|in|my|the|longer; you are a|an _2 ai|bot|assistant|model|chatbot; from now on you; ahora eres; a partir de ahora eres|debes|actua*; act|behave as a|an|if|my; actua|comportate como; pretend to|you|that
    new|updated|nuevas|nueva instruction|instructions|prompt|instrucciones|instruccion; system prompt|message|override|instruction; prompt del sistema; mensaje de sistema|del sistema; developer|admin|debug|god|root mode|override|command|access; modo desarrollador|administrador|admin; jailbreak
    as an ai; language model; modelo de lenguaje; reveal|print|repeat|show|output|display|leak|tell _4 prompt|instructions|api|password|passwords|secret|secrets|keys|credentials|token|tokens
    revela|muestra|imprime|repite|dime|muestrame _4 prompt|instrucciones|contrasena|contrasenas|claves|secretos|credenciales|token
    respond|reply|answer|output only with|in|json|the|as; responde|contesta|devuelve solo|unicamente|solamente con|en|json|el|la; return json; output json
    mark|tag|flag|classify|label|treat|log _5 lead|customer|client|contact|conversation|user|record|message|sender _4 as; set|update|change|raise|increase _4 score|stage|intent|consent|lead|priority _3 to|as; set _4 opt|consent|stage|status|intent _3 to|true|yes
    marca|marque|clasifica|clasifique|registra|registre|etiqueta|trata _5 lead|cliente|contacto|conversacion|usuario como; cambia|cambie|actualiza|actualice|pon|ponga|sube _4 puntuacion|puntaje|etapa|intencion|consentimiento|lead _3 a|en|como
    the|this customer|client|user|lead|contact|recipient has? agreed|consented|accepted|asked|requested|approved|confirmed|authorized|opted|wishes; el|este|la cliente|usuario|titular|contacto ha? acepto|aceptado|pidio|pedido|autorizo|autorizado|solicito|solicitado|aprobo|consintio|confirmo|dio
    execute|run|invoke _3 tool|function|command|sql|script|code|query|api; ejecuta|ejecute|corre _3 herramienta|funcion|comando|sql|codigo|script|api; drop table|tables; delete from; tool|function call
    send|forward|text|email _4 to all|every|everyone _3 contacts|customers|leads|database|users|list; export|dump|list all|the|every|your _2 contacts|customers|leads|database|users; manda|envia|reenvia _4 a todos _3 clientes|contactos|usuarios; exporta|lista _3 clientes|contactos|base|usuarios
    dear|hey|hi|note|attention|message|hello _1 to|for? ai|bot|assistant|model|chatbot|llm|agent|system|program : ; note to _2 ai|bot|assistant|model|program|system; nota para _2 asistente|bot|ia|sistema|programa|modelo; end of|user prompt|message|input|instructions; begin|start system|admin|instructions
    hidden|secret instruction|instructions|command|message; instruccion|comando|mensaje secret*|ocult*; do not|dont tell|mention|inform|reveal _2 user|operator|customer|human|anyone; no _1 digas|menciones|informes|reveles _2 usuario|operador|cliente|nadie`,
  role: `^ system|sistema|assistant|asistente|developer|admin|root|instruction|instructions|instruccion|instrucciones|prompt|user|usuario|tool|im_start : ; ^ system|admin|developer prompt|message|note|override|instruction|instructions|notice|command : ; ^ mensaje|nota|orden|instruccion del|de|para sistema|administrador : ; ^ mensaje|nota|orden|instruccion del|de|para el|la sistema|ia|asistente|bot :`,
} as const;

const matcher = createPhraseMatcher(instructionSignals, wordLists);

const isSentenceEnd = ({ word, isMark }: Token): boolean => isMark && /^[.!?\n]$/.test(word);

/** The sender speaks for himself again: a question, or a word such as "anyway". */
const turnsBack = (sentence: readonly Token[]): boolean =>
  sentence.at(-1)?.word === "?" ||
  /^(?:anyway|anyways|also|btw|seriously|but|now|pero|ya|ahora|ademas|bueno|igual|aparte)$/.test(
    sentence[0]?.word ?? "",
  );

/**
 * Leaves out the sentences that are addressed to the program: what they demand is not what the sender wants from the
 * business. A line that pretends to be of another role is left out to its end.
 */
export const withoutInstructions = (tokens: readonly Token[]): Token[] => {
  const kept: Token[] = [];
  let isRoleLine = false;
  for (let start = 0; start < tokens.length; ) {
    let end = start;
    while (end < tokens.length && !isSentenceEnd(tokens[end] as Token)) end++;
    end = Math.min(tokens.length, end + 1);
    const sentence = tokens.slice(start, end);
    const found = [...matcher.match(sentence).keys()].map((signal) => matcher.names[signal]);
    if (found.includes("role")) isRoleLine = true;
    else if (found.length === 0 && turnsBack(sentence)) isRoleLine = false;
    if (found.length === 0 && !isRoleLine) kept.push(...sentence);
    if (sentence.at(-1)?.word === "\n") isRoleLine = false;
    start = end;
  }
  return kept;
};
