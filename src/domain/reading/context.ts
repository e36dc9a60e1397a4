import { createPhraseMatcher } from "./phrases.ts";
import { type Token, tokenize } from "./tokens.ts";
import { wordLists } from "./word-lists.ts";

/** What our own last message did; a short answer takes its sense from it. */
const contextSignals = {
  asksConsent: `
    ok|okay|alright|fine|allowed if? _1 to|we|i text|message|email|send|contact|call; reply|respond|text yes|y|si|start|join _3 to|for _4 receive|get|subscribe|confirm|opt|updates|alerts|messages|texts|offers|consent
    like|want|agree|consent|wish to _1 receive|get|hear|keep|stay|opt|join|subscribe _4 ; may|can|could we|i _2 text|send|message|email|keep|contact you; opt in; subscribe|join _4 list|alerts|texts|updates|newsletter
    desea|quiere|gustaria|acepta|autoriza|quieres|aceptas|deseas|consiente|autorizas|interesa _2 recibir|que|a _3 ; responda|responde|conteste|envie si|alta|s|acepto _2 para _4 recibir|suscrib*|aceptar|confirmar|mensajes|ofertas
    podemos|puedo|podriamos|nos _2 enviarle|mandarle|escribirle|contactarle|enviarte|mandarte|escribirte|permite|autoriza; consentimiento|permiso|autorizacion; lista de; back on our list; text updates; suscribirse|suscribirte; to receive|get _2 messages|updates|texts|alerts|offers; recibir _3 mensajes|ofertas|alertas|textos|promociones|avisos`,
  proposesTime: `
    @weekday|tomorrow|today|manana|hoy _6 work|works|good|ok|okay|suit|bien|parece|sirve|queda|conviene|funciona; does|would|is|how _1 @weekday|tomorrow|today|_2 work|good|at; are you free|available|open|around; can|could you|we|i|our _4 @weekday|tomorrow|today|at; puede|pueden|podria|podemos|le|te|les _3 @weekday|manana|hoy|a|las
    le|te|les queda|sirve|parece|conviene|funciona|acomoda; we have|tenemos|hay _5 @weekday|tomorrow|manana|open|available|disponib*|espacio|at|las; opening|slot|espacio|hueco|turno|cupo; disponible el|manana|a; what|que time|day|dia|hora _3 ; come|stop|visit|venir|pasar|ir|visit* _4 @weekday|tomorrow|manana|at|a`,
  asksForTime: `what|which time|day|date|times|days; when can|would|could|is|works|should|are; que dia|hora|dias|horario|fecha; cuando _2 puede|podemos|podria|gustaria|seria|quiere|le|te; a que hora; schedule|book|agend*|program*|coordin*|visit|appointment|visita|cita|tour|demo|test drive|inspection; like to come|visit|meet|schedule|book; gustaria|quiere|desea venir|visitar*|agendar|programar|coordinar`,
  confirmsMeeting: `
    appointment|visit|meeting|class|tour|demo|installation|reminder _3 is|on|for|tomorrow|at|scheduled|confirmed|today; reminder|remind|reminding; reply|text|respond|press c|1|confirm|yes|y to confirm; please|to confirm; scheduled|booked|confirmed for|on; see you|we see; cita|visita|reunion|clase|instalacion|recordatorio _3 es|para|el|manana|esta|confirmada|programada|hoy; recordatorio|recordamos|recordarle|recordarte; confirme|confirma|confirmar|confirmada|agendada|programada; le|te|los|la|lo esperamos; responda|conteste|marque 1|c|si para confirmar; your technician; su tecnico; on our|the way; va en camino`,
  offersInformation: `
    like|want|need _2 more? information|details|know|hear|learn|see|quote|estimate|me|brochure|pricing|options; shall|should|can|may|could i|we _1 send|share|email|text|explain|tell|prepare|help|give; want me to; still interested|looking|thinking|considering; are you|still _1 interested; interested in; free|no-cost quote|estimate|consultation|assessment; le|te|les interesa|interesaria|gustaria|envio|mando|enviamos|explico|comparto|mandamos|preparo|cotizo|orient*; desea|quiere|deseas|quieres _1 mas|informacion|saber|cotizacion|que|conocer|recibir|ver|detalles|una; sigue|sigues|siguen interesad*; esta|estas|estan _1 interesad*; podemos|puedo|podria enviarle|mandarle|explicarle|ayudarle|enviarte|mandarte|ofrecerle; a|una|un quote|cotizacion|presupuesto|estimado|propuesta gratis|libre|free; did you know; sabia que`,
  asksPurchase: `
    ready to _1 sign|buy|proceed|move|start|enroll|order|go|pay|finalize|book|get|commit; shall|should|do we|you|i _2 proceed|go|move|finalize|reserve|hold|sign|order|enroll|start|process|charge; want|like to _1 proceed|move|buy|order|purchase|enroll|sign|reserve|go|activate|finalize|start; complete your _2 order|purchase|enrollment|application; go ahead with; sign|approve|accept the|your|this|our contract|quote|agreement|proposal|estimate|offer; payment link; procedemos|firmamos|cerramos|arrancamos|empezamos|comenzamos|proceder|continuar; desea|quiere|deseas|quieres|gustaria _1 comprar|contratar|firmar|proceder|inscribirse|pagar|activar|ordenar|reservar|separar|apartar|continuar; listo|lista para; acepta|aprueba|aceptas la|el|nuestra|esta cotizacion|propuesta|oferta|contrato|presupuesto; enlace de pago|para pagar|para firmar; lo|la|te lo|se lo reserv*|apart*|separ*; contract|contrato|deposit|deposito|down payment|enganche|pronto`,
  asksQualifying: `
    how much|many|old|big|long|is _3 your|you|do|are|people|bill|square|year; what is|s|are|kind|type|year|size|model|brand|zip|city|age _2 your|you|of|roof|budget|bill|are|is|do; whats your; do you own|rent|have|live|currently; are you the|a owner|homeowner|renting; own or rent; which model|plan|area|city|town|one|program|size; your budget|bill|zip|roof|age|credit|income; cuanto|cuanta|cuantos|cuantas _2 paga|pagan|es|tiene|tienen|viene|personas|anos|pagas|son|gasta|habitaciones; cual|que es|plan|modelo|tipo|area|zona|ano|tamano|marca|edad|presupuesto|programa|codigo; es|eres dueno|duena|propietari*; es propia|propio|alquilad*; en que|cual|donde pueblo|ciudad|area|zona|vive|vives|ubicad*; tiene|tienen|tienes _1 techo|placas|seguro|licencia|hijos; su|tu factura|presupuesto|techo|edad|codigo`,
  asksServiceData: `account|policy|order|claim|customer|invoice|case|serial|member|reference|contract number|id|_hash; address on; service address; date of birth; last four|4; numero de cuenta|poliza|orden|cliente|contrato|serie|caso|reclamo|factura|referencia; direccion|fecha de nacimiento; full|your name|address|email; su|tu nombre|direccion|correo; confirm|verify|confirmar|verificar|confirme _2 address|email|direccion|correo|nombre|name|identity|number|numero; ultimos cuatro|4; which unit; que unidad; to verify`,
  asksIdentity: `is this|that !a|the|ok|okay|time|good|for; am i|i speaking|talking|texting with|to; is it; hablo|converso|comunico con; es usted|este|esta|ud|tu; are you !interested|ready|the|still|free|available|looking|a|coming|open|in; me comunico con; this the right number; es el numero`,
  asksCall: `call|talk|speak|chat|phone|reach _2 you; time to|for _1 call|talk|chat|speak|reach; call now|today|you; llamarle|llamarte|llamada|llamar|llamamos|llamo|hablar|conversar|platicar; hora _2 llam*|hablar`,
  reportsService: `installed|delivered|completed|repaired|processed|received|shipped|approved|sent|paid|payment|invoice|bill|renewal|renew|policy|plan; instalad*|entregad*|complet*|reparad*|procesad*|recibid*|enviad*|aprobad*|pago|factura|renovacion|renov*|vence|poliza|plan; how was|is|did; como le|te|fue|estuvo; rate us|your; califique|calific*|encuesta|survey|review`,
  offersCancelKeyword: `reply|text|responda|responde|conteste|envie|write _2 cancel|cancelar|baja|end|stop|alto|salir|no|2 _2 to|para _2 cancel|cancelar|reschedule|decline|reprogramar|rechazar|change|cambiar`,
  sells: `offer|offers|promo*|deal|discount|sale|savings|save|free|limited|special; oferta*|promo*|descuento*|ahorr*|gratis|especial|aproveche; solar|insurance|quote|plan`,
} as const;

