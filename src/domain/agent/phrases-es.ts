import type { AgentPhrases } from "./agent-phrases.ts";

export const spanishPhrases: AgentPhrases = {
  disclosure: (business) =>
    `Saludos, soy ${business ? `el asistente de inteligencia artificial de ${business}` : "un asistente de inteligencia artificial"}.`,
  recorded: "Esta llamada se graba.",
  optOutHint: "Si no desea nuestras llamadas, diga alto u oprima el 9.",
  optOutByText: "Si no desea más llamadas, envíe la palabra alto por mensaje a este número.",
  optedOut: "Entendido. No volveremos a comunicarnos con usted. Que tenga buen día.",
  optedOutToPerson:
    "Entendido. No volveremos a comunicarnos con usted. Le comunico ahora con una persona por su queja. Un momento, por favor.",
  possibleOptOut: "Si no desea que nos comuniquemos más con usted, oprima el 9 o diga alto.",
  isMachine: (business) =>
    `Sí, soy ${business ? `el asistente de inteligencia artificial de ${business}` : "un asistente de inteligencia artificial"}, no una persona. Si prefiere hablar con una persona, dígamelo.`,
  whoIsCalling: (business) =>
    `Le habla ${business ? `el asistente de inteligencia artificial de ${business}` : "un asistente de inteligencia artificial"}, no una persona.`,
  toPerson: "Con mucho gusto. Le comunico ahora con una persona. Un momento, por favor.",
  toPersonClosed:
    "En este momento nadie del equipo puede tomar la llamada, así que les pedí que le devuelvan la llamada. ¿Qué hora le conviene?",
  nobodyFree: "Lo siento, ahora mismo no hay nadie disponible. Le pedí al equipo que le devuelva la llamada.",
  callbackNoted: "Muy bien, lo anoté. Alguien le devolverá la llamada.",
  callbackNotedAt: (when) => `Muy bien, anoté que le llamemos ${when}.`,
  appointmentAskWhen: "Con gusto. ¿Qué día y a qué hora le conviene?",
  appointmentNoted: (when) =>
    `Gracias. Anoté su solicitud para ${when}. Todavía no es definitiva: una persona del equipo se la va a confirmar.`,
  changeNoted: "Anoté que desea cambiar su cita. Una persona del equipo se lo va a confirmar.",
  stillThere: "¿Sigue ahí?",
  stillThereAgain: "No le escucho. Si está ahí, dígame algo, por favor.",
  silenceGoodbye: "No le escucho, así que voy a colgar. Gracias y hasta luego.",
  goodbye: "Gracias por su tiempo. Que tenga buen día.",
  dontKnow: "Eso no lo sé con certeza; se lo pregunto al equipo y ellos le contestan.",
  dontKnowToPerson: "Esa respuesta tampoco la tengo. Le comunico con alguien que sí la tiene.",
  fillers: ["Un momento, por favor.", "Déjeme verificar.", "Deme un segundito."],
  trouble: "Disculpe, estoy teniendo problemas. Le busco a una persona.",
  tooManyTroubles: "Disculpe, hoy esto no está funcionando. Alguien del equipo le llamará. Hasta luego.",
  wrongNumber:
    "Disculpe la equivocación. Le avisaré al equipo que este número no es el correcto. Hasta luego.",
  emergency:
    "Pónganse todos a salvo, salgan del lugar, cuelgue y llame al 911 de inmediato. Ya le aviso a una persona de nuestro equipo.",
  crisis:
    "Siento mucho que esté pasando por esto. Puede llamar al 988 a cualquier hora, o al 911 si está en peligro. Le busco a una persona ahora mismo.",
  child: "Gracias por avisarme. Llamaré otra vez cuando esté una persona adulta. Adiós.",
  refuseSecret:
    "Por favor, no me diga números de tarjeta, de seguro social ni contraseñas. No los necesito ni los guardo. ¿En qué más le puedo ayudar?",
  cannotPromise:
    "No puedo prometerle un precio, un descuento ni un resultado. Una persona del equipo le dirá qué es posible.",
  timeIsUp:
    "Se nos acaba el tiempo de esta llamada. Alguien del equipo le dará seguimiento con gusto. Gracias y hasta luego.",
  sayAgain: "Disculpe, no le entendí. ¿Me lo repite?",
  sayAgainOnceMore: "No le escuché bien. ¿Una vez más, por favor?",
  repeated: ["Claro que sí.", "Cómo no, se lo repito:"],
  notRecording: "Muy bien, esta llamada no se está grabando.",
  isRecorded: "Sí, esta llamada se graba. Si no lo desea, diga sin grabar, y seguimos sin grabación.",
  isNotRecorded: "No, esta llamada no se está grabando.",
  screening: (business, purpose) =>
    `Le habla ${business ? `el asistente de inteligencia artificial de ${business}` : "un asistente de inteligencia artificial"}. ${purpose || "Llamo por su solicitud."} Espero en la línea.`,
  condolence: "Lo siento muchísimo. No voy a venderle nada, y le aviso a nuestro equipo.",
  noAdvice:
    "No puedo dar consejos médicos ni legales; consúltelo con un profesional. Una persona de nuestro equipo puede decirle más.",
  dataRequestNoted:
    "Anoté su petición sobre sus datos personales. Una persona de nuestro equipo verificará quién la hace y se la confirmará.",
  takenOver: "Un momento, ahora le atiende una persona de nuestro equipo.",
  leaveMessage:
    "Saludos. Deje su mensaje después del tono. Se graba, y nuestro equipo le devolverá la llamada.",
  whisper: (person, note) => `Llamada de ${person}. ${note} Oprima el 1 para tomarla.`,
  handedBack: "Le habla otra vez el asistente de inteligencia artificial. ¿En qué le ayudo?",
  reconnected: "Disculpe, se cortó la línea un momento. Siga, por favor.",
  abuse:
    "Entiendo que esté molesto. Quiero ayudarle, pero hablemos con respeto. Si no desea más llamadas, oprima el 9.",
  abuseGoodbye: "Así no puedo continuar, por lo que termino la llamada aquí. Hasta luego.",
  notInterested:
    "Entendido, gracias por decírmelo. Si no desea más llamadas nuestras, oprima el 9 ahora. Que tenga buen día.",
  busyAskWhen: "No hay problema. ¿A qué hora le conviene que le llamemos?",
  complaint: "Lamento mucho lo ocurrido y quiero que se resuelva. ¿Le comunico con una persona?",
  complaintClosed: "Lamento mucho lo ocurrido. Ya lo anoté, y una persona del equipo le llamará sobre esto.",
  acknowledged: ["Muy bien.", "Gracias.", "Entiendo.", "Perfecto."],
  welcome: "A la orden.",
  askAgain: "Le pregunto otra vez:",
  answersIt: "¿Con eso le contesto su pregunta?",
  anythingElse: "¿Le puedo ayudar en algo más?",
  noProblem: "No se preocupe.",
  whenToCallBack: "¿Cuándo le podemos llamar de nuevo?",
  backToQuestion: "Y volviendo a mi pregunta:",
  notDoneYet: "Eso todavía no lo he hecho. ¿Quiere que se lo pase al equipo?",
  contactUnknown: "No tengo ese contacto a la mano, pero una persona del equipo se lo puede dar.",
  goAhead: "Dígame, le escucho.",
  injection: "Solo le puedo ayudar con sus propios asuntos con nosotros. ¿Qué le gustaría saber?",
  languageSwitched: "Claro que sí, seguimos en español.",
  objection: "Entiendo, no hay prisa.",
  readBack: (value) => `Anoté ${value}. ¿Es correcto?`,
  correctedTo: (value) => `Gracias, lo corregí: ${value}.`,
  sayPhoneAgain:
    "Creo que me faltó un dígito. ¿Me repite el número, dígito por dígito, con el código de área?",
  sayEmailAgain: "¿Me repite el correo electrónico despacio, letra por letra si puede?",
  sayTimeAgain: "Quiero estar seguro. ¿Qué día y a qué hora exactamente?",
  leftToPerson: "No estoy seguro de tenerlo bien, así que una persona del equipo lo verificará con usted.",
  typeNumber: "Claro que sí. Marque el número en su teléfono ahora y oprima la tecla de número al terminar.",
  isHoliday: (name) => `Tenga en cuenta que ese día es feriado, ${name}.`,
  inOurTime: "hora nuestra",
};
