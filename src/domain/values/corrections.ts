/** Words with which speakers take back what they just said; numbers are in digits. */
const corrected =
  /(?:^| )(?:no|nope|not|perdon|perdona|perdone|perdoneme|disculpe|disculpa|sorry|wait|espera|espere|esperate|i mean|i meant|make (?:it|that)|actually|scratch that|digo|mejor|better|quise decir|quiero decir|mentira|corrijo|correccion|correction|rather|instead|excuse me|my bad|let us say|lets say|bueno no|me equivoque|oops|strike that|en realidad|mas bien)(?= |$)/;

/** Whether the words between two values take back the first one. */
export const takesBack = (between: string): boolean => corrected.test(between);

/** The index of the first word after the last words that take something back; 0 where nothing is taken back. */
export const endOfTakeBack = (words: readonly string[]): number => {
  for (let at = words.length - 1; at >= 0; at--)
    for (const length of [1, 2, 3]) if (takesBack(words.slice(at, at + length).join(" "))) return at + length;
  return 0;
};

/** Behind the words that take a value back: "that's the old one". */
const rejection =
  /^(?:, )?(?:thats|its|that is|that was|ese es|esa es|ese era|esa era) (?:the|my|el|mi|la) (?:old|other|wrong|viej[oa]|otr[oa]|anterior)(?: (?:1|one|number))? ?,? ?/;

/** The number of words that reject what was taken back. */
export const rejectionLength = (words: readonly string[]): number => {
  const found = rejection.exec(words.join(" "))?.[0].trim() ?? "";
  return found === "" ? 0 : found.split(" ").length;
};

const refusedBefore =
  /(?:^| )(?:not|no|cant|cannot|dont|ni|never|except|isnt|wont|instead of|en vez de|en lugar de|rather than|better than|mejor que|excepto|menos|nunca|arent|couldnt|nada de)(?: (?:do|on|at|the|el|la|las|los|a|make|come|for|para|puedo|puede|podemos|it|this|este|esta|be|there|que|sea|quiero|want|free|available|meet|is|good|work|works|like|about|in|por|en|de|por|fue|es|son|was|were))*$/;
/** "No earlier than three" wants three. */
const notBefore =
  /(?:^| )(?:not before|not until|no earlier than|not earlier than|no antes(?: de(?:l)?)?|nothing before)(?: (?:the|el|las?|los))*$/;

/** Whether the words before a value refuse it: "not Tuesday", "no puedo el martes". */
export const refusesNext = (before: string): boolean => refusedBefore.test(before) && !notBefore.test(before);

const refusedAfter =
  /^(?:no(?= [,.;!?]|$)|(?:, )?(?:no(?= puedo| me | sirve| que | porque| funciona)|doesnt work|does not work|dont work|wont work|is no good|isnt good|is not good|is bad|is out|i cant|i cannot|im busy|i am busy|no puedo|no me|estoy ocupad|imposible|is impossible|tampoco|neither|no sirve|is taken|wont do))/;

export const refusesPrevious = (after: string): boolean => refusedAfter.test(after);

const limit =
  /(?:^| )(?:before|(?<!come |stop |swing |drop |go |pass |be )by|until|till|til|hasta|antes(?: del?)?|no later than|a mas tardar|up to)(?: (?:the|el|las?|los|a|on))*$/;

/** Whether words want something not before a time. */
export const saysNotBefore = (words: string): boolean =>
  /(?:^| )(?:not before|no earlier than|not earlier than|no antes|nothing before)(?= |$)/.test(words);

/** Whether a value is only a limit: "before five", "hasta las cinco". */
export const isLimit = (before: string): boolean => limit.test(before) && !notBefore.test(before);

/** The speaker does not know yet. */
const undecided =
  /(?:^| )(?:i (?:dont|do not) (?:know|remember)|not sure|no idea|no (?:lo )?se|no estoy segur[oa]|no recuerdo|no me acuerdo|quien sabe|(?:have|need|got) to (?:check|look|ask|see|think)|let me (?:see|check|look|think|ask)|id have to|might have|may have|dejame|dejeme|tengo que (?:ver|mirar|verificar|preguntar|chequear|pensar)|depende|depends|whenever|cuando (?:sea|quiera|usted quiera)|i guess|no tengo idea|either (?:1|way)|cualquier(?:a)? (?:dia|hora)?|who knows|you tell me|usted dira|which (?:1|day|number))(?= |$)/;

export const isUndecided = (words: string): boolean => undecided.test(words);

/** The speaker names a value without being sure of it. An approximate amount is no such value. */
const uncertain =
  /(?:^| )(?:maybe|perhaps|probably|possibly|i (?:think|believe|suppose|guess|assume|want to say)(?! (?:so|thats? (?:fine|ok|good)))|if i remember|i forget|not (?:positive|certain|100)|might be|could be|should be around|im guessing|quizas?|tal vez|talvez|a lo mejor|puede (?:que|ser)|creo|me parece que|pienso que|supongo|probablemente|posiblemente|se me hace|si mal no recuerdo|si no me equivoco|imagino|debe ser|ha de ser|no me acuerdo|o algo asi|or something|o por ahi)(?= |$)/;

export const isUncertain = (words: string): boolean => isUndecided(words) || uncertain.test(words);

const outdated =
  /(?:^| )(?:used to|ya no|no longer|anymore|any more|not any longer|(?:my|the|mi|el|la) (?:old|former|previous|viej[oa]|antigu[oa]|anterior)|old (?:1|number|address|email)|antes (?:pagaba|pagabamos|era|eran|tenia|teniamos|vivia|viviamos|usaba|me cobraban|estaba)|solia)(?= |$)/;

/** Whether words tell what was the case before: it is no value of today. */
export const isOutdated = (words: string): boolean => outdated.test(words);

const choice = /(?:^| )(?:or|either|u|o)(?= |$)/;

/** Whether words offer more than one value. */
export const offersChoice = (words: string): boolean => choice.test(words);
