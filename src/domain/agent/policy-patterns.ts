/** Patterns over the output of `foldSpeech`: lower case, no accents, no apostrophes, no marks but the question mark. */
const words = (...patterns: string[]): RegExp => new RegExp(`\\b(?:${patterns.join("|")})\\b`);

/** Ambiguous in a text message, but clear in a call that goes on: the person can say more. */
export const harmlessInCall = words(
  "not interested|no interest|(?:ya )?no (?:me|nos) interesa|no (?:estoy|estamos) interesad\\w+|ya no interesa",
  "wrong (?:number|person)|(?:numero|persona) equivocad\\w+|equivocad\\w+",
  "(?:cancel\\w*|call off) (?:my|the|our|todays|mi|la|el|su)|(?:cancel\\w*|anul\\w+|suspend\\w*)(?: \\w+){0,3} (?:appointment|visit|meeting|order|service|plan|contract|policy|cita|visita|reunion|orden|pedido|servicio|plan|contrato|poliza|turno)",
  "baj\\w+ (?:de|en|el|los|la) (?:precio|costo|factura|luz|pago|mensualidad)s?",
  "repeat|repit\\w+|come again|say (?:that|it) again|otra vez \\?|again \\?",
  "nada mas|follow up|seguimiento",
);

export const emergency = words(
  "(?:call|dial|need|llam\\w+ (?:al )?|marque (?:el )?) ?911|nine one one|nueve once",
  "(?:theres|there is|we have|hay|tenemos) (?:a |un )?(?:fire|fuego|incendio)|(?:house|home|roof|panel|panels|battery|inverter|kitchen|building|car)(?: \\w+){0,2} (?:is|are) (?:on fire|burning|smoking)|caught fire|on fire",
  "(?:se )?(?:esta|estan) (?:quemando|incendiando|prendi(?:do|da|endo) en fuego)|cogio fuego|cogieron fuego",
  "(?:electric|electrical) shock|got (?:shocked|electrocuted)|being electrocuted|me electrocut\\w+|se electrocut\\w+|(?:me|le) (?:dio|pego|cogio) (?:la )?corriente|(?:me|le) dio un (?:toque|corrientazo|calambre)|descarga electrica",
  "(?:smell|smells|huele|olor) (?:of |like |a )?(?:gas|smoke|humo|quemado)|gas leak|escape de gas|sparks flying|esta(?:n)? (?:echando|botando|soltando) (?:humo|chispas)",
  "(?:there (?:is|are)|theres|i (?:can )?see|hay|veo) (?:\\w+ ){0,3}(?:flames|smoke|sparks|llamas|humo|candela|chispas)|(?:smoke|sparks|flames|fire) (?:\\w+ ){0,2}(?:from|out of)|(?:sale|salen|saliendo|salio) (?:\\w+ ){0,2}(?:humo|chispas|candela|llamas|fuego)|chisporrote\\w+|(?:is|are|its|keeps?) (?:sparking|arcing|smoking)|smells? (?:\\w+ ){0,2}(?:burning|burnt)|smell gas|huelo (?:a )?(?:gas|humo|quemado)",
  "cant breathe|cannot breathe|no puedo respirar|heart attack|chest pain|ataque al corazon|infarto|dolor de pecho|having a stroke|ambulance|ambulancia|bleeding|sangrando|unconscious|inconsciente",
  "(?:im|i am|were|we are|estoy|estamos) (?:in danger|being attacked|en peligro)|me (?:esta|estan) (?:pegando|atacando|golpeando)|my life is in danger",
  "(?:this is|its|es|tengo) an? (?:medical )?emergency|es una emergencia|tengo una emergencia",
);
export const selfHarm = words(
  "kill(?:ing)? myself|suicid\\w+|end (?:my|it all)(?: own)? ?(?:life)?$|want to die|dont want to live|hurt(?:ing)? myself|better off dead|take my (?:own )?life",
  "matarme|me (?:quiero|voy a) matar|quitarme la vida|me quiero morir|quiero morirme|no quiero (?:seguir viviendo|vivir mas|vivir)|hacerme dano",
);

