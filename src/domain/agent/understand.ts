import type { ReadIntent } from "#domain/reading/labels.ts";
import type { MessageReading } from "#domain/reading/read-message.ts";
import { foldSpeech, speechWords } from "./plain-speech.ts";
import { goodbyeWords } from "./policy-patterns.ts";

/** What an utterance asks the scripted dialogue to do. */
export type UtteranceMeaning =
  | "nothing_heard"
  | "repeat"
  | "who_is_calling"
  | "promise"
  | "question"
  | "complaint"
  | "booking"
  | "change_appointment"
  | "busy"
  /** Wants to think it over, or to ask somebody. */
  | "undecided"
  | "not_interested"
  | "yes"
  | "no"
  | "thanks"
  | "goodbye"
  | "other";

const words = (...patterns: string[]): RegExp => new RegExp(`\\b(?:${patterns.join("|")})\\b`);

/** Over the output of `foldSpeech`; the first one that fits decides. */
const repeat = words(
  "(?:can|could|would) you (?:please )?(?:repeat|say that again)|say (?:that|it) again|come again|repeat (?:that|please)|(?:i )?(?:didnt|did not|cant|cannot|couldnt) (?:hear|catch|understand)(?: \\w+){0,3}|pardon(?: me)?$|^(?:what|huh|sorry|excuse me)$",
  "(?:me )?(?:repite|repita|repitelo|repitamelo|repetir)|como dijo|no (?:le |te |lo |la )?(?:escuche|escucho|oi|oigo|entendi|entiendo)(?: bien)?|^(?:como|que|perdon|disculpe)$|no se (?:oye|escucha)(?: bien)?",
);
const whoIsCalling = words(
  "who(?:s| is| are| am i) (?:this|calling|you|speaking|talking)|who do you (?:work|represent)\\w*(?: for)?|what (?:is this|company|are you calling)(?: \\w+)?|whats this (?:about|regarding|call)|why are you calling|where are you calling from",
  "quien (?:es|habla|llama|me llama|esta hablando|me habla)|de (?:que|cual) (?:compania|empresa|parte)|de parte de quien|de donde (?:llama|me llama|es)|para que (?:es|me llama|llama)|por que me (?:llama|llaman)|que (?:quiere|desea|vende|venden)$",
);
const promise = words(
  "(?:promise|guarantee|swear|commit)(?: to)? (?:me|that|you|it|us|a)|can you (?:promise|guarantee)|(?:give|get|make|offer|do) me (?:\\w+ ){0,3}(?:discount|deal|better price|percent off|% off)|(?:discount|lower price|cheaper|\\d+ ?(?:percent|%) off|for free)|is it legal|sue|legally|medical advice",
  "(?:promet\\w+|garantic\\w+|garantiz\\w+|asegur(?:ame|eme|as|a) que|jur\\w+me)|(?:descuento|rebaja|mas barato|\\d+ ?(?:por ciento|%) menos|gratis|bajar(?:me|le)? el precio|baja de precio|buen precio|mejor precio)",
);
const questionStart =
  /^(?:(?:and|so|but|ok|okay|yes|well|y|pero|si|pues|bueno|entonces|oiga|mire|hello|hi|hola|good (?:morning|afternoon|evening)|buenas(?: tardes| noches)?|buenos dias|buen dia|disculpe|excuse me|sorry) )*(?:what|whats|when|where|wheres|who|why|how|hows|which|can (?:you|i|we)|could (?:you|i|we)|do (?:you|i|they)|does|did|is (?:it|there|that|this|the)|are (?:you|there|they|the)|will|would|tell me|i want to know|i have a question|que (?!si\b|no\b|bueno|bien)|cual|cuales|cuando|donde|quien|por que|como (?:se|es|son|esta|funciona|puedo|hago|lo|le|la|me|fue|seria|hacen|trabaja)|cuanto|cuantos|cuanta|cuantas|puede|pueden|podria|tienen|tiene usted|hay|es (?:cierto|verdad|posible)|aceptan|ofrecen|cubre|incluye|digame (?:que|cual|cuando|donde|como|cuanto|si)|quisiera saber|quiero saber|me gustaria saber|a como|a cuanto)\b/;
