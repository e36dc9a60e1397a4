/**
 * Patterns of opt-outs in sentences. They expect the output of `replyWords` without courtesies: no accents, clauses
 * separated by a bar.
 */
const stop = "(?:stop|stops|stp|stpo|sotp|quit|cease|seize|desist|discontinue|refrain)";
const message =
  "(?:text(?:s|ing)?|txts?|messag(?:e|es|ing)|msgs?|calls?|calling|e ?mails?|emailing|contact(?:ing)?|spam(?:ming)?|promos?|promotions?|promociones|promocion|ads|notifications?|notificaciones|alerts?|alertas?|communications?|comunicaciones|mensajes?|mensajitos?|textos?|texteos?|llamadas?|correos?|sms|whatsapps?|publicidad|ofertas?|anuncios)";
const list =
  "(?:lists?|listas?|database|databases|base|bases|system|sistema|messages?|mensajes|texts?|textos|records?|registros?|contacts?|contactos|campaigns?|everything|todo|subscription|mailing|grupo|group|aqui|esto|ahi)";
const filler =
  "(?:(?:all|any|the|these|those|this|your|ur|my|me|us|sending|getting|receiving|with|of|from|on|to|de|con|more|mas|los|las|el|la|a|esos|estos|esas|estas|sus|tus|todos|todas|so|many|stupid|damn|fucking|fkn) )*";
const end = "(?= \\||$)";

/** Spanish verb forms of requests and prohibitions (write, call, send, bother); no past tenses. */
const ask =
  "(?:escri[bv](?:a|an|as|ir\\w*|iendo\\w*)|(?:ll|y)am(?:e|en|es|ar(?:a|an|me|nos)?|ando\\w*)|mand(?:e|en|es|ar(?:me)?|ando\\w*)|e[nm][vb]i(?:e|en|es|ar(?:me)?|ando\\w*)|contact(?:e|en|es|ar(?:me)?|ando\\w*)|molest(?:e|en|es|ar(?:me)?|ando\\w*)|text(?:e|ee|een|ees|ear\\w*|eando\\w*|ie|ien|ies)|mensaje(?:e|en|es|ar\\w*)|tir(?:e|en|es|ar(?:me)?)|jod(?:a|an|as|er\\w*|iendo)|fastidi(?:e|en|es|ar\\w*)|spame(?:e|en|es|ar\\w*)|hostig(?:ue|uen|ar\\w*|ando\\w*)|acos(?:e|en|ar\\w*|ando\\w*)|busqu(?:e|en|es)|insist(?:a|an|ir))";
const tail =
  "(?: (?:mas|nada|nunca|jamas|de|nuevo|otra|vez|a|este|mi|numero|telefono|celular|cel|any|anymore|more|again|ever|at|all|no|for|reason|to|me|us|here|aqui|tanto|ustedes|on|this|number|phone|else|cosas?|eso|esto|ningun|ninguna|sus|esas|estas|esos|estos|ofertas?|stuff|anything|" +
  `${message}))*`;

const any = (...patterns: string[]): RegExp =>
  new RegExp(patterns.map((each) => `\\b(?:${each})(?!\\w)`).join("|"));

/** Removed before the others are matched. */
export const harmlessPhrase = new RegExp(
  [
    "dej(?:ame|eme|e|o|aron|en|enme) (?:un |el |tu |su )?(?:mensaje|texto|recado)(?! en paz)",
    `(?:cant|cannot|couldnt|dont|do not|didnt|doesnt|never) stop(?: ${message}| sending)?`,
    `(?:wont|will not) stop(?! ${message}| sending)`,
    "stop (?:by|in|over|off|at(?! once)|sign|light|loss|watch|motion|for (?:a|gas|lunch|coffee|food)|around|and (?:see|get|pick))",
    "(?:bus|next|first|last|pit|one|non|full|short|truck|rest|train|metro|a|an|un|el|every|quick|the|your|my|nonstop) stops?",
    `stop(?:ped|ping)(?! ${message}| sending| contacting)|nonstop`,
    "take me off (?:hold|guard|speaker)",
    "cancel(?:lation|lations|ado|acion|led|ed)|cancel policy|did you cancel|(?:se )?puede(?:n)? cancelar|cancel fee",
  ]
    .map((each) => `\\b(?:${each})\\b`)
    .join("|"),
  "g",
);