export const voicemailGreeting = words(
  "(?:leave|record) (?:me |us )?(?:a|your) (?:name|message|detailed message|brief message|name and number)(?: .{0,60})?(?:after|at) the (?:tone|beep)",
  "(?:after|at) the (?:tone|beep)|voice ?mail(?:box)?(?: of| is full| has not been)?$|mailbox is full|has a voice ?mail ?box|(?:person|party|number|customer) you (?:are|have) (?:calling|called|dialed|trying to reach|reached)|(?:cant|cannot|unable to|not available to) (?:come to|answer|take)(?: \\w+){0,2} (?:phone|call)(?: right now)?",
  "youve reached the (?:voice ?mail|phone|mailbox)|forwarded to (?:an automatic )?voice|please leave (?:me |us )?(?:a|your) message",
  "dej\\w+ (?:su|tu|un|me un) (?:mensaje|recado|nombre)(?: .{0,60})?(?:despues|luego|al (?:escuchar|oir|sonar)|tras)",
  "(?:despues|luego) (?:del|de escuchar el|de la) (?:tono|bip|senal)|buzon (?:de voz|de mensajes|esta lleno)|el (?:numero|cliente) (?:que )?(?:usted )?(?:marco|marcado|llama)|no (?:puedo|podemos) (?:contestar|atender)(?: \\w+){0,3} (?:llamada|momento|telefono)",
);
/** A person who cannot talk now says why or when to call; a recording asks for a message. */
export const speaksNow =
  /^(?!.*\b(?:tone|beep|message|mailbox|voice ?mail|mensaje|recado|tono|bip|buzon)\b).*\b(?:(?:im|i am|were|we are|estoy|ando|estamos|voy) (?:\w+ ){0,2}(?:driving|busy|working|cooking|eating|walking|at (?:work|the)|in (?:a|the)|guiando|manejando|conduciendo|ocupad[oa]|trabajando|cocinando|comiendo|en (?:el|la|una|un))|(?:call|try|ring) (?:me )?(?:back |again )?(?:at|in|after|around|tomorrow|tonight|later|this|on)|ll[aá]m\w+ (?:a las?|en|luego|despues|manana|mas tarde|hoy|el|esta))\b/;
/** A phone's own assistant asks who calls and why before it rings. */
export const callScreening = words(
  "(?:record|say|state|tell me) (?:your |me your )?(?:name|who you are)(?: and| plus)? (?:the |your )?(?:reason|why|purpose|what)(?: \\w+){0,12}",
  "screening (?:service|assistant|calls?|this call)|(?:see|check|find out) if (?:this person|they|he|she|the person)(?: \\w+){0,2} (?:is|are)(?: \\w+){0,2} available|who is calling and why|why (?:are you|youre) calling(?: \\w+){0,3} (?:this person|them|transcript\\w*)",
  "(?:graba\\w*|grabe|diga|indique|di) su nombre y (?:el |la )?(?:motivo|razon|asunto|por que)(?: \\w+){0,12}|(?:vere|voy a ver|revisar|consultar\\w*) si (?:esta|la|esa) persona (?:esta )?disponible|(?:servicio|asistente) (?:de )?(?:filtrado|que filtra)(?: de)? llamadas",
);
/** It asks the caller to hold. */
export const screeningHolds =
  /^(?:(?:thanks|thank you|ok|okay|gracias|un momento) )*(?:please )?(?:stay on the line|hold(?: on)? while i (?:check|see|connect|try)|permanezca en (?:la )?linea|no cuelgue)(?: please| por favor)?$/;