const busy = words(
  "(?:im|i am|we are|were) (?:\\w+ ){0,2}(?:busy|driving|at work|working|in a meeting|cooking|eating|sleeping|at the doctor)|(?:not a|isnt a|bad|wrong) (?:good )?time|call (?:me )?(?:back|later|again|another time|tomorrow)|(?:some )?other time|cant talk|cannot talk|another (?:time|moment)|maybe later|later (?:please|today)",
  "(?:estoy|ando|estamos) (?:\\w+ ){0,2}(?:ocupad[oa]s?|guiando|manejando|trabajando|en el trabajo|en una reunion|cocinando|comiendo|en la calle)|(?:llam\\w+) (?:\\w+ )?(?:luego|despues|mas tarde|en otro momento|otro dia|manana|mas adelante)|mas tarde|otro momento|otro dia|ahora no puedo|no puedo (?:hablar|atender)|ahorita no|mal momento",
);
const undecided = words(
  "(?:let me |i (?:need|have|want) to |ill |i will )(?:think|sleep) (?:about|on|it)(?: \\w+)*|think (?:about it|it over)|(?:talk|speak|check|ask|discuss)(?: \\w+){0,3} (?:my )?(?:wife|husband|spouse|partner|family)",
  "(?:dej\\w+|lo voy a|tengo que|quiero|necesito|voy a) (?:pensar\\w*|pensarlo)|(?:hablar\\w*|consultar\\w*|preguntar\\w*)(?: \\w+){0,3} mi (?:espos[oa]|marido|mujer|familia|pareja|hij[oa])",
);
const notInterested = words(
  "not interested|no interest|no (?:thanks|thank you)|dont (?:want|need) (?:it|any|this|that|anything)|already have (?:one|it|that)|im (?:good|fine|all set)(?: thanks| thank you)?$|no me interesa|no (?:estoy|estamos) interesad\\w+|no gracias|no (?:lo )?(?:quiero|necesito|deseo)(?: nada| eso| gracias)?$|ya (?:tengo|tenemos) (?:eso|un[oa]|otro|otra)",
  "pas interesse|kein interesse|nicht interessiert",
);
const complaint = words(
  "terrible|awful|horrible|worst|unacceptable|ridiculous|complain\\w*|complaint|disappointed|ripped off|scam\\w*|fraud|nobody (?:came|showed|called|answers)|still (?:broken|not working|waiting)|my lawyer|sue you|better business bureau",
  "pesimo|pesima|terrible|horrible|inaceptable|queja\\w*|reclamacion|reclamo|decepcionad[oa]|estafa\\w*|fraude|nadie (?:vino|llego|llamo|contesta)|mi abogad[oa]|demandar\\w*|daco|una falta de respeto|me (?:robaron|enganaron|cobraron de mas)",
);
const booking = words(
  "(?:book|make|schedule|set up|get|have|want|need|like) (?:\\w+ ){0,3}(?:appointment|visit|meeting|consultation|estimate|inspection)|come (?:by|over|see)(?: \\w+){0,2}$|(?:want|like|need) (?:you|someone|somebody) (?:\\w+ )?to (?:come|visit|stop by)|can (?:someone|somebody|you) come",
  "(?:quiero|quisiera|necesito|hacer|sacar|coordinar|agendar|programar|me gustaria|dame|deme|separar) (?:\\w+ ){0,3}(?:cita|visita|turno|reunion|consulta|orientacion|estimado)|(?:quiero|quisiera|necesito|me gustaria|prefiero) que (?:\\w+ )?(?:vengan|vinieran|pasen|pasaran|visiten|visitaran)|(?:pueden|puede) (?:venir|pasar)|agendar|coordinar una",
);
const changeAppointment = words(
  "(?:cancel|change|move|reschedule|postpone|push) (?:\\w+ ){0,3}(?:appointment|visit|meeting|it to)|reschedule",
  "(?:cancelar|cancele|cambiar|mover|posponer|reprogramar|anular) (?:\\w+ ){0,3}(?:cita|visita|turno|reunion)|reprogramar",
);
const yes =
  /^(?:(?:oh|ah|pues|well|eh|um|uh|bueno|ay|hello|hi|hola|buenas) )*(?:yes|yeah|yep|yup|sure|ok|okay|alright|all right|fine|go ahead|of course|absolutely|definitely|sounds good|great|perfect|correct|right|interested|im interested|i am interested|tell me more|please do|why not|si|sip|claro|dale|por supuesto|esta bien|de acuerdo|perfecto|correcto|exacto|me interesa|me gustaria|adelante|cuenteme|digame|como no|buenisimo|chevere|aja|uhum|mhm|oui|daccord|ja|gern)\b/;
