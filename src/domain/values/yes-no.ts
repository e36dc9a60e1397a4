import { foldSpeech } from "#domain/agent/plain-speech.ts";
import { askAgain, type ValueReader } from "./value-reading.ts";

type Answer = "yes" | "no" | "unsure";

/** Phrases and what they answer, longer ones first; each replaces the words that it covers. */
const phrases: readonly (readonly [RegExp, Answer])[] = [
  [
    /\b(?:(?:ill |i will |gonna |going to )?have to (?:pass|decline|say no)|hard (?:no|pass)|ni por \w+(?: \w+){0,3}|ni a palos|over my dead body|no dice|nothing doing|thumbs down|not a snowballs chance|that(?:s| is) a no|(?:id|i would) (?:rather|prefer) you (?:didnt|did not|dont|not)|eso es un no)\b/g,
    "no",
  ],
  [
    /\b(?:(?:id|i would|wed|we would) (?:be (?:delighted|glad|happy|honored|thrilled)|love)(?: to)?|claro que si|ya lo creo|por que no|thumbs up|roger(?: that)?|you betcha|that(?:s| is) a yes|(?:that|it|this)(?: would| will|d|ll) be (?:fine|great|good|perfect|ok|okay|lovely|wonderful|nice|awesome)|(?:you )?got that right|eso es un si|eso creo|eso pienso|asi lo creo|sin pensarlo|de mil amores|encantados?)\b/g,
    "yes",
  ],
  // Neither yes nor no, and irony.
  [
    /\b(?:maybe|perhaps|quiza|quizas|tal vez|a lo mejor|puede (?:que|ser)|depende|depends|it depends|not sure|im not certain|no se|no lo se|no estoy segur[oa]|i (?:dont|do not) know|dunno|idk|whatever|ni si ni no|yes (?:and|or) (?:a )?no|si [yo] no|a yes or a no|sort of|kind of|mas o menos|well see|we will see|ya veremos|vamos a ver|ya vere|lo pienso|think about it|let me \w+|dejame|dejeme|dejenme|tengo que \w+|have to \w+|need to \w+|(?:like|as if|as though) (?:i|we) (?:have|had|got|could)|as if|yeah right|si claro como no|no tengo (?:opcion|remedio)|whatever you say|if you say so|si usted lo dice|lo que usted diga|hard to say|could be|it could|might|possibly|posiblemente|probablemente|probably|later|luego|despues|mas tarde|mas adelante|ahora mismo no se|half and half|in between|both|either|cualquiera|me da igual|i dont care|what do you (?:think|mean)|que (?:cree|piensa|dice)|unless|a menos que|siempre y cuando|only if|solo si|provided|why do you ask|how should i know|que se yo|not (?:exactly|entirely|completely|totally|necessarily|always|precisely|altogether)|no (?:exactamente|del todo|necesariamente|siempre|precisamente)|no (?:le |te )?sabria(?: \w+)?|couldnt (?:tell|say)(?: you)?|(?:i )?wouldnt know|no (?:hay|queda) (?:de otra|otra|mas remedio|remedio)|que remedio|god willing|dios quiera|si dios quiere|dios mediante|ojala|hopefully|sabe dios|god knows|vaya usted a saber)\b/g,
    "unsure",
  ],
  // "No" inside a yes.
  [
    /\b(?:como no|claro como no|i dont see why not|i do not see why not|no veo por que no|por que no|porque no|why not|no problem\w*|no hay problema|sin problemas?|ningun problema|no doubt|without a doubt|sin duda|no question|i (?:dont|do not|wouldnt|would not) mind|no me molesta|no me importa(?:ria)?|no es molestia|cant complain|wouldnt say no|not a problem|no worries|no hay de que preocuparse|cant say no|no digo que no|i wouldnt miss it|cant hurt|couldnt agree more|no faltaba mas|ni lo dude|no lo dude|you bet|you know it|damn right|hell yeah|hell yes|heck yeah|heck yes)\b/g,
    "yes",
  ],
  // "Yes" inside a no.
  [
    /\b(?:claro que no|por supuesto que no|desde luego que no|seguro que no|creo que no|i dont think so|i do not think so|of course not|absolutely not|definitely not|certainly not|obviously not|clearly not|sure not|surely not|probably not|id rather not|i would rather not|rather not|prefiero que no|prefiero no|no gracias|no thanks|no thank you|gracias pero no|thanks but no|i am good thanks|im good thanks|not right now|ahora no|hoy no|no por ahora|por ahora no|not (?:yet|really|at all|a chance|likely|today|now|interested|for me|in a million years|happening|my thing)|todavia no|aun no|ya no|para nada|de ninguna manera|de ningun modo|en absoluto|ni (?:loc[oa]|muert[oa]|modo|de broma|pensarlo|hablar|por asomo|en suenos|a palos|aunque|borrach[oa]|sonando)\w*|(?<=^|_ ?|no )que va|nada de eso|de eso nada|no way|hell no|heck no|fat chance|no chance|when pigs fly|forget (?:it|about it)|olvide\w*|olvidalo|in your dreams|count me out|ill pass|i pass|i will pass|yo paso|paso de|no me interesa|im not|i am not|i (?:dont|do not|cant|cannot|wont|wouldnt|didnt|havent|never)|we (?:dont|do not|cant|cannot|wont|arent|didnt|havent)|it (?:isnt|is not|doesnt|does not)|its not|thats not|thats wrong|incorrecto|incorrect|wrong|no es (?:asi|correcto|cierto)|(?:esta|estan|es) (?:mal|incorrect[oa]s?|equivocad[oa]s?|fals[oa]s?)|eso no|no quiero|no puedo|no tengo|no lo|no la|no los|no me|no soy|no estoy|no es|no va|no vamos|no voy|no creo|tampoco|me niego|i refuse|dont bother|no se moleste|under no circumstances|bajo ningun concepto|never ever|that wont work|no sir|no maam|no senor\w*|nones|nel|nuncamente|jamas de los jamases|ni a tiros|ni que|olvidate)\b/g,
    "no",
  ],
  [/\b(?:no|nope|nah|naw|nay|never|nunca|jamas|negativo|negative|noup|nop|not)\b/g, "no"],
  [
    /\b(?:yes|yeah|yea|yep|yup|ya|yessir|si|sip|sii+|simon|sure|surely|sure thing|of course|ok|okay|okey|okei|oki|alright|all right|correct|correcto|correcta|exact|exacto|exactly|exactamente|absolutely|absolutamente|definitely|definitivamente|certainly|ciertamente|totally|totalmente|for sure|indeed|naturally|affirmative|afirmativo|positive|positivo|got it|sounds? (?:good|great|fine|perfect|like a plan)|go ahead|go for it|lets do it|please|please do|por favor|claro|clarisimo|por supuesto|asi es|asi mismo|eso es|eso mismo|esa misma|ese mismo|dale|dele|denle|esta bien|ta bien|bueno|vale|de acuerdo|aja|uh huh|uhhuh|mhm|mm hmm|mmhmm|uhum|mjm|seguro|segurisimo|desde luego|perfecto|perfect|great|fine|fine by me|anda|venga|adelante|con (?:mucho )?gusto|encantad[oa]|de una|wepa|i do|i am|i did|i have|we do|we are|we have|it is|it does|thats (?:right|correct|it|the one|fine|me|good)|that is (?:right|correct|it|fine)|works? for me|that works|count me in|im in|by all means|i think so|i believe so|creo que si|supongo que si|i guess so|i suppose so|obvio|obviamente|obviously|tal cual|right|you got it|gladly|happy to|con todo gusto|hagalo|hagale|hagamoslo|me parece (?:bien|perfecto)|true|cierto|verdad|tengo|lo tengo|la tengo|quiero|me interesa|me encantaria|id love to|lo soy|soy yo|el mismo|la misma|faltaba mas|amen|oui|done|hecho|trato hecho|deal|palabra)\b/g,
    "yes",
  ],
];