const matcher = createPhraseMatcher(contextSignals, wordLists);

export type ContextSignal = keyof typeof contextSignals;

/** A whole message that answers in a word or two. */
export type ShortAnswer =
  | "yes"
  | "no"
  | "number"
  | "emoji"
  | "thumb"
  | "time"
  | "data"
  | "letter"
  | "short"
  | "none";

export type Context = {
  hasPrevious: boolean;
  asksQuestion: boolean;
  signals: ReadonlySet<ContextSignal>;
  tokens: readonly Token[];
};

export const readContext = (previous: string | null | undefined): Context => {
  if (!previous) return { hasPrevious: false, asksQuestion: false, signals: new Set(), tokens: [] };
  const tokens = tokenize(previous.slice(0, 600));
  const signals = new Set(
    [...matcher.match(tokens).keys()].map((signal) => matcher.names[signal] as ContextSignal),
  );
  return { hasPrevious: true, asksQuestion: previous.includes("?"), signals, tokens };
};

const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));
const yesWords = wordSet(
  "yes si y s claro sure absolutely definitely correct correcto afirmativo affirmative dale acepto accept agree agreed simon sii please por favor supuesto course of ok okay yessir obvio exacto exactly right yas ofcourse seguro cierto vale perfecto perfect great bueno va andale sale",
);
const surelyYes = wordSet(
  "yes si y s claro sure absolutely definitely correct correcto afirmativo affirmative dale acepto accept agree agreed simon yessir obvio exacto course supuesto seguro cierto",
);
const noWords = wordSet("no n not nop nope nah nel negative negativo ninguno ninguna nunca thanks gracias");
const surelyNo = wordSet("no n nope nah nel negative negativo");
const courtesies = wordSet(
  "thanks gracias please por favor sir maam senor senora amigo hola hi hello hey good morning buenas buenos dias tardes much muchas you thank",
);
const timeWords = wordSet(
  `${wordLists.weekday} ${wordLists.daypart} ${wordLists.month} today tomorrow hoy manana at am pm a las la el on the in next para por de after around noon th st nd rd proximo would works work is better best mejor`,
);