const no =
  /^(?:(?:oh|ah|pues|well|eh|um|uh|bueno|ay) )*(?:no|nope|nah|not really|nothing|nothing else|thats all|thats it|nada|nada mas|ninguna|ninguno|eso es todo|todo bien|im good|non|nein)\b/;
const thanks = words(
  "thanks|thank you|appreciate it|gracias|muy amable|se lo agradezco|agradecid[oa]|merci|danke",
);

/** "Hello?" wonders whether anyone is there; "hello" and "yes?" let the agent go on. */
const greeting =
  /^(?:(?:hello|hi|hey|hola|alo|halo|buenas|buenos dias|buenas tardes|buenas noches|good (?:morning|afternoon|evening)|bueno|bonjour|hallo|allo)(?: |$))+(?:are you there|anybody there|sigue ahi|estas ahi|esta ahi|hay alguien)?$/;
const areYouThere =
  /\b(?:are you (?:still )?there|anybody there|sigue(?:s)? ahi|est[ao]s? ahi|hay alguien)\b/;
const yesAsQuestion = /^(?:yes|yeah|si|digame|diga|mande|ok|okay)(?: digame)?$/;

const byIntent: Partial<Record<ReadIntent, UtteranceMeaning>> = {
  question: "question",
  complaint: "complaint",
  schedule: "booking",
  reschedule: "change_appointment",
  callback_later: "busy",
  not_interested: "not_interested",
  already_bought: "not_interested",
  interested: "yes",
  ready_to_buy: "yes",
  opt_in: "yes",
};

/** The local reader is certain enough to be followed where no pattern decides. */
const sureReading = 0.6;

/** The patterns decide first, since utterances of calls are short; then the local reader. */
export const understand = (text: string, reading: MessageReading | null): UtteranceMeaning => {
  const folded = foldSpeech(text);
  const plain = folded.replaceAll("?", "").trim();
  if (speechWords(text).length === 0) return "nothing_heard";
  const isQuestion = folded.includes("?") || questionStart.test(plain);
  const intent = reading && reading.confidence >= sureReading ? reading.intent : null;
  if (yesAsQuestion.test(plain)) return "yes";
  if (greeting.test(plain) && !folded.includes("?") && !areYouThere.test(plain)) return "yes";
  if (repeat.test(plain) || greeting.test(plain) || areYouThere.test(plain)) return "repeat";
  if (whoIsCalling.test(plain)) return "who_is_calling";
  if (changeAppointment.test(plain)) return "change_appointment";
  if (complaint.test(plain) || intent === "complaint") return "complaint";
  if (promise.test(plain)) return "promise";
  if (booking.test(plain)) return "booking";
  if (busy.test(plain)) return "busy";
  if (undecided.test(plain)) return "undecided";
  if (goodbyeWords.test(plain) && !folded.includes("?")) return "goodbye";
  if (isQuestion) return "question";
  if (notInterested.test(plain)) return "not_interested";
  const read = intent === null ? undefined : byIntent[intent];
  const isShort = speechWords(text).length <= 3;
  if (isShort && yes.test(plain)) return "yes";
  if (isShort && no.test(plain)) return thanks.test(plain) ? "not_interested" : "no";
  if (read !== undefined) return read;
  if (yes.test(plain)) return "yes";
  if (no.test(plain)) return "no";
  return thanks.test(plain) ? "thanks" : "other";
};
