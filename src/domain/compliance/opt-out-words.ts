import { collapseRepeats } from "./reply-text.ts";

/**
 * Words that end it when nothing else is said. English: the default keywords of Twilio and AWS, and the words
 * that 47 CFR 64.1200(a)(10) names. Spanish: our own list, to be read by a native speaker of the island.
 */
const lone = `
  stop stopall unsubscribe unsub end quit revoke optout cancel remove arret td cton stpo sotp stp tsop
  alto pare paren parar para detener detenga detengan detente cancelar cancela cancele cancelen baja
  remover remuevan eliminar elimine eliminen quitar quiten salir terminar nomas basta removeme
  discontinue desist unenroll unregister nomore detenganse detente parale parenle paralo parenlo
  desuscribir desuscribirme desuscribeme desuscribanme quitenme quitame sacame saquenme borrame borrenme
`;
/** Of these, the ones that end it as a sentence of their own too, among others. */
const strong = "stop stopall unsubscribe unsub optout desuscribir basta";

const setOf = (words: string): Set<string> => new Set(words.trim().split(/\s+/).map(collapseRepeats));
const loneWords = setOf(lone);
const strongWords = setOf(strong);
const startWords = setOf("start unstop iniciar comenzar resubscribe suscribir suscribirme");
const helpWords = setOf("help info ayuda informacion");
const yesWords = setOf("yes yeah yep yup si sip acepto accept");

export const isLoneOptOut = (word: string): boolean => loneWords.has(collapseRepeats(word));
export const isStrongOptOut = (word: string): boolean => strongWords.has(collapseRepeats(word));
export const isStart = (word: string): boolean => startWords.has(collapseRepeats(word));
export const isHelp = (word: string): boolean => helpWords.has(collapseRepeats(word));
export const isYes = (word: string): boolean => yesWords.has(collapseRepeats(word));