export const menuGreeting = words(
  "(?:press|dial|oprima|presione|marque|pulse|digite) (?:el |la )?(?:\\d|one|two|three|uno|dos|tres|star|pound|numeral|asterisco)(?: (?:for|to|if|now|para|si)|$)",
  "(?:for|para) (?:english|espanol|spanish|ingles|sales|support|ventas|servicio)(?: \\w+){0,3} (?:press|say|oprima|presione|marque|diga)",
  "your call (?:is important|may be monitored|will be answered)|su llamada (?:es (?:muy )?importante|sera atendida|puede ser grabada)|menu options have changed|listen carefully|all (?:of )?our (?:agents|representatives) are (?:busy|currently)|todos nuestros (?:agentes|representantes)|please hold(?! on| up| a)|permanezca en (?:la )?linea|estimated wait time",
);

export const wantsPerson = words(
  "(?:speak|talk|speaking|talking|connect|connected|transfer|transferred|put|get|pass) (?:\\w+ ){0,4}(?:person|human|human being|someone|somebody|agent|representative|rep|operator|manager|supervisor|owner|salesperson|technician)(?! (?:out|over|back|here|to come|who knows))",
  "(?:want|need|id like|like|prefer|rather|get me|give me) (?:\\w+ ){0,3}(?:a |an |the )?(?:real |live |actual )?(?:person|human|human being|agent|representative|operator|manager|supervisor)",
  "(?:^|please )(?:agent|representative|operator|human|supervisor|manager)(?: please)?$|customer service$|(?:real|live|actual) (?:person|human|agent) please",
  "(?:hablar|hable|habla|hablo|comuni\\w+|pas\\w+|pong\\w+|conect\\w+|transfier\\w+|transfer\\w+|atiend\\w+|atender\\w*) (?:\\w+ ){0,4}(?:persona|alguien|humano|humana|agente|representante|asesor\\w*|operador\\w*|gerente|supervisor\\w*|duen[oa]|encargad[oa]|ejecutiv\\w+|tecnico|vendedor\\w*)",
  "(?:quiero|quisiera|necesito|prefiero|deme|dame|busqueme) (?:\\w+ ){0,2}(?:a )?(?:una? )?(?:persona|humano|agente|representante|asesor\\w*|operador\\w*|gerente|supervisor\\w*|ser humano)",
  "(?:^|por favor )(?:agente|representante|operador\\w*|asesor\\w*|persona real|supervisor\\w*)(?: por favor)?$|servicio al cliente$",
  "^(?:\\w+ ){0,3}(?:connect|transfer|put) me(?: through| over)?(?: please| now| already)*$|^(?:\\w+ ){0,3}(?:conecteme|conectame|comuniqueme|comunicame|transfierame|transfiereme|paseme|pasame)(?: con el(?:los|las?)?)?(?: por favor| ya| ahora| mismo)*$",
  "parler (?:a|avec) (?:une personne|quelqu ?un|un humain|un conseiller|un agent)|mit (?:einem menschen|jemandem|einer person|einem mitarbeiter) (?:sprechen|reden|verbinden)",
);
/** "I do not want to talk to anybody" asks for nobody. */
export const refusesPerson = words(
  "(?:dont|do not|no need to|didnt) (?:\\w+ ){0,3}(?:speak|talk|connect|transfer)",
  "no (?:quiero|deseo|necesito|hace falta|me) (?:\\w+ ){0,2}(?:hablar|pas\\w+|comuni\\w+|transf\\w+)",
);

