/**
 * What the grammar of opt-outs does not decide: phrases that are never one, and phrases for an operator to read. They
 * expect the output of `replyWords` without courtesies: no accents, clauses separated by a bar.
 */
const message =
  "(?:text(?:s|ing)?|txts?|messag(?:e|es|ing)|msgs?|calls?|calling|e ?mails?|emailing|contact(?:ing)?|spam(?:ming)?|promos?|promotions?|promociones|promocion|ads|notifications?|notificaciones|alerts?|alertas?|communications?|comunicaciones|mensajes?|mensajitos?|textos?|texteos?|llamadas?|correos?|sms|whatsapps?|publicidad|ofertas?|anuncios)";
const filler =
  "(?:(?:all|any|the|these|those|this|your|ur|my|me|us|sending|getting|receiving|with|of|from|on|to|de|con|more|mas|los|las|el|la|a|esos|estos|esas|estas|sus|tus|todos|todas|so|many|stupid|damn|fucking|fkn) )*";

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
    `(?:reply|text|send|type|responda|responde|envie|escriba|escribe|mande|texto) (?:with |con |la palabra )?(?:stop|alto|baja|salir|cancelar|unsubscribe|end|quit)(?: (?:to|2|para|if|si)(?: \\w+){0,3})`,
    "take me off (?:hold|guard|speaker)",
    "do not disturb mode",
    "cancel(?:lation|lations|ado|acion(?! de mis)|led|ed)|cancel policy|did you cancel|(?:se )?puede(?:n)? cancelar|cancel fee",
  ]
    .map((each) => `\\b(?:${each})\\b`)
    .join("|"),
  "g",
);

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
  "annoying|you again|not again|reported|otra vez (?:ustedes|con lo mismo)|ustedes aburren|que pesad\\w+|quitense|esta bueno|me tienen (?:cansad|hart)\\w+|dejen?lo asi|quieto ahi|follow up",
  `(?:tired|sick|cansad\\w+|hart\\w+) of (?:this|these|it)|(?:you|yall|guys|people) (?:text|call|email|message)(?: me)? (?:a lot|so much|every day|too)|(?:another|otro|yet another|mas) ${message} from you|have to keep|(?:ease|slow|tone|cut) (?:up|down|back)|how many (?:of these|times)|relentless|implacables|no need to (?:reply|send|respond|contact)|no hace falta|only (?:want|text|email|texts)|\\d+(?:st|nd|rd|th)? (?:text|mensaje)|(?:once|one|uno|una vez) (?:a|por|al) (?:week|month|la semana|semana|mes)|(?:not|no) (?:on|los) (?:weekends?|fines)|fines de semana no|take a break from|leave me off|again(?= \\||$)|only (?:text|call|email) me|${message} less|text me less`,
  `cuantos ${message}|(?:nada de|cero|ni) ${filler}${message}|no se cansan|nunca paran|(?:decimo|quinto|tercer) mensaje|mensajes en un dia|solo quiero|otra vez(?= \\||$)|again ustedes|me salgo|me quito|me escriben mucho|escriben demasiado|bajenle|(?:paren|parenle|bajen) un poco|cansones|intensos|pesados|pidio que l[oa]s? (?:quit|borr|sac|elimin)\\w+|nada mas(?= \\||$)`,
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
