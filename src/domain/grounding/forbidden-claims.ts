import type { Sentence } from "./read-sentence.ts";

export type ForbiddenClaim =
  | "human"
  | "recording"
  | "stopped"
  | "secret"
  | "medical"
  | "legal"
  | "promise"
  | "discount";

const any = (...patterns: string[]): RegExp => new RegExp(`\\b(?:${patterns.join("|")})\\b`);

const livingBeing = any(
  "(?:i am|im|this is|its|youre (?:talking|speaking) (?:to|with)|you are (?:talking|speaking) (?:to|with)) (?!not |an? (?:ai|virtual|automated|digital))(?:\\w+ ){0,3}(?:human(?: being)?|real|person|man|woman|guy|lady|girl|employee|alive|breathing)",
  "(?:i am|im|i) (?:not|never|no) (?:\\w+ ){0,4}(?:robot|machine|bot|ai|computer|software|program|recording|automated|automatic|virtual)",
  "(?:my name is|i (?:sit|live|was born|grew up|work) (?:in|at|here|from)|i have (?:feelings|kids|children|a family|a body)|flesh and blood|with my own (?:eyes|hands)|no (?:robots?|machines?|bots?) here)",
  "(?:soy|le habla|esta hablando con|habla con|le atiende) (?!not |una? (?:asistente|ia|inteligencia))(?:\\w+ ){0,3}(?:human[oa]|ser humano|persona|hombre|mujer|emplead[oa]|real|de carne)",
  "no (?:soy|es|esta hablando con) (?:\\w+ ){0,3}(?:robot|maquina|bot|ia|computadora|programa|grabacion|automatic[oa]|virtual|inteligencia)",
  "(?:me llamo|mi nombre es|carne y hueso|tengo (?:sentimientos|hijos|familia|corazon)|naci en|vivo en|aqui no hay (?:robots?|maquinas?))",
);
const isMachine = any(
  "(?:i am|im|this is|youre (?:talking|speaking) (?:to|with)) (?:\\w+ ){0,2}(?:ai|automated|virtual|digital|assistant|machine|bot|robot|computer|artificial)",
  "(?:soy|le habla|esta hablando con|habla con) (?:\\w+ ){0,3}(?:ia|asistente|automatic[oa]|automatizad[oa]|virtual|digital|maquina|robot|inteligencia)",
);
/** "Not a person" is what a machine says of itself. */
const deniesPerson = any(
  "(?:im|i am|this is) not (?:a |an )?(?:\\w+ )?(?:human|person|man|woman)",
  "no soy (?:una? )?(?:\\w+ )?(?:persona|human[oa]|ser humano|hombre|mujer)",
);
const asksForPerson = any(
  "are (?:you|u) (?:\\w+ ){0,3}(?:human|person|real|alive|man|woman)|(?:is this|am i (?:talking|speaking) (?:to|with)) (?:\\w+ ){0,3}(?:human|person|someone real)",
  "(?:eres|es usted|es|usted es|hablo con|hablando con) (?:\\w+ ){0,3}(?:persona|human[oa]|real|de verdad|de carne)",
);
const asksForMachine = any(
  "(?:are (?:you|u)|is this|am i (?:talking|speaking) (?:to|with)) (?:\\w+ ){0,4}(?:robot|machine|bot|ai|computer|automated|recording|program)",
  "(?:eres|es usted|es|esto es|usted es|hablo con|hablando con) (?:\\w+ ){0,3}(?:robot|maquina|bot|ia|computadora|automatic[oa]|grabacion|programa|inteligencia artificial)",
);

const compares = /\b(?:as|like|tan|igual que|como) (?:\w+ ){0,3}(?:you|usted|tu|anyone|cualquiera|anybody)\b/;

const recording =
  /\b(?:record(?:ed|ing|s)?|grab(?:a|an|ada|adas|ando|amos|o|ar|e)|grabacion(?:es)?|tap(?:ed|ing))\b/;
const ofCall =
  /\b(?:calls?|conversation|this|it|we|i|line|llamadas?|conversacion|esto|lo|la|se|linea|nadie|nobody)\b/;