export const robotQuestion = words(
  "(?:are|r) (?:you|u) (?:\\w+ ){0,3}(?:robot|bot|machine|computer|a recording|ai|a i|human|person|real|automated|chatbot|alive|program|siri|alexa|chatgpt)",
  "(?:is|was) (?:this|that|it) (?:\\w+ ){0,3}(?:robot|bot|robocall|machine|computer|recording|ai|a i|automated|real person|human|chatbot|live person)",
  "(?:am i|i am|im) (?:speaking|talking|chatting) (?:to|with) (?:\\w+ ){0,3}(?:robot|bot|machine|computer|recording|ai|a i|human|person|automated)",
  "(?:you|u) (?:sound|talk|seem) like (?:\\w+ ){0,2}(?:robot|bot|machine|computer|recording|ai)|(?:youre|you are) (?:not )?(?:a |an |just a )?(?:robot|bot|machine|human|ai|real person)",
  "(?:eres|es usted|es|sera|seras|usted es|tu eres|esto es|esta es|acaso eres|no eres|no es) (?:\\w+ ){0,2}(?:robot|bot|maquina|computadora|grabacion|ia|inteligencia artificial|humano|humana|persona|persona real|real|automatic[oa]|automatizad[oa]|contestadora)",
  "(?:estoy )?hablando con (?:\\w+ ){0,2}(?:robot|bot|maquina|computadora|grabacion|ia|inteligencia artificial|humano|persona|contestadora)|(?:hablo|converso) con (?:\\w+ ){0,2}(?:robot|maquina|computadora|persona real|grabacion|humano|bot)",
  "(?:what|who) (?:exactly )?(?:r|are) (?:you|u)(?: exactly| anyway| really| then)?(?: \\?)?$|flesh and blood|(?:do|can) (?:you|u) (?:\\w+ )?(?:have (?:feelings|a body|a heart|emotions)|feel pain|breathe)|which (?:ai|model) are you",
  "(?:que|quien) (?:cosa )?(?:eres|es usted|es (?:esto|eso))(?: tu| exactamente| en realidad)?(?: \\?)?$|de carne y hueso|(?:tienes?|tiene usted) (?:sentimientos|emociones|cuerpo|corazon)|(?:respiras?|sientes?) (?:algo|dolor|como)",
  "(?:suenas?|parece|pareces|hablas?) (?:como )?(?:a )?(?:\\w+ ){0,1}(?:robot|maquina|grabacion|computadora)|de verdad existes?|eres de verdad",
  "etes vous (?:un |une )?(?:robot|machine|humain|personne)|sind sie (?:ein |eine )?(?:roboter|maschine|computer|mensch)|est ce (?:un |une )?(?:robot|machine)",
);

export const childAnswers = words(
  "(?:my )?(?:mom|mommy|mum|mother|dad|daddy|father|parents|grandma|grandpa|mami|papi) (?:isnt|is not|isn t|arent|are not|s not|not|went|is (?:at work|out|sleeping|in the shower|working)) ?(?:home|here|in|around|out|available|to the store|at work)?",
  "(?:im|i am) (?:just |only )?(?:a (?:kid|child|little (?:girl|boy))|(?:[4-9]|1[0-7]|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen)(?: years? old|$))",
  "(?:mi|la|el|mis) (?:mama|mami|mai|madre|papa|papi|pai|padre|papas|padres|abuela|abuelo|abuelita) (?:no (?:esta|estan|se encuentra|llego|ha llegado)|salio|esta (?:durmiendo|trabajando|en el trabajo|banandose|fuera))",
  "no (?:esta|estan) (?:mi|mis) (?:mama|mami|papa|papi|papas|padres|abuela)|soy (?:una? )?(?:nin[oa]|nene|nena|menor)|tengo (?:[4-9]|1[0-7]|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieciseis|diecisiete) anos",
);

