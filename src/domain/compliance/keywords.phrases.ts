/**
 * Replies as people write them, labelled by hand before the reader was written: several to a line, split by
 * a bar. `out` wants no more messages; `hold` should be seen by a person first; `none` means something else.
 */
const out = `
STOP | stop | Stop. | STOP! | stop please | STOP PLEASE | please stop | pls stop | Stop it | stop now | just stop already
S T O P | s.t.o.p | S-T-O-P | s_t_o_p | STOPPP | stoppppp!!! | ＳＴＯＰ | ЅТОР | Ѕtоp | ΣTOP please stop | st​op | s​t​o​p
STOP 🛑 | 🛑 stop 🛑 | stop 😡😡 | 🅂🅃🄾🄿 | 🇸🇹🇴🇵 | ѕтор | st0p | $top | ￼STOP | "STOP" | (stop) | *STOP* | 'stop'
STOPALL | STOP ALL | stop-all | UNSUBSCRIBE | unsubscribe me | unsubcribe | unsuscribe | unsubscribe please | un subscribe
END | QUIT | REVOKE | OPTOUT | opt out | opt-out | OPT OUT PLEASE | cancel | CANCEL. | REMOVE | remove me | Arret | end.
stop texting me | Stop messaging me | stop calling | please stop calling me | stop sending me texts | stop sending these
stop contacting me | STOP EMAILING ME | stop spamming me | stop bothering me | Stop these messages | stop the texts
quit texting me | quit calling my phone | cease all communication | don't text me | do not text me again | dont call me anymore
Don't call me | do not contact me | Do not contact this number | never text me again | dont message me | don't write to me again
please don't send me any more messages | no more texts | No more messages please | no more calls!! | no more emails | no more spam
take me off your list | Take me off this list please | remove me from your list | remove my number | please remove my number from your database
delete my number | delete my information | get me off this list | take my name off your mailing list | drop me from your list
I want to unsubscribe | how do I unsubscribe? | how do i opt out of these texts | I'd like to opt out | I am opting out | opt me out
I revoke my consent | I withdraw my consent | I no longer wish to receive messages | I no longer want to receive your texts
I don't want these texts | I don't want any more messages from you | i dont want to be contacted | leave me alone | Leave me alone!!!
lose my number | lose this number | put me on your do not call list | Add me to the do not call list | I said stop | I said STOP texting
STOP STOP STOP | stop stop | thanks but no. STOP | Not interested. Stop. | I already bought one, stop texting | ok stop
Who is this? Stop texting me | wrong number, stop texting | I'm not interested, please remove me | this is harassment stop contacting me
you guys need to stop texting me | can you stop sending me these messages | could you please take me off the list | will you stop calling me
stop blowing up my phone | stpo | sotp | stp | unsubscribe!!! | UNSUBSCRIBE ME NOW | cancel these messages | cancel texts | end these texts
please cease and desist | no longer interested, take me off | kindly remove me from this list | I want out of this list | enough with the texts
ALTO | alto | Alto! | alto por favor | PARE | PARAR | PARA | paren | Paren ya | DETENER | CANCELAR | CANCELA | cancelen | BAJA
baja | Baja por favor | DAR DE BAJA | darme de baja | quiero darme de baja | Dame de baja | denme de baja por favor | me quiero dar de baja
deme de baja de la lista | solicito la baja | quiero la baja | REMOVER | ELIMINAR | QUITAR | SALIR | TERMINAR | NO MAS | no más | No más por favor | ya no más
A L T O | a.l.t.o | altooo | PARÁ | bájame de la lista | b a j a | ÁLTO | pare ya | ya paren | para ya | basta | ¡Basta ya! | ya basta
no me escriban | no me escriba más | NO ME ESCRIBAN MAS | no me escribas | No me llamen | no me llames más | no me llame por favor
no me manden más mensajes | no me mande nada | No me envíen más textos | no me envíes más | no me contacten | por favor no me contacten más
no molesten | no me molesten | No me moleste más | no me molesten más por favor | no me texteen | no me textees más | no me tires más
ya no me escriban | ya no me manden mensajes | ya no me llamen más por favor | que no me escriban más | les pedí que no me llamaran más
no quiero más mensajes | no quiero recibir mensajes | ya no quiero recibir sus mensajes | no quiero que me llamen | no quiero que me escriban
no deseo recibir más mensajes | No deseo ser contactado | no deseo que me contacten | no quiero más llamadas | no quiero sus promociones
no más mensajes | no mas textos | no más llamadas | no mas correos porfa | basta de mensajes | basta de llamadas
dejen de escribirme | deja de llamarme | Dejen de molestar | dejen de mandar mensajes | deje de enviarme textos | dejen de textearme
déjenme en paz | dejame en paz | déjenme tranquila | Déjame quieto | dejen el spam | dejen de joder
sáquenme de la lista | sácame de tu lista | saquenme de su base de datos | quítenme de la lista | quitame de esa lista | quítenme
bórrenme | borren mi número | elimina mi número | eliminen mi numero por favor | elimíname de la lista | remuévame de la lista | remuevan mi número
olvídense de mi número | pierdan mi número | para de escribirme | paren de llamar | pare de mandarme mensajes | paren los mensajes | detengan los mensajes
retiro mi consentimiento | revoco mi consentimiento | revoco mi autorización | cancelen los mensajes | cancelar mensajes | cancelar sms | desuscribir
desuscribirme | quiero desuscribirme | desuscríbanme | cómo me doy de baja? | ¿cómo hago para no recibir más mensajes? | quiero salirme de esta lista
no me yamen mas | no me escrivan mas | no me esten llamando | dejen de estar llamando | no sigan escribiendo | no me sigan llamando
stop ya | stop por favor | STOP GRACIAS | stop los mensajes | stop texteándome | no more mensajes | no mas texts | no más emails please
quítame de la list | sácame del mailing list | unsubscribe por favor | quiero unsubscribe | quiero opt out | dame opt out | remueveme del list
please no me llamen más | no me llamen please | dejen de textearme please | cancel los mensajes | no me manden más texts | stop de llamar
oye stop | mano deja de textearme | bro stop texting me ya | ya stop con los mensajes | no call me más | no me call | take me off la lista
`;