const stopped = any(
  "(?:we|i|they|nobody|no one) (?:will not|wont|will never|never will|are not going to|will no longer|stopped|will stop|have stopped|am not going to)(?: \\w+){0,2} (?:contact|call|text|message|messag|email|write|bother|reach|calling|texting|messaging|contacting|emailing)\\w*",
  "(?:you are|youre|you have been|youve been|your (?:number|name|email|data|information|address|details)(?: \\w+)? (?:is|are|was|were|has been|have been)) (?:\\w+ )?(?:removed|unsubscribed|taken off|off|deleted|erased|blocked|opted out|gone)",
  "(?:(?:ive|i have|we have|weve|i|we) (?:just )?(?:removed|deleted|erased|unsubscribed|blocked|took|taken)) (?:you|your)",
  "no (?:more|further) (?:messages|calls|texts|emails)|you (?:will not|wont|will no longer|will never) (?:get|receive|hear|be (?:called|contacted|texted))",
  "(?:no|ya no|nunca|jamas) (?:le|te|lo|la|les|los|se le|volver\\w+ a|vamos a|recibira|va a recibir)(?: \\w+){0,3}? ?(?:llam|escrib|contact|molest|mensaj|comunic|texte)\\w*",
  "(?:no|ya no) (?:recibira|recibiras|va a recibir|habra)(?: \\w+){0,3}",
  "(?:lo|la|le|te) (?:saque|sacamos|quite|quitamos|borre|borramos|elimine|eliminamos|removi|removimos|hemos (?:sacado|quitado|borrado|eliminado)|di de baja|dimos de baja)|(?:sus datos|su (?:numero|nombre|correo|informacion)) (?:\\w+ ){0,3}(?:borrad|eliminad|removid|quitad|sacad)\\w+|queda(?:ste)? (?:eliminad|removid|dad)[oa]",
);
const secretNames = any(
  "(?:credit |debit )?card (?:number|details|info\\w*)|card numbers|(?:credit|debit) card|cvv|cvc|security code|code on the back|social(?: security)?(?: number)?|ssn|password|passcode|pin|(?:bank )?account number|routing number|verification code|one time code|expiration date|mothers maiden name|(?:online )?banking (?:login|user\\w*)",
  "numero de (?:su |la |tu )?(?:tarjeta|cuenta|seguro)|numeros? de (?:la )?tarjeta|seguro social|tarjeta de (?:credito|debito)|codigo de (?:seguridad|verificacion|atras)|codigo que (?:le|te) lleg\\w+|contrasena|clave|los numeros de (?:atras|su tarjeta)|fecha de (?:vencimiento|expiracion)|numero de ruta",
);
const requests = any(
  "give|tell|read|send|text|share|provide|need|type|enter|say|have (?:your|the)|what(?: is|s)|confirm|spell|dictate|write|may i|can i|could i|can you|could you|please|must|have to|will ask|ready|handy",
  "de(?:me|nos|nme)|diga(?:me|nos)?|lea(?:me)?|envie(?:me|nos)?|mande(?:me|nos)?|comparta|proporcione|necesit\\w+|escriba|entre|confirme|cual es|puede|podria|deletree|dicte|tenga a la mano|dar(?:me|nos)|pas(?:e|eme|ar|arme)|facilite|tiene que|debe|hace falta|me da|nos da|me dice",
);