/** A verb that is denied: the words of its clause that would be a yes are none. */
const denied =
  /\b(?:(?:thats|its|im|we ?re|were|is|are|was) not|isnt|arent|wasnt|wont|wouldnt|cant|cannot|couldnt|dont|doesnt|didnt|aint|not (?:gonna|going to)|no (?:me|nos|es|esta|lo|la|se|puedo|puede|quiero|voy|va|creo|sirve|funciona))(?= |$)/;
const deniedSubject =
  /^(?:(?:well|pues|pero|no|nope|but|so|and|y) )*(?:that|thats|it|its|this|eso|esa|ese|asi|no (?:es|esta|sirve|funciona|me sirve))(?= |$)/;
const breaksOff = /(?:^| )(?:espere|espera|esperate|wait|hold on|hang on|un momento|1 momento|let me)$/;

/** The answer of a denied clause behind which nothing else is said: "yeah, that's not right". */
const readDenial = (clauses: readonly string[]): Answer | undefined => {
  const last = clauses.at(-1) ?? "";
  const [, , , idioms] = phrases;
  if (!denied.test(last) || clauses.length < 2 || (idioms && last.search(idioms[0]) >= 0)) return undefined;
  const saysNo = clauses.slice(0, -1).some((clause) => /^(?:\w+ )?(?:no|nope|nah)$/.test(clause));
  return saysNo || deniedSubject.test(last) ? "no" : undefined;
};