export const wrongNumber = words(
  "wrong (?:number|person)|(?:you|u) (?:have|got|ve got) the wrong|nobody (?:here )?(?:by|with) that name|(?:no one|nobody) (?:here )?(?:named|called)|(?:he|she|they) (?:doesnt|dont|does not|no longer|dont) lives? here|wrong (?:guy|#)|(?:dont|do not) know (?:any(?:one|body) (?:by|with|named|called)|that person|him|her|who that is)(?: \\w+){0,3}$|(?:that|this) (?:person )?(?:isnt|is not) (?:me|my name)|not (?:the )?(?:right )?person(?: youre looking for)?",
  "(?:numero|persona|telefono) equivocad[oa]|(?:esta|estas|estan|llamo|llamaste) (?:llamando )?equivocad[oa]|se equivoc[oa](?: de (?:numero|persona))?|equivocad[oa] de numero|(?:aqui )?no (?:vive|hay|trabaja) (?:nadie |ningun[oa]? )(?:\\w+ )?(?:con ese nombre|que se llame|llamad[oa]|asi)|no (?:conozco|soy) (?:a )?(?:esa persona|ningun[oa]? \\w+|nadie con ese nombre)|ese no soy yo|esa no soy yo|no es (?:el |este )?(?:mi )?numero correcto",
  "mauvais numero|falsch verbunden|falsche nummer",
);

export const abuse = words(
  "fuck\\w*|fck|motherfuck\\w*|asshole|bitch|cunt|piece of shit|go to hell|screw you|shut (?:the \\w+ )?up|dumbass|bastard|son of a bitch|idiot|moron",
  "puta|puto|hijo de (?:la gran )?puta|hijueputa|cabron\\w*|pendej[oa]s?|mamabicho|mamaguev\\w+|cono (?:tu|e tu) madre|vete (?:al|pal|pa l) (?:carajo|infierno|diablo)|pal carajo|imbecil\\w*|estupid[oa]s?|idiota\\w*|come mierda|comemierda|maric[ao]n\\w*|bellac[oa]|cabroneria|jodete|jodanse",
  "va te faire|connard|salope|arschloch|scheiss\\w*|verpiss\\w*",
);

/** Asks whether the call is recorded. */
export const asksAboutRecording = words(
  "(?:am i|are you|are we|is this|is it|is that|is the call|will (?:this|it|you)|do you|does this|are they|being|getting) (?:\\w+ ){0,3}(?:recorded|record|recording (?:this|me|us|it|my|the|our|what)|taped|taping)|(?:are you|you) (?:\\w+ ){0,1}recording$|(?:is|are) (?:\\w+ ){1,2}(?:recording|taping) (?:this|me|us|it|our|my)",
  "(?:me|nos|lo|la|esto|llamada|conversacion)? ?(?:esta|estan|estas|van a|vas a|va a|siendo|quedando|queda|se) (?:\\w+ ){0,2}(?:graba|grabada|grabado|grabando|grabandome|grabandonos|grabar|grabarme)|(?:me|nos|lo|la) graban?$|graban? (?:las llamadas|esto|esta llamada|la llamada)",
  "(?:est ce que|vous) (?:\\w+ ){0,3}enregistr\\w+|(?:wird|nehmen sie) (?:\\w+ ){0,3}(?:aufgezeichnet|aufgenommen|auf)$",
);
/** A refusal of being recorded. */
export const doNotRecord = words(
  "(?:dont|do not|stop|quit|no) (?:\\w+ ){0,2}(?:record|recording|recorded)|(?:dont|do not) (?:want|like|consent|agree)(?: \\w+){0,4} (?:record\\w*)|turn off the recording|not (?:ok|okay|comfortable|fine) (?:with )?(?:being |you |this )?(?:being )?record\\w*|(?:never|did not|didnt|havent|have not) (?:\\w+ ){0,2}(?:agree\\w*|consent\\w*|permission|okay\\w*)(?: \\w+){0,4} record\\w*|(?:without|off) (?:the |a |any |my )?record\\w*|(?:never|not|dont|didnt) (?:\\w+ ){1,5}?(?:be|being|to|you|me|us|this) record\\w*|rather (?:you )?(?:not|didnt)(?: \\w+){0,3} record\\w*",
  "no (?:me |nos |la |lo |quiero |autorizo |acepto |deseo |permito |doy |consiento )(?:\\w+ ){0,4}?(?:grab\\w+)|(?:deje|deja|dejen|dejes|pare|paren|para|apague|apaga|apaguen|quite|quita) (?:ya )?(?:de )?(?:la |esa )?grab\\w+|(?:sin|nada de) (?:que )?(?:me )?grab\\w+|(?:no|nunca|jamas) (?:\\w+ ){1,5}?(?:graben|grabe|grabes|grabar|grabaran|grabarme|grabarnos|grabaciones)|prefiero (?:\\w+ ){0,2}no (?:\\w+ ){0,3}grab\\w+",
  "(?:ne )?menregistrez pas|pas (?:etre )?enregistre|nicht aufzeichnen|nicht aufnehmen",
);

