import { createPhraseMatcher } from "./phrases.ts";
import type { Token } from "./tokens.ts";
import { wordLists } from "./word-lists.ts";

/** Sentences that speak to a program and not to the business. */
const matcher = createPhraseMatcher(
  {
    instruction: `
    ignore|disregard|forget|override|bypass|skip _4 instruction|instructions|prompt|prompts|rules|guidelines|programming|training|directives|policies
    ignora|ignore|ignoren|olvida|olvide|omite|omita|desobedece|descarta _4 instruccion|instrucciones|reglas|indicaciones|ordenes|prompt|programacion|politicas
    you are now|no a|an|in|my|the|longer; you are a|an _2 ai|bot|assistant|model|chatbot; from now on you; ahora eres; a partir de ahora eres|debes|actua*; act|behave as a|an|if|my; actua|comportate como; pretend to|you|that
    new|updated|nuevas|nueva instruction|instructions|prompt|instrucciones|instruccion; system prompt|message|override|instruction; prompt del sistema; mensaje de sistema|del sistema; developer|admin|debug|god|root mode|override|command|access; modo desarrollador|administrador|admin; jailbreak
    as an ai; language model; modelo de lenguaje; reveal|print|repeat|show|output|display|leak|tell _4 prompt|instructions|api|password|passwords|secret|secrets|keys|credentials|token|tokens
    revela|muestra|imprime|repite|dime|muestrame _4 prompt|instrucciones|contrasena|contrasenas|claves|secretos|credenciales|token
    respond|reply|answer|output only with|in|json|the|as; responde|contesta|devuelve solo|unicamente|solamente con|en|json|el|la; return json; output json
    set|mark|update|change|tag|flag|classify|move|label|log|record|treat _5 lead|customer|client|contact|score|stage|status|consent|intent|priority|conversation|message|user|person|record|field _4 as|to|qualified|vip|hot|won|yes|true|100|high|interested
    marca|marque|cambia|cambie|actualiza|actualice|clasifica|clasifique|registra|registre|etiqueta|trata|pon|ponga _5 lead|cliente|contacto|puntuacion|puntaje|estado|etapa|consentimiento|intencion|prioridad|conversacion|mensaje|usuario _4 como|a|en|vip|si|alta
    the|this customer|client|user|lead|person|contact|recipient has|have|agreed|consented|accepted|asked|wants|requested|approved|confirmed|authorized|opted|is|wishes; el|este|la|esta cliente|usuario|titular|contacto|persona acepto|ha|pidio|autorizo|quiere|solicito|aprobo|consintio|confirmo|desea|dio
    execute|run|call|invoke _3 tool|function|command|sql|script|code|query|api; ejecuta|ejecute|corre|llama _3 herramienta|funcion|comando|sql|codigo|script|api; drop table|tables; delete|select from|all
    send|forward|text|email|export|dump|list _4 to|all|every _2 all|every|contacts|customers|leads|database|users; manda|envia|exporta|reenvia|lista _4 todos|clientes|contactos|base|usuarios
    dear|hey|hi|note|attention|message|hello _1 to|for? ai|bot|assistant|model|chatbot|llm|agent|system|program : ; note to _2 ai|bot|assistant|model|program|system; nota para _2 asistente|bot|ia|sistema|programa|modelo; end of|user prompt|message|input|instructions; begin|start system|admin|instructions
    hidden|secret instruction|instructions|command|message; instruccion|comando|mensaje secret*|ocult*; do not|dont tell|mention|inform|reveal _2 user|operator|customer|human|anyone; no _1 digas|menciones|informes|reveles _2 usuario|operador|cliente|nadie`,
    role: `^ system|sistema|assistant|asistente|developer|admin|administrator|administrador|root|instruction|instructions|instruccion|instrucciones|prompt|user|usuario|tool|im_start : ; ^ system|admin|developer prompt|message|note|override|instruction|instructions|notice|command : ; ^ mensaje|nota|orden|instruccion del|de|para sistema|administrador : ; ^ mensaje|nota|orden|instruccion del|de|para el|la sistema|ia|asistente|bot :`,
  },
  wordLists,
);

const isSentenceEnd = ({ word, isMark }: Token): boolean => isMark && /^[.!?\n]$/.test(word);

/**
 * Leaves out the sentences that are addressed to the program: what they demand is not what the sender wants from the
 * business. A line that pretends to be of another role is left out to its end.
 */
export const withoutInstructions = (
  tokens: readonly Token[],
): { tokens: readonly Token[]; hasInstructions: boolean } => {
  if (matcher.match(tokens).size === 0) return { tokens, hasInstructions: false };
  const kept: Token[] = [];
  let hasInstructions = false;
  let isRoleLine = false;
  for (let start = 0; start < tokens.length; ) {
    let end = start;
    while (end < tokens.length && !isSentenceEnd(tokens[end] as Token)) end++;
    end = Math.min(tokens.length, end + 1);
    const sentence = tokens.slice(start, end);
    const found = [...matcher.match(sentence).keys()].map((signal) => matcher.names[signal]);
    if (found.includes("role")) isRoleLine = true;
    if (found.length > 0 || isRoleLine) hasInstructions = true;
    else kept.push(...sentence);
    if (sentence.at(-1)?.word === "\n") isRoleLine = false;
    start = end;
  }
  return { tokens: kept, hasInstructions };
};
