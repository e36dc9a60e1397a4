import { closestWord } from "./closest-word.ts";
import { contactVerbs, removeVerbs, sendVerbs, verbForm } from "./verbs.ts";

/**
 * The class of each word, in both languages. The grammar is written over these classes; a word that is in none of
 * them is an `other`, usually a thing that is not a message.
 */
const wordsByTag = {
  no: "no nah nope",
  neg: "not dont never nunca jamas ni nor aint tampoco sin without nolonger cero zero",
  didnt: "didnt havent hasnt wasnt didn doesnt hadnt",
  wont: "wont gotta",
  cant: "cant couldnt puedo",
  me: "me us nos myself meee conmigo nosotros",
  my: "my our mi mis mine nuestro nuestra",
  you: "you youre youve ustedes usted tu vos your su sus tus te les le company guys yours os se",
  i: "i we yo im ive id ill were weve iam",
  third:
    "he she they theyre hes shes him her them his hers their theirs wife husband ex kids kid nenes nene hijo hija hijos mother mom mama father dad papa brother sister hermano hermana doctor boss jefe bank banco someone somebody nobody nadie alguien else everyone neighbor vecino esposo esposa novio novia customer cliente clienta client family familia luma lui landlord competitor casero",
  this: "it this that these those esto eso este esta estos estas esos esas ese esa lo",
  det: "the el la los las un una some any all todo todos todas toda tanto tantos tantas anything nothing nada ningun ninguna another single one otro otra both",
  fill: "with of from on to for de del con a en por al que about in at and y or o is are hell fuck tf damn fucking fkn stupid estar here aqui up as soon possible future any else ya already please ever dare stay esten este estes vuelvan vuelva vuelvas volver volverme volvernos volviera volvieran volvieras vuelven vuelve way an into onto f so then alli alla ha hace cono carajo pendejos cabrones bitch asshole really ni_ seguir anden ande andes tipo parte used estado try trying tried attempt attempting intenten intente intentes intentar traten trate trates tratar tratando wasting time",
  more: "more mas anymore again further nuevo",
  want: "want wish like need care wanna would quiero quieren quiere desire gusta gusto deseo quisiera necesito queremos kiero deseamos gustaria acepto agradeceria agradezco agradecere appreciate",
  interest: "interested interesa interesan interesado interesada interest",
  get: "get getting gets",
  out: "off out",
  did: "did do does",
  mean: "mean meant decir quise",
  noneed: "noneed",
  told: "told said asked tell dije pedi dicho pedido pedimos digo ask requested requesting request solicito pido exijo demand asking telling repeat",
  quit: "quit",
  pause: "pause pausen pausa hold",
  arrive: "lleguen llegue",
  thing:
    "autopay payment payments pago pagos service services servicio delivery entrega obra order orders pedido appointment appointments cita citas installation instalacion cable policy poliza billing bill bills factura facturas contract contrato charge charging charges cobro cobrarme cargo luz agua gas plan insurance seguro check cheque invoice invoices package paquete internet warranty selling billing line linea tarjeta card",
  be: "be being been ser sean sea",
  prefer: "prefer rather prefiero preferiria",
  use: "use usen using usar",
  exit: "salirde",
  add: "incluyan incluya anadan agreguen agregue metan add include incluirme",
  few: "less fewer menos demasiados demasiadas demasiado muchos muchas many too much",
  block: "block bloqueen bloquee",
  alto: "alto",
  fine: "fine better best good bien bueno perfect perfecto",
  love: "love encanta encantan amo adoro",
  receive:
    "receive receiving receives recibir recibiendo recibo hear hearing see seeing llegar tener have having",
  con_act:
    "texting calling messaging writing contacting bothering harassing spamming phoning dialing bugging annoying pestering blowing hitting reaching soliciting textin callin messagin writin botherin hittin emailing emailin txting txtn texing textn msging msgin txtng texitng dming pinging hounding stalking txtin texteandome disturbing asking pestering preguntando soliciting insisting inquiring",
  con_ask:
    "write bother harass solicit dial ping texten reach hit pregunten pregunte preguntes preguntar ofrecer ofreciendo dm reachout hitup disturb",
  con_fact: "texted called messaged emailed contacted wrote bothered harassed solicited disturbed",
  snd_act: "sending sendin mailing forwarding sedning sendng",
  snd_ask: "send mail mandn",
  snd_fact: "sent",
  text: "text call message email contact spam mesage textt messge contacto",
  msg: "texts messages emails calls mails newsletter newsletters promos promo promotion promotions promotional ads notifications notification alerts alert communications communication comunicaciones comunicacion mensaje mensajes mensajito mensajitos mensajeria texto textos texteo texteos llamada llamadas correo correos sms whatsapp whatsapps publicidad oferta ofertas offers offer anuncios anuncio promocion promociones notificacion notificaciones alertas alerta envio envios campanas marketing spamming solicitations solicitation solicitacion advertising advertisements mailings correspondence stuff crap shit things thing cosas cosa garbage junk basura vaina vainas mierda coupons cupones msjs msgs texteadera reminders recordatorios reminder updates update avisos aviso boletin boletines blasts mailers comms flyers flyer robocalls voicemail voicemails",
  list: "list lists lista listas listado database databases base bases system systems sistema sistemas records record registro registros contacts contactos campaign campaigns everything grupo group ahi thread directory mailinglist calllist books files file thread chat",
  number:
    "number numero phone telefono celular cell name nombre info informacion data details address direccion datos numbr num nro numbers numeros information mobile",
  rem: "remove delete erase strike suppress scrub unlist remov removing deleting unenroll remover exclude wipe purge clear",
  rem_me: "removeme removeus unregister",
  rem_done:
    "removed deleted erased taken unenrolled excluded eliminado eliminada removido removida excluido excluida borrado borrada retirado retirada dropped",
  removal: "removal deletion erasure",
  forbid: "opongo oppose object objeto prohibo forbid prohibit prohibido",
  take: "take pull taking drop tak cross scratch knock",
  unsub: "optout unsubme bajame",
  unsubbed: "optedout desuscribi desinscribi",
  stop: "stop stops stp stpo sotp stahp stawp cease seize desist discontinue refrain halt stopp stoop estop",
  stop_es:
    "stopde pare paren parar parale parenle pararan detengan detenga deten detener detenganse suspendan suspenda suspender cese cesen cesar parele parenle corten cortenla cortala cortenle terminen terminar termine frenen abstenganse abstengase abstenerse paro detenganlos detenlos parenlos paralos",
  end: "end",
  stopped: "stopped stopping dejaron dejaste quitting",
  paran: "paran dejan",
  cancel: "cancel cancelar cancelen cancele cancela cancelo anular anulen anule canceling cancelling anula",
  subscription: "subscription suscripcion enrollment membership suscripciones inscripcion",
  enough:
    "enough basta harto harta hartos sick tired fed cansado cansada suficiente suficientes done hasta_aqui cansaron",
  off: "turn shut switch disable deactivate desactiven desactivar desactive apaguen apagar apague kill mute",
  consent: "consent permission authorization consentimiento permiso autorizacion consents",
  consenting:
    "consiento authorize agree allow autorizo autorizando autoriza autorizamos autorice autorizado permito authorized authorised allowed permitted",
  revoke:
    "revoke revoking revoked sinefecto withdraw withdrawing withdrew withdrawn rescind rescinding retract revocation revoco revocar revocado revocada revocando retirando revoque revoquen anulo quito",
  give: "give giving gave given doy di dio grant granted tienen tiene tienes got",
  lose: "lose loose forget olviden olvida olvide olvidense olvidate olvidese pierdan pierde pierda",
  leaves: "leave dejenme dejame dejeme dejenos dejennos dejanos dejeme",
  alone: "alone paz tranquilo tranquila tranquilos tranquilas tranqui quieto quieta solo sola solos",
  until: "until till hasta once cuando apenas before after despues antes mientras during",
  when: "today tomorrow tonight morning night nights noche noches mañana manana sunday sundays saturday monday friday weekends weekend domingo domingos sabado sabados lunes martes miercoles jueves viernes temprano early late tarde week weeks semana mes month dias dia hoy january enero work trabajo oficina office evening evenings holidays lunch hours yet",
  when_now: "ahora now",
  instead: "instead mejor solo only sino solamente unicamente",
  if: "if unless",
  hedge: "maybe might thinking considering quizas quiza talvez pensando",
  says: "says say dice decia dicen diga reads happens pasa",
  why: "why porque",
  laugh: "haha hahaha lol lmao omg jaja jajaja jajajaja jeje lmfao rofl hahah jajaj xd",
  still: "still keeps siguen sigue aun todavia continuing",
  keep: "keep sigan siga sigas continue mantengan mantenganme",
  old: "old viejo vieja anterior previous new nueva former",
  mistake: "mistake accident accidentally accidente error querer",
  dncl: "dncl",
  yes: "yes si",
  sue: "sue lawyer report reporting attorney demando reportar demandar lawsuit abogado court legal fcc",
} as const;

