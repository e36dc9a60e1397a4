import {
  childAnswers,
  doNotRecord,
  emergency,
  robotQuestion,
  selfHarm,
  tellsSecret,
} from "#domain/agent/policy-patterns.ts";
import type { SafetyKind } from "./safety-kind.ts";

const words = (...patterns: string[]): RegExp => new RegExp(`\\b(?:${patterns.join("|")})\\b`);

const threat = words(
  "(?:im|i am|ill|i will|gonna|going to|we will) (?:\\w+ ){0,3}(?:kill|shoot|stab|hurt|beat|burn|blow up|smash|break|destroy|come for) (?:\\w+ ){0,2}(?:you|yall|your|u|the office|the store|every(?:body|one)|them all)",
  "(?:you(?:re| are|ll| will)?|yall) (?:\\w+ ){0,3}(?:gonna|going to|will) (?:pay for|regret|be sorry|bleed|die|get hurt)|(?:i know|we know) where (?:you|yall|your \\w+) (?:live|work|lives)|watch your back",
  "(?:los|te|las|lo|la|les) (?:voy|vamos) a (?:matar|quemar|partir|romper|reventar|buscar|caer|dar|meter)|(?:voy|vamos) a (?:ir a |pasar a )?(?:\\w+ ){0,3}(?:quemarles|romperles|partirles|matarlos|matarte|reventarles|quemar (?:la|el|esa|ese) (?:oficina|tienda|local|negocio))",
  "(?:se|te) (?:van|vas) a (?:arrepentir|acordar de mi)|(?:yo )?se donde (?:vives|viven|trabajas|trabajan|esta su oficina)|cuid(?:ate|ense) las espaldas",
);

const erasure = words(
  "(?:delete|erase|remove|wipe|destroy|purge) (?:\\w+ ){0,4}(?:data|information|info|records?|file|profile|account|details|history|everything)",
  "(?:copy|download|export|list|see|know) (?:\\w+ ){0,4}(?:data|information|info|records|file) (?:\\w+ ){0,3}(?:you|yall|on me|about me)|(?:what|which) (?:\\w+ ){0,2}(?:data|information|info|records) (?:\\w+ ){0,3}(?:have|keep|hold|store)|right to be forgotten|gdpr|ccpa",
  "(?:borr\\w+|elimin\\w+|destruy\\w+|quit\\w+|suprim\\w+) (?:\\w+ ){0,4}(?:datos|informacion|expediente|perfil|cuenta|registro|registros|historial|archivo|todo lo (?:mio|que))",
  "(?:copia|saber|ver|conocer) (?:\\w+ ){0,4}(?:datos|informacion|expediente) (?:\\w+ ){0,4}(?:tienen|guardan|mi|mios)|que (?:datos|informacion) (?:\\w+ ){0,3}(?:tienen|guardan|almacenan)|derecho al olvido",
);

const recording = new RegExp(
  `${doNotRecord.source}|${
    words(
      "(?:am i|are you|is this|is it|being|getting|this is|are we|is that|u|you) (?:\\w+ ){0,3}(?:recorded|recording|taped|taping)|(?:record|tape) (?:this|the|my|our) (?:call|conversation)",
      "(?:me|nos|esto|esta|estan|la|se|esta llamada|se esta) (?:\\w+ ){0,2}(?:grabando|graba|graban|grabada|grabado)|(?:grabando|grabar) (?:\\w+ ){0,2}(?:llamada|conversacion|esto)",
    ).source
  }`,
);

const medical = words(
  "pacemaker|marcapasos|(?:is it|would it be|can it be) (?:\\w+ ){0,3}(?:safe|dangerous|harmful) (?:\\w+ ){0,4}(?:pregnan\\w+|heart|asthma|baby|kidney|seizures?|condition|health)|(?:how many|what dose|dosage|double (?:my|the) dose|can i take|should i take)(?: \\w+){0,5} (?:pills?|mg|milligrams?|dose|medicine|medication|ibuprofen|insulin)",
  "(?:es|sera) (?:\\w+ ){0,2}(?:seguro|peligroso|malo|danino)(?: \\w+){0,6} (?:embaraz\\w+|corazon|asma|bebe|rinon\\w*|salud|cancer)|(?:cuantas|que dosis|puedo tomar\\w*|debo tomar\\w*)(?: \\w+){0,5} (?:pastillas?|miligramos|dosis|medicina|medicamento|insulina)|(?:da|causa|provoca|produce) (?:\\w+ ){0,2}cancer",
);

const legal = words(
  "(?:can|could|may|is|does) (?:\\w+ ){0,6}(?:legally|allowed by law|sue me|evict me|deport|illegal|against the law)|(?:am i|are we) (?:\\w+ ){0,3}(?:liable|legally)|(?:do i|should i) (?:\\w+ ){0,3}(?:sue|need a lawyer)|legal advice|put a lien",
  "(?:puede\\w*|pueden|podria\\w*|es) (?:\\w+ ){0,6}(?:legalmente|demandarme|desalojarme|deportar\\w*|ilegal|contra la ley|prohibirme)|(?:puedo|debo) (?:\\w+ ){0,2}(?:demandar\\w*|denunciar\\w*)|consejo legal|asesoria legal|tengo derecho a",
);

const vulnerable = words(
  "(?:my|our) (?:husband|wife|mother|mom|father|dad|son|daughter|brother|sister|partner)(?: \\w+){0,4} (?:died|passed|passed away|is dying)|(?:dementia|alzheimers?|terminal|hospice|widow(?:ed)?|power of attorney|grieving)|(?:they|he|she|somebody|someone) (?:\\w+ ){0,3}(?:gift cards?|scammed|tricked) (?:me|him|her|my)?|i (?:dont|do not) (?:understand|know) what i signed",
  "(?:mi|nuestr[oa]) (?:espos[oa]|marido|mujer|mama|madre|papa|padre|hij[oa]|herman[oa])(?: \\w+){0,4} (?:murio|fallecio|acaba de morir|se nos fue)|acaba de (?:morir|fallecer)|demencia|alzheimer|terminal|viud[oa]|me (?:estafaron|enganaron)|no (?:entiendo|se) (?:que|lo que) firme",
);

/** Over the output of `foldSpeech` without question marks. They lower what the learned probability must be. */
export const safetyPatterns: Partial<Record<SafetyKind, RegExp>> = {
  emergency,
  selfharm: selfHarm,
  threat,
  minor: childAnswers,
  secret: tellsSecret,
  erasure,
  recording,
  ai_question: robotQuestion,
  medical,
  legal,
  vulnerable,
};