/** What kind of short answer the whole message is. */
export const readShortAnswer = (tokens: readonly Token[]): ShortAnswer => {
  const words = tokens.filter(({ isMark }) => !isMark).map(({ word }) => word);
  if (words.length === 0 || words.length > 6) return "none";
  const withoutCourtesies = words.filter((word) => !courtesies.has(word));
  const core = withoutCourtesies.length > 0 ? withoutCourtesies : words;
  if (core.every((word) => yesWords.has(word)) && core.some((word) => surelyYes.has(word))) return "yes";
  if (core.every((word) => noWords.has(word)) && core.some((word) => surelyNo.has(word))) return "no";
  if (core.every((word) => /^(?:👍|👌|🙏|✅|✔|🤝)/u.test(word))) return "thumb";
  if (core.every((word) => /^\p{Extended_Pictographic}/u.test(word))) return "emoji";
  if (core.every((word) => /^_(?:mail|phone|url)$/.test(word))) return "data";
  if (core.length === 1 && /^[a-z]$/.test(core[0] ?? "")) return "letter";
  if (core.every((word) => /^\d|^_dollar$/.test(word))) return "number";
  if (core.every((word) => timeWords.has(word) || /^\d/.test(word))) return "time";
  return core.length <= 3 ? "short" : "none";
};