const pause =
  "(?:hold on|hang on|one (?:moment|second|sec|minute)|(?:just )?a (?:moment|second|sec|minute)|give me (?:a|one|just a) (?:second|sec|minute|moment)|wait(?: a (?:second|sec|minute|moment))?|just a sec|bear with me|let me (?:check|see|look|grab \\w+ \\w+|find it|get it)|un (?:momento|momentito|segundo|segundito|minuto|minutito|ratito)|(?:espere|espera|esperate|esperese|aguarde|aguanta|aguante)(?: un (?:momento|momentito|segundo|minuto))?|(?:deme|dame|deje|permitame|permiteme) un (?:momento|momentito|segundo|segundito|minuto|minutito|break)|dejeme (?:ver|buscar|verificar|buscarlo|chequear)|ahora (?:vuelvo|vengo)|un instant|moment bitte|einen moment)";
/** The whole utterance asks for a moment. */
export const holdOn = new RegExp(
  `^(?:(?:ok|okay|oh|ay|sorry|perdon|yes|si|yeah|uh|um|eh|please|pues) )*${pause}(?: (?:${pause}|please|por favor|porfa|ok|okay|hold on|sorry|gracias|ahi|ya|right back))*$`,
);

export const goodbyeWords = words(
  "bye|bye bye|goodbye|good bye|have a (?:good|nice|great) (?:day|one|night|evening|afternoon)|talk to you later|see you(?: later| soon| then)?$|take care(?! of)|thats all(?: thanks| thank you)?$|gotta go|have to go now|im hanging up|i am hanging up",
  "adios|hasta (?:luego|pronto|manana|la vista|la proxima)|chao|chau|bendiciones$|que tenga (?:un )?(?:buen|lindo|feliz) (?:dia|tarde|noche)|que (?:le|te) vaya bien|nos vemos(?: luego| pronto)?$|me tengo que ir|me voy$|eso es todo|eso seria todo|cuidese|voy a colgar",
  "au revoir|auf wiederhoren|tschuss",
);

/** "I don't speak English", "no entiendo español". */
export const refusesLanguage =
  /\b(?:(?:i )?(?:dont|do not|cant|cannot) (?:speak|understand|know)|no (?:hablo|entiendo|se|comprendo|speak)) (?:\w+ ){0,2}?(?:english|ingles|spanish|espanol)\b/g;
export const wantsLanguage = {
  es: words(
    "(?:speak|talk|have|know|in|en|use) (?:in )?(?:spanish|espanol)(?: please)?|spanish please|(?:hablas?|hable|hablar|hablame|digame|sigamos|prefiero|mejor) (?:usted )?(?:en )?(?:espanol|castellano)|en espanol|no (?:hablo|entiendo|se|speak|comprendo) (?:mucho |bien |el )?(?:ingles|english)|i (?:dont|do not) speak english|parlez vous espagnol|spanisch",
  ),
  en: words(
    "(?:speak|talk|in|en|use) (?:in )?(?:english|ingles)(?: please)?|english please|(?:hablas?|hable|hablar|digame|sigamos|prefiero|mejor) (?:usted )?(?:en )?(?:ingles|english)|en ingles|(?:dont|do not|no) (?:speak|understand|know|hablo|entiendo) (?:much |any |mucho )?(?:spanish|espanol)|parlez vous anglais|auf englisch",
  ),
  fr: words(
    "(?:speak|in|en|parl\\w+|parlez vous) (?:in )?(?:french|francais|frances)(?: please)?|je ne parle pas (?:anglais|espagnol)",
  ),
  de: words(
    "(?:speak|in|auf|en) (?:in )?(?:german|deutsch|aleman)(?: please)?|sprechen sie deutsch|kein (?:englisch|spanisch)",
  ),
} as const;