const medicalTopic = any(
  "pacemaker|pregnan\\w+|breastfeed\\w+|symptoms?|disease|cancer|diabet\\w+|infect\\w+|bleed\\w*|swollen|swelling|fever|cough\\w*|rash|allerg\\w+|asthma|dose|dosage|medications?|medicines?|antibiotic\\w*|ibuprofen|aspirin|tylenol|pills?|heart|blood pressure|surgery|tumor|lump|seizure|stroke|pain|painful|hurts?|ache|dizzy|nausea|vomit\\w*|poison\\w*|toxic|heal(?:s|ed|ing)?|cure[sd]?|diagnos(?:e|is) (?:you|your)",
  "marcapasos?|embaraz\\w+|lactan\\w+|sintomas?|enfermedad\\w*|cancer|diabet\\w+|infeccion\\w*|sangr\\w+|hinchad\\w+|hinchazon|fiebre|tos|catarro|gripe|sarpullido|alergi\\w+|asma|dosis|medicament\\w+|medicinas?|antibiotic\\w*|ibuprofeno|aspirina|pastillas?|jarabe|corazon|presion (?:alta|arterial)|cirugia|tumor|bulto|convulsion\\w*|derrame|dolor(?:es)?|duele|mareo\\w*|nauseas|vomit\\w+|veneno\\w*|toxic\\w+|sana(?:r|ra)|cura(?:r|ra)?",
);
const legalTopic = any(
  "legal(?:ly)?|illegal|(?:no|any|every|the|a) right to|have (?:no|the) right|lawsuit|sue|suing|court|judge|landlord|evict\\w*|custody|visa|green card|immigration|liable|liability|your rights|the law|(?:by|against the) law|statute|deportation|felony|divorce|contract (?:is )?(?:valid|void)|tax (?:deductible|exempt)|deduct (?:it|this|that)|irs|hoa",
  "legal(?:mente)?|ilegal\\w*|(?:ningun|el|todo el|su) derecho a|tienen? derecho|demanda(?:r|rlos?|rla)|tribunal|juez|casero|desaloj\\w+|desahuci\\w+|custodia|visa|residencia permanente|inmigracion|responsabilidad (?:civil|legal)|sus derechos|la ley|por ley|deport\\w+|delito|divorcio|hacienda|deducible de (?:impuestos|contribuciones)",
);
const reassurance = any(
  "dont worry|do not worry|nothing to worry|no need to worry|no worries|its nothing|thats nothing|perfectly (?:safe|normal|fine)|(?:totally|completely|absolutely) safe|youll be fine|you will be fine|go(?:es)? away|nothing serious|not serious|harmless|youre fine|no danger|no risk|is safe|are safe|its safe",
  "no se preocupe|no te preocupes|no hay (?:de que|que) preocup\\w+|no es nada|nada grave|nada malo|es normal|totalmente segur[oa]|completamente segur[oa]|se (?:le )?(?:quita|va|pasa|cura)|no hay (?:peligro|riesgo)|sin (?:peligro|riesgo)|inofensiv[oa]|va a estar bien|estara bien|es segur[oa]|son segur[oa]s",
);

const promise = any(
  "guarantee[ds]?|guaranteeing|i promise|we promise|promised|i swear|assure you|rest assured|i assure|(?:give|you have) (?:you )?(?:my|our) word|count on it|for sure|without fail|no matter what|never fails?|(?:you|youre|you are|youve been|you have been|your (?:loan|application|credit|request|claim)(?: is| was| has been)?) (?:already |now )?(?:pre ?)?approved|everyone (?:gets|is) approved",
  "garantiz\\w+|garantizad[oa]s?|(?:le|te|se lo) (?:prometo|aseguro|juro|garantizo)|lo prometo|prometemos|aseguramos|cuente con (?:eso|ello)|sin falta|seguro que|de seguro|palabra de|nunca fallan?|(?:esta|ya esta|fue|ha sido|quedo|queda) (?:pre)?aprobad[oa]|todos? (?:son|quedan) aprobad[oa]s",
);
const promiseKnown = /guarant|garant|promis|promet|approv|aprob|assur/;
const discount = any(
  "discount\\w*|percent off|\\d+ ?% off|dollars off|half (?:price|off)|knock (?:\\w+ ){0,3}off|take (?:\\w+ ){0,4}off|waive[sd]?|waiving|special (?:price|deal|offer)|better (?:price|deal)|lower (?:the|your|our) price|price match|(?:match|beat) (?:any|the|that|their|his|her) \\w+|promo\\w*|coupon\\w*|rebate\\w*|throw in|cut you a deal|loyalty|bonus|gift|cashback|cheaper for you|buy one|two for one",
  "descuento\\w*|rebaj\\w+|por ciento menos|mitad de precio|le (?:perdono|perdonamos|condono)|precio especial|oferta especial|mejor precio|igualamos|mejoramos|promocion\\w*|cupon\\w*|va por (?:nosotros|la casa)|cortesia de la casa|de regalo|regal\\w+|bono|obsequi\\w+|le (?:quito|quitamos|bajo|bajamos)|dos por uno|mas barato para usted",
);