const hold = `
cancelar mi cita | quiero cancelar mi cita de mañana | cancel my appointment | please cancel my order | I need to cancel tomorrow
cancel my subscription | cancelar mi suscripción | cancela el pedido | cancelen la reservación | Quiero cancelar el servicio
dar de baja mi línea | quiero dar de baja el servicio de cable | wrong number | número equivocado | se equivocó de número | not interested
I'm not interested | no me interesa | ya no me interesa | no estoy interesada | don't call me before 5 | don't call, just text me
no me llames hoy, mejor mañana | no me escriban al trabajo | don't text me at work | who gave you my number? | quién les dio mi número
I never signed up for this | is this spam? | spam | 🛑 | I'm blocking you | fuck off | go away | take me off the schedule for Friday
remove me from the 3pm class | no quiero nada | I don't want to unsubscribe | did I unsubscribe by mistake? | enough | no me molesten hasta el lunes
`;

const none = `
stop by tomorrow | I'll stop by at 5 | can I stop by the store? | can't stop thinking about that car | I can't stop laughing | don't stop believing
the bus stop is near | what's the next stop? | non stop flight? | is it nonstop? | one stop shop | stop in anytime | we can stop at your office
my car stopped working | it stopped raining | the rain won't stop | full stop | pit stop first | please don't stop sending the deals
the end of the month | at the end of the day | how does it end? | weekend works | I'll be there by the end of the week | the end date is fine
I quit my job | I quit smoking last year | can you remove the old tires? | remove the extra charge please | the cancellation policy?
what is your cancel policy? | is there a cancellation fee? | did you cancel the meeting? | I opted for the blue one | I want to opt in
call me | text me | call me later | call me when you can | please call me tomorrow | send me more info | do you deliver? | yes please
no thanks | No thank you | no | nope | not now | maybe later | not today | ok | thanks | sure | how much is it? | what time do you open?
I don't want the red one, do you have blue? | don't forget to call me | don't worry | do not miss it! | never mind | I never got the quote
leave it at the door | leave me a message | leave a voicemail if I miss you | take me off hold | take your time | take 10 off the price?
delete the second item from my order | get me a quote | drop me a line | I lost my number plate | put me on the list | add me to the list
no more questions, thanks | no more than 200 please | there is no more room | enough for four people | is one enough? | good enough
baja el precio | ¿me baja el precio? | la más baja | tiene uno de gama baja | planta baja | temporada baja | el precio baja en enero? | si baja lo compro
para mañana | para mí está bien | es para mi mamá | ¿para cuándo? | para qué sirve | una cita para el lunes | gracias para todo | para nada
el alto es mejor | soy alto | precio alto | muy alto el precio | está muy alto | tengo que parar en la tienda | ¿dónde puedo parar el carro?
no más preguntas gracias | nomás quería saber el precio | nada más | no más tengo una duda | más o menos | quiero más información | no tengo más
no me molesta | no me llama la atención el rojo | no me llamaron ayer | no me llegó el mensaje | no me escribieron | no me mandaron la cotización
no me contactaron nunca | nadie me llamó | llámame | escríbeme luego | me llaman mañana? | envíenme más información | mándame el precio
no gracias | no | ahora no | luego | mañana te digo | ok | gracias | sí | claro | cuánto cuesta | a qué hora abren | bueno
salir el viernes está bien | ¿a qué hora puedo salir? | voy a salir tarde | terminar el trámite | ¿cuándo van a terminar? | quiero terminar la compra
¿pueden quitar la mancha? | quitar el óxido cuánto cuesta | eliminar el cargo extra | remover el asiento | basta con uno | con eso basta
deja te aviso | déjame ver | déjame pensarlo | deja de llover y voy | dejen el paquete en la puerta | dejé un mensaje | deje que le pregunte
sácame una foto | quítale el impuesto | borra el segundo | no quiero el rojo | no quiero problemas | no quiero esperar más | no deseo el seguro
cancelé ayer | ya cancelé el otro carro | ¿cuál es la política de cancelación? | ¿se puede cancelar sin penalidad? | olvídalo, ya lo encontré
me quiero dar un gusto | doy de alta la cuenta? | quiero darme de alta | el detalle de la baja velocidad | trabajo de baja intensidad
puedo stop by mañana? | el bus stop queda lejos | hago un stop y llego | text me cuando puedas | call me mañana | te veo el weekend
end of month está bien | dame un break | el parking está full | no tengo time hoy | send me el precio | la oferta sigue on?
`;

export type Labelled = { label: "out" | "hold" | "none"; line: string };
export const readLines = (label: Labelled["label"], text: string): Labelled[] =>
  text
    .split(/[|\n]/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => ({ label, line }));

/** Every second line, before anything was tuned: the first half is tuned on, the second only reported. */
const all = [...readLines("out", out), ...readLines("hold", hold), ...readLines("none", none)];
export const tunedOn: Labelled[] = all.filter((_, index) => index % 2 === 0);
export const heldBack: Labelled[] = all.filter((_, index) => index % 2 === 1);