/** A clear opt-out. */
export const optOutPhrase = any(
  `${stop} ${filler}(?:${message}|bothering|bugging|harassing|annoying|pestering|blowing|hitting|writing|reaching|enviando\\w*|mandando\\w*|llamando\\w*|texteando\\w*|escribiendo\\w*|llamar\\w*|escribir\\w*|mandar\\w*|enviar\\w*|textear\\w*)\\b`,
  `${stop} (?:it|this|that|sending|at once)\\b`,
  `(?:cancel|(?<!the )end(?! of)|no more|no mas|nomas|enough|basta|suficientes?|pare|paren|parar|parale|detengan?|deten|detener|suspendan|suspender|cancela|cancelar|cancelen?|eliminen?|quiten|terminen|alto (?:a|con)|dejen|deje) ${filler}${message}\\b`,
  `(?:take|remove|delete|get|drop|erase|scrub|remueva\\w*|remueve\\w*) (?:me|us|my \\w+|my phone number|this number)(?: off| from| out| del?)+(?: (?:of|your|this|the|that|all|any|la|tu|su|del?|mailing|texting|text|sms|email|marketing|contact|call|calling|phone|messaging))* ${list}\\b`,
  `(?:remove|delete|unlist|erase) (?:me|us|this number|my (?:number|name|phone|cell|email|info\\w*|contact|data|details))(?: off| out| from here)?${end}`,
  `(?:take|get) (?:me|us|this number|my (?:number|name|phone|cell|email)) (?:off|out of here)${end}`,
  `(?:turn|switch|shut) (?:off|down) ${filler}${message}\\b`,
  `(?:disable|deactivate|kill|stopped|stopping|desactiv\\w+|apag\\w+|quit[ae]n?) ${filler}${message}\\b`,
  "i (?:want|wish|need|would like|asked?|have asked)(?: \\w+)? to be (?:removed|unsubscribed|deleted|unenrolled|opted out|taken off)",
  "(?:have|get|want) me (?:removed|unsubscribed|deleted|unenrolled|opted out|taken off)",
  `dej(?:ar|o|en|e) de recibir ${filler}${message}\\b`,
  "(?:do not|dont|never|not) (?:giv(?:e|ing)|gave|have|had|grant) (?:you |my |any )*(?:consent|permission|authorization)",
  `(?:fed up|sick|tired) (?:with|of) ${filler}${message}\\b`,
  "unenroll|unregister me",
  `(?:sac|saqu|quit|borr|elimin|remov|remuev|salir|baj|retir|exclu)\\w*(?: \\w+){0,2}? (?:de|from|off)(?:l)?(?: (?:la|las|los|el|su|sus|tu|tus|esa|esta|ese|este|toda|mailing|the|your|this))* (?:lists?|listas?|base de datos|mailing)\\b`,
  "no (?:quiero|deseo|quisiera|me interesa) (?:seguir )?(?:recib\\w+|saber) (?:mas )?(?:nada|ningun\\w*|de ustedes)",
  "no (?:quiero|deseo) (?:seguir |volver a )?estar en (?:la|su|sus|esa|esta|tu|ninguna) listas?",
  "anul(?:ar|en|e|a) (?:mi |la )?suscripcion",
  "(?:want|get me) (?:out|off) (?:of )?(?:this|your|the) (?:list|messages|texts)",
  "(?:revoke|withdraw|rescind|retract|revoco|retiro|revocar|retirar|anulo) (?:my |all |mi |la |el |any )*(?:consent\\w*|permission|permiso|authorization|autorizacion)",
  `(?:no longer|dont|do not|never|not) (?:want|wish|like|need|care|consent|agree|authorize|interested in)(?:ed)?(?: (?:to|be|receive|receiving|get|getting|hear|see|any|more|anymore|these|those|your|this|the|from|you|have|being|of|all|ur|in))* (?:${message}|contacted|texted|called|messaged|emailed)\\b`,
  "(?:dont|do not) want to hear from you",
  "(?:dont|do not|no longer) want (?:to (?:get|receive|see|have) )?(?:these|those|this|any of (?:this|these))(?: anymore| any more)?(?= \\||$)",
  "que (?:me|nos) (?:saqu|quit|borr|elimin|remuev|desuscrib)(?:e|en|an)",
  "leave (?:me|us) (?:the (?:hell|fuck) )?alone",
  "(?:lose|forget|erase) (?:my|this) number",
  "(?:do not|dont|no) (?:call|contact|text) (?:list|registry)|cease and desist|cease \\w+ ?contact",
  `(?:to|it|texts|messages|calls|emails|make (?:this|that)|said|told you to|told you|need to|have to|must|should|can you|could you|will you|would you|and|so|but|interested|but no|no) ${stop}${end}`,
  `opt(?:ing|ed)?(?: me| us)? out(?! (?:fee|policy|clause|option|period))|unsubscri\\w*|d?es+u[bs]+cri\\w*|desinscri\\w*|un ?su[bs]+c?ri\\w*`,
  `no (?:quiero|deseo|quisiera|necesito|pedi|solicite|autorizo|acepto|queremos|kiero|me interesan)(?: (?:mas|recibir|que|ver|ser|seguir|recibiendo|sus|tus|estos|esos|estas|esas|ningun|ninguna|de|los|las|nada|tener))* (?:${message}|contactad[oa]s?|llamad[oa]|molestad[oa])\\b`,
  `no (?:seguir )?recib(?:ir|iendo) (?:mas |sus |estos |estas |tus )*${message}`,
  `(?:dej(?:a|e|en|ar)|par(?:a|e|en|ar)|stop|basta) de (?:estar )?(?:me )?${ask}\\b`,
  "dej(?:ame|eme|enme|enos|ennos|anos) (?:en paz|tranquil\\w+|quiet\\w+|sol[oa]s?)",
  `dej(?:e|en|a) (?:el|los|las|la) (?:${message}|acoso|jodienda)`,
  `(?:dar|darme|darnos|denme|den|deme|dame|doy|dennos|da|me den) (?:la |una )?(?:de )?(?:baja|opt out)(?: de(?:l| la| su| sus| esta| esa| tu| los| las)* ${list}| completamente| total)*${end}`,
  `(?:quiero|solicito|pido|deseo|necesito|tramitar) (?:la |mi |una )?baja(?: de(?:l| la| su| sus| esta| esa| tu| los| las)* ${list})*${end}`,
  `(?:baj|sac|saqu|quit|borr|elimin|remov|remuev|sal|desafili|retir|exclu[iy]|desinscrib)(?:a|e|en|ar|er|ir|an)(?:me|nos|lo)(?:${end}| de(?:l)?(?: (?:la|las|los|el|su|sus|tu|tus|esa|esta|ese|este|toda|mailing|the))* ${list}\\b)`,
  "(?:borr|elimin|quit|rem[ou]e?v|sac|saqu|olvid|pierd|bloque|bot)\\w* (?:de )?(?:mi|este|ese) (?:numero|telefono|celular|cel|correo|email|contacto|nombre|informacion|info|datos)",
  "olvid(?:ense|ate|ese) de mi\\b",
);

