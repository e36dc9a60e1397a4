import type { Sentence } from "./read-sentence.ts";

const any = (...patterns: string[]): RegExp => new RegExp(`\\b(?:${patterns.join("|")})\\b`);

/** "I do not know", said in one of many ways. */
const honest = any(
  "i (?:really |honestly |just )?(?:do not|dont|cannot|cant|could not|couldnt|am not|would not|wouldnt) (?:\\w+ ){0,2}?(?:know|sure|certain|say|tell|confirm|have|see|find|speak to|answer|promise|guarantee|quote|aware|able|want to guess|guess|give)",
  "(?:we|they) (?:do not|dont|cannot|cant) (?:\\w+ ){0,2}?(?:know|confirm|say|tell|promise)|(?:we|they) (?:do not|dont) have (?:\\w+ ){0,3}(?:information|details|data|answer)",
  "im (?:really |honestly )?(?:not|unable) (?:\\w+ ){0,2}(?:sure|certain|able|aware|in a position)|(?:thats|that is|its|it is) (?:\\w+ ){0,2}(?:not something i|beyond what i|unknown|unclear)|not (?:listed|mentioned|stated|in (?:my|the|our) (?:information|notes|records))|no (?:information|details|data|record) (?:on|about|of|for|here)",
  "(?:i would|id) (?:rather|prefer)|i wouldnt want to (?:guess|give)|hard to say|(?:id|i would|i will|ill) (?:have|need) to (?:check|ask)|i have no (?:information|idea|details|record|way)",
  "no (?:lo |le |se lo |me |te )?(?:se(?= ?(?:[,.;:!]|$|si|que|cuanto|cual|cuando|donde|como|con (?:certeza|seguridad|exactitud)|decir|bien|eso|exactamente))|sabria|tengo|puedo|podria|estoy segur[oa]|cuento|dispongo|veo|encuentro|conozco|quisiera|consta|aparece|figura)",
  "no (?:lo |le |se lo )?(?:sabemos|podemos (?:decir|confirmar|asegurar|prometer)\\w*)|no (?:tenemos|contamos con|hay) (?:\\w+ ){0,2}(?:informacion|datos?|detalles?|respuesta)",
  "desconozco|ni idea|prefiero (?:no|que|preguntar|verificar|confirmar)|tendria que (?:verificar|preguntar|confirmar|consultar)|habria que (?:preguntar|verificar|consultar)",
);
/** Somebody else will tell. */
const referral = any(
  "(?:im|i am|ill|i will|let me|we are|well) (?:now )?(?:connect\\w*|transfer\\w*|put(?:ting)? you (?:through|in touch)|pass(?:ing)? you)|(?:le|lo|la) (?:comunico|conecto|transfiero|paso) con|estoy (?:comunicando|conectando|transfiriendo)\\w*",
  "(?:let me|ill|i will|i can|i could|we can|well|i would|id|shall i|can i)(?: \\w+){0,1} (?:have|get|ask) (?:someone|somebody|a \\w+|the \\w+|them|one of \\w+)(?: \\w+){0,4} (?:check|confirm|call|find|tell|look|get back|answer|help|explain|give|reach)|(?:let me|ill|i will|i can) (?:check|ask|find out|look into|connect you|transfer you|pass)\\b",
  "(?:someone|somebody|a person|a colleague|a coworker|a human|a representative|an agent|an adviser|a technician|the team|our team|the office|they|one of us|a specialist|the doctor|your doctor|a doctor|a lawyer|an attorney|the technician)(?: \\w+){0,5} (?:call|confirm|check|find out|get back|tell|help|answer|explain|look|reach|follow|know|advise|contact|verify|let you|give you (?:a call|the (?:details|information|answer)|more))\\w*",
  "(?:ask|check with|talk to|speak with|speak to|consult) (?:\\w+ )?(?:doctor|lawyer|attorney|pharmacist|specialist|physician|team|office)",
  "(?:dejeme|permitame|voy a|puedo|podemos|le voy a|quiere que|si quiere|si gusta)(?: \\w+){0,3} (?:verifi\\w+|pregunt\\w+|consult\\w+|confirm\\w+|averigu\\w+|comuni\\w+|pasarl[oa]|anot\\w+|conect\\w+|transfer\\w+)",
  "(?:alguien|una persona|un colega|una colega|un companero|una companera|un representante|un agente|un asesor|una asesora|el equipo|nuestro equipo|la oficina|ellos|un tecnico|el tecnico|un especialista|su medico|un medico|un abogado)(?: \\w+){0,5} (?:llam\\w+|confirm\\w+|verifi\\w+|averigu\\w+|dar\\w* (?:una llamada|(?:mas|la|una) (?:informacion|respuesta|orientacion)|(?:mas|los) detalles)|dig\\w+|decir\\w*|dir\\w+|ayud\\w+|contest\\w+|expli\\w+|comuni\\w+|respond\\w+|inform\\w+|orient\\w+|contact\\w+)",
  "(?:pregunte|consulte|hable|verifique)(?: \\w+){0,2} (?:medico|abogado|farmaceutic\\w+|especialista|doctor\\w*|oficina)",
);
const courtesyWords = new Set(
  `hi hello hey dear good morning afternoon evening night day thank thanks you very much so for your message writing to us
  contacting reaching out of course sure certainly absolutely we i am are im ill is happy glad here help perfect great excellent welcome
  youre best kind regards sincerely and it appreciate have a nice no problem worries thats that all right alright okay ok
  understood got let me know if need anything else please just call calling pleasure my sorry about hear to can how the
  with any questions patience time today day wonderful one moment second sir maam at service assist gladly yes enjoy rest
  hola estimado estimada buen buenos buenas dia dias tarde tardes noche noches gracias muchas mil por escribir escribirnos
  su mensaje comunicarse contactarnos con mucho gusto claro que si saludos un una saludo de nada cordial cordiales atentamente
  cordialmente perfecto excelente muy amable le agradecemos para ayudarle estamos servirle a sus ordenes feliz
  entiendo comprendo entendido bien esta lo siento lamento eso disculpe momento favor aqui cualquier cosa duda algo mas
  puedo ayudar llamar llamarnos pregunta el que tenga usted igualmente placer no hay problema la paciencia tiempo se bueno
  encantado encantada ayudarlo ayudarla senor senora
  understand complicated upsetting appreciate absolutely tell me your name spell repeat hear heard listening listen go ahead feel free see sounds makes sense must be
  frustrating difficult hard exciting glad interested asking asked ask share more detail details that this give gave
  think thought question first next step hold on back again shall talk speak speaking learn learning say said could
  would like so then now still there got it bit little few things something really quite of at phone number address
  email best reach whenever ready take let us lets start begin continue want wanted kind
  digame diga deme nombre deletree repita repetir oigo escucho adelante suena bien debe ser frustrante dificil
  interesa interes preguntar pregunto cuenteme cuente mas detalle detalles esto eso pienso siguiente paso espere
  todavia sigue ahi ahora hablar hablando empecemos empezar continuemos seguir sigamos quiere quisiera gustaria
  telling thats too bad cool ay
  going through condolences family loss heart hearing another way differently again sympathy cant imagine
  condolencias pesame familia perdida pasado explico explicarselo otra manera forma nuevamente acompano sentimiento ojala pase pasara haya ocurrido lastima telefono direccion correo mejor cuando listo lista vamos tomese poco cosas nuevo`
    .trim()
    .split(/\s+/),
);
const machine = any(
  "(?:i am|im|this is|youre (?:talking|speaking) (?:to|with)) (?:\\w+ ){0,3}(?:ai|automated|virtual|digital|assistant|machine|bot|robot|computer)",
  "(?:soy|le habla|esta hablando con|habla con) (?:\\w+ ){0,4}(?:ia|asistente|automatic[oa]|automatizad[oa]|virtual|digital|maquina|robot|inteligencia)",
  "(?:im|i am) not (?:a |an )?(?:\\w+ )?(?:human|person)|no soy (?:una? )?(?:\\w+ )?(?:persona|human[oa])",
);
const maxNames = 2;

export type StatementKind = "courtesy" | "question" | "unknown" | "referral" | "machine" | "claim";

const isPriced = ({ quantities }: Sentence): boolean =>
  quantities.some(({ kind }) => kind === "money" || kind === "percent");

/** What a sentence does. Only a claim needs a source. */
export const kindOf = (sentence: Sentence, original: string): StatementKind => {
  const { text, quantities } = sentence;
  const tokens = text.match(/\p{L}+/gu) ?? [];
  if (quantities.length === 0) {
    const others = tokens.filter((word) => !courtesyWords.has(word));
    const names = new Set(sentence.words.filter(({ isName }) => isName).map(({ word }) => word));
    if (
      others.length === 0 ||
      (others.length <= maxNames && tokens.length > others.length && others.every((word) => names.has(word)))
    )
      return "courtesy";
  }
  if (original.trim().endsWith("?") && !isPriced(sentence)) return "question";
  if (quantities.length === 0 && honest.test(text)) return "unknown";
  if (quantities.length === 0 && referral.test(text)) return "referral";
  return machine.test(text) && tokens.length <= 16 ? "machine" : "claim";
};