/** Words that also stand in sentences which answer nothing. */
const weakYes =
  /^(?:bueno|ya|please|por favor|right|great|fine|perfect|perfecto|tengo|quiero|done|hecho|deal|palabra|verdad|true|cierto|anda|venga|seguro|positive|good|ok|okay)$/;
const maxUnread = 3;
const maxWords = 22;
/** "Yes, but" and "yes, if" take a part of it back. */
const condition = /\b(?:but|pero|except|excepto|aunque|although|though|only|solamente|unless|if|solo)\b/;

/** Yes or no. The last word decides: "no, yeah, go ahead". */
export const readYesNo: ValueReader<boolean> = (text) => {
  // "Si" without its accent is "if" where a condition follows it.
  const isConditional =
    /(?:^|[\s,])si (?:me|no|es|hay|puedo|puede|usted|mi|el|la|lo|se|tengo|tiene|fuera|cuesta)\b/i.test(
      text,
    ) && !/^(?:no,? )?si[,.! ]*(?:esta|está)/i.test(text);
  const folded = foldSpeech(text)
    .replaceAll("?", " ")
    .replaceAll(/(?<=thanks|thank you|gracias) (?:though|anyway|igual)(?= |$)/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (folded === "") return askAgain("missing");
  if (
    folded.split(" ").length > maxWords ||
    condition.test(folded) ||
    (isConditional && !/s[ií],/i.test(text))
  )
    return askAgain("unclear");
  const found: { at: number; answer: Answer; words: string }[] = [];
  let rest = folded;
  for (const [pattern, answer] of phrases)
    rest = rest.replaceAll(pattern, (whole, ...more) => {
      found.push({ at: more.find((one) => typeof one === "number") as number, answer, words: whole });
      return "_".repeat(whole.length);
    });
  if (found.length === 0) return askAgain("missing");
  if (breaksOff.test(folded) || found.some(({ answer }) => answer === "unsure")) return askAgain("unclear");
  const unread = rest.split(/[ _]+/).filter(Boolean).length;
  if (unread >= maxUnread && found.every(({ words }) => weakYes.test(words))) return askAgain("unclear");
  const clauses = text
    .split(/[,.;:!?…]+/)
    .map(foldSpeech)
    .filter((clause) => clause !== "");
  if (readDenial(clauses) === "no") return { value: false };
  const last = found.toSorted((one, other) => one.at - other.at).at(-1);
  const isQuestion = /\?\s*$/.test(text) && found.every(({ answer }) => answer === "no");
  return isQuestion ? askAgain("unclear") : { value: last?.answer === "yes" };
};
