import { type Labelled, readLines } from "./keywords.phrases.ts";

/**
 * Written after the reader, in three rounds, to be unlike what it had seen; the reader was mended after each.
 * At first sight it caught 0.60, 0.87 and 0.69 of their opt-outs: expect as much of wordings that nobody here
 * has thought of, and none of them is a keyword.
 */
const out = `
I'm done with these messages | please take my phone number out of your system
y'all need to quit hitting me up | pls dont txt this num again | I asked you to stop
this is the third time I ask you to stop texting | No more please | stopppp textinggg meee
i do not give consent to be contacted | Take me off of everything | discontinue messages
Please discontinue these texts | unenroll me | cancel my enrollment in texts
you have the wrong person, don't text here again | turn off these notifications | I wish to be removed
please have me removed from your marketing | Kindly desist from contacting me
don't ever contact me again!!! | I don't wanna get these anymore | dont wanna hear from yall
stop w the texts | no texts | no longer contact me | withdraw consent | u can stop texting now
STOP SENDING ME STUFF | opt-me-out | remove this number from your list immediately | Deténganse
Ya no me interesa recibir nada de ustedes | por favor eliminar mi contacto | favor de no escribir más
favor no llamar | no vuelvan a escribirme | no me vuelvas a llamar | no me siga escribiendo
quiero que me saquen de la lista | quiero que dejen de llamarme | necesito que me quiten de ahí
Les agradezco no me envíen más información | me pueden sacar de la lista? | no me interesa, no me escriban
ya déjenme en paz con sus mensajes | no deseo más información | no quiero recibir nada
no quiero recibir nada más de ustedes | no estoy autorizando estos mensajes | exijo que dejen de llamar
sacarme de la lista | cancelar suscripción a mensajes | anular suscripción | no enviar más mensajes
no mandar más | que paren los mensajes | párenle a los mensajes | ya párale | no joroben más
suelten el teléfono, no llamen más | quita mi número de tu lista | no quiero na, no me escribas
plis stop texting me mano | no me mandes more texts | ya no me text | can you sacarme de la lista
no quiero más calls | stop mandando cosas | me quiero salir de la lista | yo no quiero estar en esta lista
Please cease texting my phone | I do not want to be on this list | get my number off your list
why do you keep texting me? stop | do not send anything else | don't send me anything else
no more promotions | I have asked repeatedly to be taken off | scrub my number
I'm asking you politely to stop contacting me | cut it out with the texts | Enough already, stop
I'd like these messages to stop | make it stop | please make the texts stop | end this | End all messages
i am not giving permission to text me | you don't have my permission to call
this number is on the do not call registry | quit bugging me | never message this number
i didnt ask for this, remove me | STOP CONTACTING ME OR I WILL REPORT YOU | no thanks, unsubscribe
not interested. remove. | Not interested stop | Stop thank you | stop, thanks! | Stop- | stop/cancel
s t o p ! | S*T*O*P | STOP Sent from my iPhone | no me interesa gracias, quítenme de la lista
no quiero seguir recibiendo sus mensajes | por favor retírenme de la lista | retírame de la lista
exclúyanme de sus envíos | no me incluyan en sus mensajes | me tienen harta con los mensajes
ya me cansé de tantos mensajes | suspendan los mensajes | no llamen a este número
este número no quiere recibir llamadas | no autorizo que me contacten | cancelen mi número
no acepto mensajes | no escriban a este número | dejen de fastidiar | deja de mandarme eso
no me mandes nada | no me mandes esas cosas | no envíes más nada | eliminarme de la base de datos
quiero cancelar los mensajes | quiero dejar de recibir mensajes | deseo dejar de recibir estas llamadas
cómo cancelo estos mensajes | para los mensajes por favor | paren con los textos | no más por favor gracias
ya, basta, no escriban | salte de mi teléfono, no llames | deja el texteo | no me estés texteando
don't be texteándome | quiero stop los mensajes | remove mi número please | no quiero texts de ustedes
por favor stop sending mensajes | Ma'am please stop all this texting
i would appreciate it if you stopped messaging me | would you please not contact me again
please do not reach out again | no need to contact me further | I have no interest in receiving these
you're bothering me | my phone is blowing up with your messages, enough | stop the madness
I want to be off this list | kill these alerts | Take my info off your site | I don't consent
this is unsolicited, stop | unsubscribing | how can I get off this list | how do I stop these texts
what do I text to stop | is there a way to stop getting these
I changed my mind about getting texts, cancel | don't hit me up again | no contact please
quiero que pare esto | cómo paro estos mensajes | cómo me salgo de esto | sáquenme ya
no me añadan a listas | no vuelva a molestarme | nunca más me escriban | jamás me vuelvan a llamar
no quiero nada con ustedes, no llamen | ya les dije que no | te dije que no me escribas
respeten, no escriban más | no más whatsapp por favor | favor remover mi número de su sistema
desactiven mis alertas | ya no deseo el servicio de mensajes | mi número no, quítenlo | a este cel no manden
please para de textear | enough ya con los emails | no me interesa, stop | get me off de la lista
yo no pedí estos textos
`;