/** An opt-out if nothing follows; otherwise perhaps limited to a time or a channel. */
export const prohibition = any(
  `(?<!\\b(?:i|we|they|you|to) )(?:dont|do not|never|no longer)(?: ever| please| dare)* (?:text|txt|message|msg|call|contact|email|e mail|write|send|bother|spam|harass|phone|dm|reach out|hit me up|hit us up)${tail}`,
  "dont be (?:texting|calling|messaging|\\w+ando\\w*)",
  "no me (?:call|text|message|email)(?: mas| more| anymore)*",
  "no (?:call|text|message|email) me(?: mas| more| anymore)*",
  `(?:no|nunca|jamas|nunca mas|jamas mas) (?:(?:me|nos|vuelvan? a|quiero que me|quiero que nos|deseo que me|autorizo que me|permito que me|vuelvan? a|vuelvas a|sigan?|sigas|esten?|estes) )*${ask}(?:me|nos)?\\b${tail}`,
);
export const finalProhibition = new RegExp(`(?:${prohibition.source})${end}`);

/** Names another time or channel. */
export const alternative =
  /\b(?:(?:text|call|email|write|message) me|(?:just|only|solo) (?:text|call|email)|text|instead|escribeme|escribanme|llamame|llamenme|mandame|mejor|manana|hoy|later|until|hasta|before|after|despues|antes|at work|al trabajo|en el trabajo|tonight|today|tomorrow|lunes|martes|miercoles|jueves|viernes|sabado|domingo)\b/;

/** Says or asks whether the opt-out was a mistake. */
export const denial =
  /\b(?:dont|do not|didnt|did not|did i|never|not|no (?:me )?quiero|no quise|mistake|accident|error|why was i)\b/;