export type Tag = keyof typeof wordsByTag | "rem_es" | "rem_fact" | "con_me" | "snd_me" | "other";

const tagByWord = new Map<string, Tag>();
for (const [tag, words] of Object.entries(wordsByTag))
  for (const word of words.split(" ")) if (!tagByWord.has(word)) tagByWord.set(word, tag as Tag);

const verbTags = {
  con: { ask: "con_ask", act: "con_act", askMe: "con_me", fact: "con_fact" },
  snd: { ask: "snd_ask", act: "snd_act", askMe: "snd_me", fact: "snd_fact" },
  rem: { ask: "rem_es", act: "rem_es", askMe: "rem_me", fact: "rem_fact" },
} as const;

/** Any writing of "unsubscribe" and "desuscribir" that is not a past tense. */
const unsubscribe =
  /^(?:un ?s[bu]*[bs]*u?[bs]*c*r?i[bp]\w*|unsub\w*|uns?usc\w*|des+[ui]*[bs]+c*ri[bvp]\w*|desinscri[bv]\w*)$/;
const unsubscribePast = /(?:bed|bio|biste|bieron|beron)$|^desuscribi$/;

const spanishTag = (word: string): Tag | undefined => {
  const removing = verbForm(removeVerbs, word);
  // "Sacarme", "quitarnos": an infinitive with the person attached.
  if (removing) {
    if (/ndo/.test(word)) return "rem_fact";
    if (removing === "fact" && /a$|^remueve$/.test(word)) return "rem_es";
    return /r(?:me|nos)$/.test(word) ? "rem_me" : verbTags.rem[removing];
  }
  const sending = verbForm(sendVerbs, word);
  if (sending) return verbTags.snd[sending];
  const contacting = verbForm(contactVerbs, word);
  return contacting && verbTags.con[contacting];
};

/** "Manually", "definitivamente": they change nothing. */
const adverb = /^\w{4,}(?:ly|mente)$/;

const knownTag = (word: string): Tag | undefined => {
  if (/^\d/.test(word)) return word.length > 4 ? "number" : "when";
  const listed = tagByWord.get(word);
  if (listed) return listed;
  // "My mom's number", written without the apostrophe.
  if (word.endsWith("s") && tagByWord.get(word.slice(0, -1)) === "third") return "third";
  if (unsubscribe.test(word)) return unsubscribePast.test(word) ? "unsubbed" : "unsub";
  return spanishTag(word) ?? (adverb.test(word) ? "fill" : undefined);
};

export const tagOf = (word: string): Tag => knownTag(word) ?? knownTag(closestWord(word)) ?? "other";
