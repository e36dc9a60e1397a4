import type { AgentToolName } from "./tool-names.ts";

const words = (...patterns: string[]): RegExp => new RegExp(`\\b(?:${patterns.join("|")})\\b`);

/** Sentences that say that something was done, over the output of `foldSpeech`, and the tools that do it. */
const claims: readonly (readonly [RegExp, readonly AgentToolName[]])[] = [
  // Nothing is booked before a person has confirmed it.
  [
    words(
      "(?:i|we|ive|weve) (?:have |just |have just |now )?(?:booked|scheduled|reserved|confirmed)(?! by)|(?:is|are|been|all|youre|you are) (?:now )?(?:booked|scheduled|confirmed|all set for)",
      "(?:le|te|ya|he|la|lo|hemos)(?: le| he| la| lo| ha| esta)* (?:agendado|agende|reservado|reserve|programado|programe|confirmado|confirme|coordine|coordinado)|(?:su|tu|la) (?:cita|visita|reserva) (?:ya )?(?:esta|quedo|queda|ha sido) (?:agendada|confirmada|programada|reservada|lista)|queda (?:agendad|confirmad|reservad)[oa]",
      "jai (?:reserve|confirme)|ich habe (?:gebucht|reserviert)|ist (?:gebucht|bestatigt)",
    ),
    [],
  ],
  [
    words(
      "(?:i|ive|weve) (?:have |just )?(?:noted|requested|registered|submitted|put in) (?:\\w+ ){0,4}(?:appointment|visit|request)|(?:anote|registre|solicite|he (?:anotado|registrado|solicitado)) (?:\\w+ ){0,4}(?:cita|visita|solicitud)",
    ),
    ["request_appointment", "confirm"],
  ],
  [
    words(
      "(?:i|ive|we|weve) (?:have |just |have just )?(?:sent|texted|emailed|mailed)(?: you)?|(?:le|te) (?:envie|mande|acabo de (?:enviar|mandar)|he (?:enviado|mandado))|ya (?:le|te) (?:envie|mande)",
    ),
    ["send_me"],
  ],
  [
    words(
      "(?:i|ive|we|weve) (?:have |just )?(?:cancelled|canceled)|(?:cancele|he cancelado|quedo cancelad[oa]|esta cancelad[oa])|(?:is|been) (?:now )?(?:cancelled|canceled)",
    ),
    ["cancel_request", "confirm"],
  ],
  [
    words(
      "(?:i|ive) (?:have |just )?(?:noted|arranged|requested|set up) (?:\\w+ ){0,3}call ?back|(?:someone|somebody|a person|they|we|i) (?:will|is going to|are going to) call you(?: back)?|ill call you|well call you|(?:anote|coordine|he anotado) (?:\\w+ ){0,3}llamada|(?:le|te) (?:llamara|llamaran|llamaremos|llamare|van a llamar|va a llamar|devolver\\w+ la llamada)",
    ),
    ["request_callback", "hand_over", "request_appointment", "confirm"],
  ],
  [
    words(
      "(?:im|i am|ill|i will|let me) (?:now )?(?:connect\\w*|transfer\\w*|put\\w* you through)|(?:connecting|transferring) you|(?:le|te) (?:comunico|transfiero|paso con|conecto)|(?:lo|la) (?:comunico|transfiero|paso|conecto) con",
    ),
    ["hand_over"],
  ],
  [
    words(
      "(?:i|ive|we|weve) (?:have |just )?(?:removed|unsubscribed|taken you off|opted you out)|you (?:have been|are now|are) (?:removed|unsubscribed)|(?:lo|la|le|te) (?:quite|removi|saque|elimine|he (?:quitado|sacado|eliminado)) de|(?:ha sido|quedo) (?:eliminad|removid)[oa]",
    ),
    ["opt_out"],
  ],
  [
    words(
      "(?:i|ive|we|weve) (?:have |just )?(?:updated|changed|corrected|saved) your|(?:actualice|cambie|corregi|guarde|he (?:actualizado|cambiado|guardado)) su",
    ),
    ["set_detail", "propose_address", "confirm"],
  ],
  [
    words(
      "(?:i|ive|we|weve) (?:have |just )?(?:applied|approved|charged|refunded|processed|paid)|(?:aplique|aprobe|cobre|reembolse|procese|he (?:aplicado|aprobado|cobrado|procesado))|(?:payment|refund|pago|reembolso) (?:was|has been|fue|ha sido) (?:approved|processed|aprobado|procesado)",
    ),
    [],
  ],
];

/** "I will not have booked anything before" and questions claim nothing. */
const isDenied = words(
  "(?:have|has|am|is|was|will|can|do|did) not|havent|hasnt|isnt|wont|cannot|cant|not yet|todavia no|aun no|no (?:he|esta|puedo|le|se|hemos)|shall i|should i|would you like|can i|may i|quiere que|desea que|le gustaria",
);

/** Whether a sentence says that something was done although none of the tools that do it ran. */
export const claimsUndoneAct = (folded: string, toolsRun: readonly AgentToolName[]): boolean =>
  !isDenied.test(folded) &&
  !folded.includes("?") &&
  claims.some(([claim, tools]) => claim.test(folded) && !tools.some((tool) => toolsRun.includes(tool)));