const affirms = (text: string): boolean =>
  /^(?:yes|yeah|yep|sure|of course|correct|si(?! (?:gusta|quiere|desea|prefiere|lo|la|le|necesita|tiene|usted|hace|es|se|no|me|nos)\b)|claro|por supuesto|asi es|correcto|exacto)\b/.test(
    text,
  );
const denies = (text: string): boolean => /^(?:no|nope|not at all|para nada)\b/.test(text);

type ClaimContext = {
  question: Sentence;
  /** All that is known, as plain lower case. */
  known: string;
  /** What only the business wrote. */
  own: string;
};

const claimsToBeHuman = (text: string, question: string): boolean => {
  if (deniesPerson.test(text)) return false;
  if (livingBeing.test(text)) return !(isMachine.test(text) && !any("not", "no").test(text));
  if (isMachine.test(text)) return denies(text) && asksForMachine.test(question);
  // Whoever is asked for a person and does not say what it is claims to be one: "as real as you".
  if (asksForPerson.test(question) && compares.test(text)) return true;
  return (
    (affirms(text) && asksForPerson.test(question)) ||
    (denies(text) && asksForMachine.test(question) && text.split(" ").length <= 3)
  );
};

/** What code refuses before any words are compared. Null where the statement makes no such claim. */
export const findForbiddenClaim = (
  statement: Sentence,
  { question, known, own }: ClaimContext,
): ForbiddenClaim | null => {
  const { isNegative } = statement;
  const text = statement.text.replaceAll(/[^\p{L}\p{N}$%]+/gu, " ").trim();
  if (claimsToBeHuman(text, question.text)) return "human";
  const isShortAnswer =
    text.split(" ").length <= 6 &&
    recording.test(question.text) &&
    /\b(?:me|call|this|llamada|esto|nos)\b/.test(question.text);
  if (
    (recording.test(text) &&
      ofCall.test(text) &&
      /\b(?:calls?|conversation|line|llamadas?|conversacion|linea|esto|this|nobody|nadie)\b/.test(
        `${text} ${question.text}`,
      )) ||
    isShortAnswer
  ) {
    const isAboutCall = /\b(?:calls?|conversation|this|llamadas?|conversacion|esto|me|nos|being|we)\b/.test(
      `${text} ${question.text}`,
    );
    const saysNot = isNegative || denies(text);
    const knowsNot = /\b(?:not|never|no) (?:\w+ ){0,3}(?:record|grab)\w+/.test(known);
    if (isAboutCall && (saysNot ? !knowsNot : !recording.test(known))) return "recording";
  }
  if (stopped.test(text) && !stopped.test(known)) return "stopped";
  const secret = secretNames.test(text);
  if (secret && !isNegative && requests.test(text)) return "secret";
  const topics: readonly [ForbiddenClaim, RegExp][] = [
    ["medical", medicalTopic],
    ["legal", legalTopic],
  ];
  for (const [name, topic] of topics) {
    const said = topic.exec(text)?.[0];
    if (said !== undefined && !topic.test(known)) return name;
    const answersTopic =
      statement.quantities.length === 0 && (affirms(text) || denies(text) || reassurance.test(text));
    if (said === undefined && answersTopic && topic.test(question.text) && !topic.test(known)) return name;
    if (
      reassurance.test(text) &&
      (said !== undefined || topic.test(question.text)) &&
      !reassurance.test(known)
    )
      return name;
  }
  if (promise.test(text) && !isNegative && !promiseKnown.test(own)) return "promise";
  if (discount.test(text) && !isNegative && !discount.test(own)) return "discount";
  return null;
};