/** Possible opt-outs, for review by an operator. */
export const possibleOptOut = any(
  "stop",
  "(?:not|no longer|never) interested|no (?:me|nos) interesa|no (?:estoy|estamos) interesad\\w+|ya no interesa",
  "wrong (?:number|person)|numero equivocado|equivoc\\w+ de (?:numero|persona)|persona equivocada|num equivocado",
  "opt out (?:fee|policy|clause|option|period)|cancel|cancelar|cancela|cancele|cancelen|cancelarlo|cancelo|unsub\\w*|baja (?:mi|el) (?:servicio|linea|cuenta|plan)|de baja (?:mi|el|la|los|las|un|una)",
  "remove me|delete me|take me off|take us off|(?:sac|saqu|quit|borr|elimin)(?:a|e|en|ar)me de",
  "(?:youre|you are|you keep|keep|keeps) (?:bothering|annoying|harassing|pestering|texting|calling|messaging)|bothering me|molestando|fastidiando|jodiendo|blowing up",
  `(?:done|finished) with ${filler}${message}|(?:to be|be|been) (?:removed|deleted|taken off)`,
  "no interest in|(?:les|te|le) dije que no|salgo de (?:esto|aqui|la|esta)|(?:que )?pare(?:n)? (?:esto|eso)|my (?:info|information|data|name) (?:off|from|out)|mis datos",
  "spam|scam|estafa|fraude|harass\\w*|acoso|hostiga\\w*|block(?:ing|ed)? (?:you|this)|bloque(?:o|ar|are|ando)\\w*",
  "fuck|fck|f off|screw you|go away|get lost|piss off|vete|vayanse|larg(?:o|uense|ate) de|no jodas?n?|al carajo|pal carajo|mierda|cono",
  "report(?:ing|ed)? (?:you|this)|reportar\\w*|lawyer|sue you|suing|abogad\\w+|demandar\\w*|los demando|fcc|daco",
  "who gave you|where did you get|how did you get|quien (?:te|le|les) dio|de donde sacaron|como consiguieron",
  "never signed up|(?:didnt|did not) (?:sign up|ask|subscribe)|no me (?:registre|suscribi|inscribi)|no (?:les |te |le )?di permiso",
  "no quiero (?:nada|mas)(?= \\||$)|no (?:quiero|deseo|necesito) mas informacion|i want out|not for me|no autorizo|no (?:quiero|deseo) saber",
  "opt(?:ing)? out|do not disturb|no molestar|end (?:this|it)(?= \\||$)",
  `para (?:los|las|estos|esos|sus|tus) ${message}(?= \\||$)`,
);

/** A catch-all: a refusal and a mention of messages in one clause goes to review. */
const refuses =
  /\b(?:no|not|dont|doesnt|wont|never|stop|quit|cease|end|ending|without|off|out|remove\w*|delete\w*|discontinue|cancel\w*|block\w*|enough|kill|stopped|paro|jamas|desactiv\w+|unwanted|sick of|tired of|done|nunca|ni|sin|basta|dej\w+|par[ae]n\w*|parar|deten\w+|sac\w+|saqu\w+|quit\w+|borr\w+|elimin\w+|remuev\w+|remov\w+|salir\w*|anul\w+|suspend\w+|olvid\w+|jorob\w+|scrub\w*|taken|retir\w+|exclu\w+|fastidi\w+|cans\w+|hart[oa]\w*)\b/;
const aboutMessages = new RegExp(
  `\\b(?:${message}|contacted|contacting|contacten?|contactar\\w*|lists?|listas?|consent\\w*|consiento|permission|hear from|reach\\w* out|hit me up|receiv(?:e|ing)|marketing|envios|(?:my|mi|this|este) (?:number|numero|phone|telefono|celular)|escrib(?:an|a|as|ir|irme)|llam(?:en|e|es|ar|arme)|mand(?:en|es|arme)|envi(?:en|es|arme)|molest(?:en|e|es|ar|arme|ando)|autoriz\\w+|texteen|textear\\w*|recibir|joroben?|bother\\w*|text me|call me|message me|email me|subscri\\w+|suscri\\w+|me text|me call)\\b`,
);
/** About a message that did not arrive, or about what the person cannot do now. */
const reportsProblem =
  /\b(?:(?:didnt|did not|havent|have not|hasnt|dont|do not|never|not|no) (?:get|got|gotten|getting|receive|received|receiving|have|see|seen|find|know|understand|remember|think|mind|forget|worry|miss|hesitate)|(?:cant|cannot|can not|couldnt|unable to|wont be able to) (?:talk|call|text|answer|find|open|read|get|see|wait)|no (?:recibi|he recibido|hemos recibido|me ha|me han|me lleg\w*|me lla(?:mo|maron|maste)|me mand(?:o|aron|aste)|me escribi\w*|me contact(?:o|aron|aste)|me envi(?:o|aron|aste)|tengo|puedo|pude|encuentro|se|veo|vi|entiendo|recuerdo|hay|te preocupes|olvides|dejes|dude|dudes|problem)|nadie me|no contest\w+|no answer|no signal|phone (?:was|is) off|no es mi|not on (?:your|the|my)|quiero recibir|take me off hold|no more (?:questions|than|room))\b/;

export const mayRefuseMessages = (clause: string): boolean =>
  refuses.test(clause) && aboutMessages.test(clause) && !reportsProblem.test(clause);
