import { foldSpeech, stripInvisible } from "#domain/agent/plain-speech.ts";

/** Orders to drop rules, in either language. */
const dropsRules =
  /\b(?:ignor\w*|disregard|forget|override|bypass|overrule|olvid\w*|descart\w*|omit\w*|salt\w*) (?:\w+ ){0,4}(?:rules?|instructions?|prompts?|guidelines?|guardrails?|restrictions?|policies|reglas?|instruccion\w*|indicaciones|restricciones|directrices|politicas)\b/;
/** A passage informs customers; words to an assistant about itself are not for them. */
const addressesMachine =
  /\b(?:you are now|from now on you|act as|pretend to be|as an? (?:ai|language model|assistant)|your (?:system )?(?:prompt|instructions|rules)|system prompt|developer mode|maintenance mode|(?:the|dear) (?:assistant|ai|model|chatbot|bot) (?:must|should|shall|will|has to)|(?:eres|actua|actue) (?:ahora )?como|a partir de ahora (?:eres|responde|contesta)|modo (?:desarrollador|mantenimiento)|(?:tus|sus) (?:instrucciones|reglas)|(?:el|la|querid[oa]) (?:asistente|ia|modelo|chatbot|bot) (?:debe|tiene que|ha de))\b/;
const roleMarker =
  /(?:^|\n)\s*(?:#+\s*)?(?:system|assistant|developer|sistema|asistente)\s*:|<\|[a-z_]+\|>|\[\/?INST\]/i;

/** Whether a passage gives orders to the one who reads it, as imported text may, instead of informing. */
export const instructsReader = (text: string): boolean => {
  const folded = foldSpeech(text);
  return dropsRules.test(folded) || addressesMachine.test(folded) || roleMarker.test(stripInvisible(text));
};