const hold = `
Please call me, don't text
`;

const none = `
Can we stop the delivery for next week? | stop the order #55 and ship the other
my kids won't stop asking for it | where do I get off, which stop? | Is the sale going to end soon?
when does the promo end | I quit the other gym, want to join yours | remove the pickles
could you remove one item | I don't receive your messages, can you resend? | I did not get the text
I don't have the email | I never received a call | no recibí el mensaje | no he recibido llamadas
no me ha llegado nada | no me llegan los mensajes | quiero recibir más mensajes | no hay problema
no te preocupes | me das de baja el precio? | se me dañó la baja | quiero salir hoy con el carro
hay que parar en el semáforo? | necesito parar un momento, te escribo luego | cuándo termina la oferta
cuánto cuesta eliminar manchas | ¿me pueden llamar más tarde? | no puedo hablar ahora, llámame luego
No me llamo Juan, soy Pedro | no me mandó el contrato todavía | no me dejes sin el descuento
para el jueves no puedo | es para hoy | alto rendimiento? | ok stop by my house
lemme stop at the bank first | full stop, best service ever | I can't make it, can we cancel and rebook?
yes I want to continue | No entiendo | more info | ayuda con mi pedido
I want to end my lease early, can you help? | what's the opt out fee for the insurance?
dejen la puerta abierta | déjame un mensaje | quítame una duda | sáqueme una cita
Do you have a list of prices? | no tengo la lista de precios | Put my wife on the list too
my number is 787 555 0100 | este es mi número nuevo | no es mi número, es el de mi esposa
I changed my number | can you text me the address | I'll text you tomorrow | text me back when you're out
I'm out of town, call me Monday | I got your message, no worries | sorry I missed your call, no signal
your email went to my junk folder | no signal here, call later | I don't have time now
no puedo ahora, te llamo | te escribo luego, no estoy en casa | ¿no tienes otro color?
no está mal el precio | sin problema | no lo quiero en rojo | quiero la oferta | ¿la oferta ya no está?
no vi la oferta | is the offer no longer available? | do you still have the offer or is it out
no offers on the Corolla? | the truck is not on your list | is there no discount? | I'm not sure yet
not yet | I have not decided | aún no decido | todavía no | no sé | ¿me pueden quitar el recargo?
pueden sacar el carro el lunes? | no me dijeron la hora | I won't be able to make it
could you not send the driver before 3? | turn off the alarm please | the email you have is right
ok no problem, call me | dime si no hay | I can't talk, text me | no contestan el teléfono
nobody answers the phone | llamé y no contestan | se acabó la oferta? | Stop! I love it!
let me know when it's out | did the price drop or not? | my phone was off
I'll be off work at 5, call me then | I'm not getting your emails | not receiving the code by text
no me llega el código por texto | can't open the list you sent | is my name on the list?
ponme en la lista de espera | no, el martes mejor | no era ese modelo | no hace falta, gracias
no quiero financiamiento | I don't need financing | we don't want the extended warranty | when do you call?
no llores que ya voy | no dejes que lo vendan | can you take 500 off? | it's out of my budget
se sale de mi presupuesto | no me alcanza | ¿sacan copias? | what's the list price?
text or call, no preference | either call or text is fine | no preference | llámame al otro número, este no
quiero estar en la lista | enroll me | enroll me in the class | at the end of the message | did you get my email? | take my number
come get me | get me the list | get me your contact info | can you get me the price list | send me the contact | I got no text
the charge has been removed, thanks | my order was deleted | volumen alto de llamadas | hay un alto número de llamadas
salgo en la lista? | ¿estoy en la lista? | no call yet | no message yet | any text from the bank? | take my email: ana@example.com
remove my old address and use this one | delete my last order | get my number from Luis | drop my name at the door
`;

export const writtenLater: Labelled[] = [
  ...readLines("out", out),
  ...readLines("hold", hold),
  ...readLines("none", none),
];
