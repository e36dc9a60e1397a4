import { foldText, splitSentences } from "./text-analysis.ts";

export type SignalKind = "intent" | "ask" | "objection" | "channel" | "timeframe" | "sentiment" | "urgency";

/** What a text says, with the exact words that say it. `names` are the values by which schemas may ask for it. */
export type KeywordSignal = { kind: SignalKind; names: readonly string[]; quote: string };

type KeywordRow = { kind: SignalKind; names: readonly string[]; pattern: RegExp };

const row = (kind: SignalKind, names: string, pattern: RegExp): KeywordRow => ({
  kind,
  names: names.split(" "),
  pattern,
});

/** Patterns for folded text in English and Spanish. Within a kind, the more decisive rows come first. */
const rows: readonly KeywordRow[] = [
  row(
    "intent",
    "automatic_reply auto_reply out_of_office automatic",
    /automatically generated|not monitored|auto reply|i'?m driving|delivery status|de vacaciones|gracias por comunicar|out of (the )?office|automatic reply|auto-?reply|respuesta automatica|fuera de (la )?oficina/,
  ),
  row(
    "intent",
    "opt_out unsubscribe stop stop_contact",
    /^\W*(please |pls )?(stop|quit)\W*(please|pls|porfa|sending|enviando|w the|it)|unsubcribe|leave me\b.{0,8}\balone|(remove|delete|quiten|borren)\b.{0,12}\b(address|email|phone|info|telefono|correo)|^\W*(stop|unsubscribe|alto|baja|cancelar|salir|pare)\W*$|unsubscribe|(stop|quit) (texting|messaging|calling|emailing|contacting|sending)|(remove|delete|borr\w+|quit\w+|saqu\w+|elimin\w+).{0,20}(list|lista|number|numero|data|datos)|no (me )?(escriban|llamen|manden|envien|contacten|quiero mas (mensajes|llamadas))|do(n'?t| not) (text|call|contact|message|email) me|take me off|dejen de/,
  ),
  row(
    "intent",
    "wrong_person wrong_number",
    /wrong #|aqui no (es|vive|trabaja)|numero mal|marcando mal|meant for another|fallecio|passed away|ya no (trabaja|labora)|dejo de laborar|wrong (number|person)|numero equivocado|se equivoc\w+ de numero|no soy (esa|ese|la|el)\b|nobody (here )?by that name|who is \p{L}+\?/u,
  ),
  row(
    "intent",
    "cancel_service cancel cancellation churn",
    /cancelenme|cancelen (mi|el|la)|close my\b.{0,12}\baccount|drop the\b.{0,30}\bfrom my|withdraw me|cancel (my|the|our) (plan|service|policy|contract|account|subscription|membership|insurance)|cancelar (mi|el|la|nuestro) (plan|servicio|poliza|contrato|cuenta|seguro|linea)|dar(me)? de baja|not renew|no (voy a )?renovar/,
  ),
  row(
    "intent",
    "wants_human wants_person human hand_over handover agent speak_to_person",
    /\bagent\b|manager|supervisor|encargad|comuni(queme|ca con)|con alguien|pasenme|\bring me\b|have (someone|somebody|an? \w+) (call|contact)|(talk|speak) (to|with)|real person|\bhuman\b|representative|hablar con|una persona|un agente|representante|\bcall me\b(?! (back|at|on|later|tomorrow|after|next))|llam[ae]me\b|me (pueden|puede) llamar|ll[ae]me ya/,
  ),
  row(
    "intent",
    "complaint complain problem issue",
    /me cobraron|charged me|overcharg|(two|three|second|third) (weeks?|months?|times?)|times? (i'?m|im|i am) asking|where is my refund|still missing|supposed to be|llevo \w+ (dias|semanas|meses)|huele a|filtra|me colgaron|sigue (diciendo|sin)|complain|terrible|horrible|unacceptable|ridiculous|(never|nobody|no one) (came|called|showed|answer)|still (not|no|isn't|waiting|broken)|doesn'?t work|not working|broken|scam|queja|pesim\w+|inaceptable|no (sirve|funciona|funcionan|cierra)|nadie (vino|llamo|llega|contesta|me)|todavia no|se dano|danad[oa]|rot[oa]\b|mal servicio|fraude/,
  ),
  row(
    "intent",
    "ready_to_buy buy purchase sign close_deal",
    /\bdeal!|la aceptamos|lo acepto|(have|we) decided on|me quedo con|decidid[oa] por|pay in full|bring the deposit|dar el (pronto|enganche|deposito)|ready to (buy|sign|go|start|pay)|(i'?ll|i will|let'?s) (take it|buy|sign|do it|go ahead)|where do i (sign|pay)|how (do|can) i (sign|pay|enroll)|sign me up|go ahead|quiero (comprar|firmar|pagar|contratar)|donde (firmo|pago)|como (firmo|pago)|lo compro|listo para (firmar|comprar|empezar)|ya (hice|pague) (el|la)/,
  ),
  row(
    "intent",
    "reschedule",
    /don'?t come|no vengan|en vez de|correr la|move (it|my|the) ?(appt|to)?|need to move|reschedul|move (my|the|our) (appointment|visit|meeting)|(another|different) (day|time)|reprogram|cambiar (la|mi) (cita|visita)|mover (la|mi) cita|running late|voy (a llegar )?tarde/,
  ),
  row(
    "intent",
    "schedule book appointment schedule_appointment request_appointment meeting visit",
    /\b(mon|tues|wednes|thurs|fri|satur|sun)day\b.{0,25}(\d|morning|works|noon)|\b(lunes|martes|miercoles|jueves|viernes|sabado|domingo)\b.{0,25}(\d|tarde|bien)|set up|openings|pueden venir|can come|works for me|me queda bien|appointment|schedule|book (a|an|me)|come (by|over|out)|meet|test drive|\bcita\b|coordinar|agendar|reunion|visita(r|rme)?\b|orientacion/,
  ),
  row(
    "intent",
    "callback_later later callback request_callback follow_up",
    /reach out again|try me|hit me up|not right now|\bluego\b|ahorita|esta tarde si|(deme|gimme|give me) \w+ (min|hora|hour)|esc?ribeme|best time to reach|a fin de mes|^\W*tomorrow|call (me )?(back|later|tomorrow|at|after|on|next)|(contact|text|write|reach) me (later|next|in|after)|later|next (week|month|year)|busy|llam\w+ (luego|despues|manana|mas tarde|a las|el)|mas (tarde|adelante)|despues de|proxim[ao] (semana|mes)|ocupad[oa]|ahora no/,
  ),
  row(
    "intent",
    "already_bought already_customer",
    /ya (yo )?soy cliente|ya (puse|resolvi|lo hice)|with another|(dont|don'?t) need one any|already (have|bought|got|signed|installed)|ya (tengo|compre|tenemos|instale|firme)/,
  ),
  row(
    "intent",
    "not_interested decline",
    /no (lo )?necesito|\bnope\b|i'?m good|im good|gotta pass|different direction|estoy bien asi|no es pa|^\W*(lol )?no\W*$|not interested|no(t|,)? thank|no thanks|no longer (need|interested)|no (me|nos) interesa|no (estoy|estamos) interesad|no,? gracias|ya no/,
  ),
  row(
    "intent",
    "price pricing quote price_question",
    /price|cost|how much|quote|estimate|\bcuanto|precio|cotiza|costo|cuesta|presupuesto/,
  ),
  row(
    "intent",
    "status",
    /status|where is my|any (news|update)|update on|estatus|estado de mi|que paso con|en que va|por donde va/,
  ),
  row(
    "intent",
    "opt_in subscribe consent",
    /^\W*(start|unstop|acepto)\b|i agree to receive|autorizo|anad[ae]me|add me to/,
  ),
  row(
    "intent",
    "interested interest buying_interest",
    /i want|deseo|kiero|lookin|orienten|pensando en|toy pensando|claro q(ue)? si|interested|would (like|love)|i'?d (like|love)|send me|tell me more|more info|looking (for|into|to)|me interesa|interesad|me gustaria|quisiera|quiero|mand[ae]me|envi[ae]me|mas info/,
  ),
  row(
    "intent",
    "refer referral",
    /my (friend|neighbor|sister|brother|mother)|refer|mi (amig|vecin|herman|mama)/,
  ),
  row(
    "intent",
    "support technical",
    /how (do|does|can) (i|it)|error|install|como (funciona|instalo|hago)|ayuda|help/,
  ),
  row(
    "intent",
    "question ask information",
    /\?|¿|^\W*(do|does|is|are|can|what|when|where|why|how|who|cuant[oa]s?|como|donde|cuando|que|cual)\b|\bcuant[oa]s?\b|eso q(ue)? es|warranty|garantia/,
  ),
  row(
    "intent",
    "acknowledgement thanks ack gratitude",
    /^\W*(k|noted|okis|enterad[oa]|awesome|no problem)\b|thank you so much|gra[cs]ias|👍|^\W*(ok|okay|thanks|thank you|got it|perfect|perfecto|gracias|dale|recibido|listo|vale|bien|yes|si)\b/,
  ),
  row(
    "intent",
    "greeting smalltalk",
    /^\W*(hi|hello|hey|hola|buenas|buenos dias|good (morning|afternoon))\b/,
  ),

  row(
    "ask",
    "price cost quote",
    /price|cost|how much|quote|estimate|discount|\bcuanto|precio|cotiza|costo|cuesta|descuento/,
  ),
  row(
    "ask",
    "financing payment",
    /financ|instal?ment|monthly|loan|credit|down payment|prestamo|credito|mensual|pronto|plazos/,
  ),
  row(
    "ask",
    "availability hours",
    /available|availability|in stock|open (on|until|at)|opening hours|your hours|disponib|horario|abren|abierto|sabados/,
  ),
  row(
    "ask",
    "appointment meeting visit",
    /appointment|schedule|visit|come (by|over|out)|\bcita\b|coordinar|agendar|visita/,
  ),
  row(
    "ask",
    "location address",
    /where are you|address|location|parking|donde (estan|queda|ubica)|direccion|estacionamiento/,
  ),
  row(
    "ask",
    "documents information",
    /document|paper|send me|contract|brochure|spec sheet|link|photos?|documento|papeles|mand[ae]me|envi[ae]me|contrato|fotos|planos/,
  ),
  row("ask", "status", /status|where is my|any (news|update)|update on|estatus|que paso con|en que va/),
  row("ask", "coverage", /cover|accept (my|the)|serve my area|cubre|cobertura|aceptan|coge el plan/),
  row("ask", "warranty guarantee", /warranty|guarantee|garantia/),
  row(
    "ask",
    "technical",
    /how (does|do|long|big|many)|what size|repair|como funciona|cuanto dura|que tamano|repar/,
  ),

  row(
    "objection",
    "price cost expensive too_expensive budget",
    /expensive|too much|can'?t afford|no money|over (my )?budget|muy caro|\bcar[oa]\b|no (tengo|hay) (dinero|chavos)|no puedo pagar/,
  ),
  row(
    "objection",
    "timing later",
    /not (right )?now|next (month|year)|in a few months|too (soon|busy)|ahora no|mas adelante|proximo (mes|ano)|despues de/,
  ),
  row(
    "objection",
    "trust",
    /scam|don'?t trust|bad (reviews|experience)|fraud|estafa|no confio|desconfi|fraude|mala experiencia/,
  ),
  row(
    "objection",
    "competitor",
    /competitor|another (company|quote|offer)|other (company|quote|offer)|cheaper|otra (compania|empresa|oferta|cotizacion)|mas barato|competencia/,
  ),
  row(
    "objection",
    "spouse partner",
    /my (wife|husband|spouse|partner)|mi (esposo|esposa|marido|mujer|pareja)/,
  ),
  row("objection", "renter", /\brent(er|ing)?\b|landlord|alquil|soy inquilin|dueno de la casa/),

  row("channel", "whatsapp", /whats ?app/),
  row("channel", "email mail", /e-?mail|correo/),
  row("channel", "sms text", /\bsms\b|\btext me\b|mensaje de texto/),
  row("channel", "call phone voice", /\bcall\b|phone|llam[ae]/),

  row("timeframe", "today now immediate", /\btoday\b|\bnow\b|\bhoy\b|ahora mismo|\bya mismo\b/),
  row("timeframe", "tomorrow", /tomorrow|manana/),
  row(
    "timeframe",
    "this_week week",
    /this week|esta semana|monday|tuesday|wednesday|thursday|friday|lunes|martes|miercoles|jueves|viernes/,
  ),
  row("timeframe", "next_week", /next week|proxima semana|semana que viene/),
  row("timeframe", "later months", /next (month|year)|few months|proximo (mes|ano)|meses/),

  row(
    "sentiment",
    "negative negativo angry frustrated bad -1",
    /angry|upset|terrible|horrible|worst|awful|unacceptable|ridiculous|disappoint|hate|annoy|frustrat|sick of|scam|enough|pesim|molest|enojad|hart[oa]|decepcion|inaceptable|fatal|odio|cansad[oa] de|!!+.*\b(no|nunca|never)\b|😡|😠|😢/u,
  ),
  row(
    "sentiment",
    "positive positivo happy good 1",
    /love|great|excellent|awesome|perfect|amazing|happy|wonderful|encant|excelente|perfect|genial|maravill|feliz|content[oa]|chever|fantastic|buenisim|😊|❤|🎉|🙌|😍/u,
  ),
  row(
    "urgency",
    "high urgent critical 2",
    /urgent|asap|emergency|right (now|away)|immediately|flood|fire|no power|urgente|emergencia|lo antes posible|cuanto antes|inmediat|sin luz|sin agua|gotera/,
  ),
  row(
    "urgency",
    "medium soon normal 1",
    /today|tomorrow|this week|soon|still waiting|again|\bhoy\b|manana|esta semana|pronto|otra vez|sigo esperando|\bya\b/,
  ),
];

/** The signals of a text, the more decisive ones first within each kind. */
export const readSignals = (text: string): KeywordSignal[] => {
  const folded = foldText(text);
  return rows.flatMap(({ kind, names, pattern }) => {
    const match = pattern.exec(folded);
    return match ? [{ kind, names, quote: quoteAt(text, match.index, match.index + match[0].length) }] : [];
  });
};

const isLetter = (text: string, at: number): boolean => /[\p{L}\p{N}]/u.test(text.charAt(at));

/** Whole words. A mark alone says too little, so the sentence around it is quoted. */
const quoteAt = (text: string, start: number, end: number): string => {
  let from = start;
  let to = end;
  while (isLetter(text, from) && isLetter(text, from - 1)) from--;
  while (isLetter(text, to - 1) && isLetter(text, to)) to++;
  const quote = text.slice(from, to).trim();
  if (/\p{L}{3}/u.test(quote)) return quote;
  return splitSentences(text).find((sentence) => sentence.includes(quote)) ?? quote;
};

export const hasSignal = (signals: readonly KeywordSignal[], name: string): boolean =>
  signals.some(({ names }) => names.includes(name));

/** -1, 0 or 1. Praise and blame cancel each other out. */
export const readSentiment = (signals: readonly KeywordSignal[]): number =>
  Number(hasSignal(signals, "positive")) - Number(hasSignal(signals, "negative"));

/** 0, 1 or 2. */
export const readUrgency = (signals: readonly KeywordSignal[]): number => {
  const level = signals.find(({ kind }) => kind === "urgency")?.names.at(-1);
  return Number(level ?? 0);
};