/** What the grammar of instructions does not find in speech: modes, roles, other people's data, forced answers. */
export const injection = words(
  "(?:maintenance|debug|developer|admin|test|god|dan) mode|modo (?:de )?(?:mantenimiento|desarrollador|administrador|prueba|depuracion)",
  "(?:your|the|tus|sus|las) (?:system )?(?:instructions|prompt|instrucciones|prompt del sistema)(?: .*)?|system prompt|what were you told|(?:read|tell|give|show) me your (?:instructions|rules|prompt|configuration)|(?:leeme|dime|digame|lea) (?:tus|sus) (?:instrucciones|reglas)",
  "(?:treat|consider|count|tom\\w+|trat\\w+|consider\\w+) (?:\\w+ ){0,3}(?:stop|alto|baja|pare) (?:\\w+ ){0,3}(?:opt out|optout|opt-out|as (?:a )?(?:yes|no)|como)|(?:ignore|ignora|ignore) (?:\\w+ ){0,3}(?:stop|alto)",
  "(?:say|repeat|answer|respond|di|diga|repite|repita|contesta|conteste) (?:after me|only|just|despues de mi|solo|solamente|conmigo)|say (?:yes|si) (?:to confirm|now|and)|^(?:di|diga) que si",
  "(?:my )?(?:neighbo\\w+|previous caller|other (?:customer|customers|caller|callers|client|clients)|another (?:customer|client|caller|person))s? (?:\\w+ ){0,3}(?:appointment|address|number|phone|name|data|bill|information|order)",
  "(?:cita|direccion|numero|telefono|nombre|datos|factura|informacion|orden) (?:de |del |de la )(?:mi |otr[oa] |otr[oa]s |la |el )?(?:vecin[oa]s?|cliente|clientes|persona que llamo|llamada anterior)|list of (?:your )?(?:customers|clients)|lista de (?:sus |los )?clientes",
  "i am (?:the|your) (?:owner|admin|administrator|developer|boss)|im (?:the|your) (?:owner|admin|administrator|developer) of (?:this|the) (?:system|company|bot)|soy (?:el|la|tu|su) (?:administrador\\w*|desarrollador\\w*|programador\\w*)",
  "(?:give|grant|apply|dame|deme|aplica\\w*) (?:me )?(?:\\w+ ){0,3}(?:admin|root|vip) (?:access|status|rights|acceso)|mark me as|marcame como (?!a )|delete (?:my )?(?:bad )?review",
);

const secretNames =
  "(?:(?:credit |debit )?card(?: number)?|cvv|security code|social(?: security)?(?: number)?|ssn|password|passcode|pin(?: number| code)?|account number|routing number|one time code|verification code|(?:numero de )?(?:la |mi )?tarjeta(?: de (?:credito|debito))?|(?:numero de )?seguro social|contrasena|clave|numero de cuenta|codigo de (?:seguridad|verificacion))";
/** The customer begins to tell a secret: its name, then "is", digits, or a word with digits. */
export const tellsSecret = new RegExp(
  `\\b(?:my|mi|the|el|la|here(?:s| is)|este es|aqui (?:esta|va|tiene)|anote|write down|take) (?:\\w+ ){0,3}?${secretNames} (?:is|es|number is|numero es|ends in|termina en|comes out|\\d|one|two|three|four|five|six|seven|eight|nine|zero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|cero)\\b`,
);
