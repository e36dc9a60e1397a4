/** Words that say nothing about the subject of a question: grammar, politeness, and how people begin to ask. */
export const stopWords: ReadonlySet<string> = new Set(
  `a an the this that these those and or but if so than then as of to in on at for from with without about by into
  over under up down out off i me my mine we us our ours you your yours u ur he him his she her hers it its they
  them their theirs who whom whose which what whats when why how is are am was were be been being do does did done
  doing have has had having will would can could should shall may might must not no yes yeah yep ok okay dont doesnt
  didnt cant cannot wont isnt arent im ive id ill youre youve youd theyre theres itd itll its hed shed wed theyd thats there here now just only also
  too very really quite any some all every each other another more most much many few less lot lots kind sort thing
  things something anything stuff please thanks thank hello hi hey good morning afternoon evening well um uh hmm like
  want wanted wants wanna need needs needed know knowing tell told ask asked asking say said says wonder wondering
  question questions answer info information help explain give gave get got getting gets let make makes take takes go
  going goes come see look looking think guess sure maybe possible possibly able offer offers guys folks people
  someone anybody somebody person one ones two first once again still yet already today currently would because since
  actually basically exactly currently interested curious sir mam maam mean means work works thing regarding put puts serve serves happen happens happened
  un una unos unas el la los las lo al del de y e o u pero si no sin con por para en a ante bajo desde entre hacia
  hasta segun sobre tras que quien quienes cual cuales como cuando porque pues ya muy mas menos tan tanto mucho mucha
  muchos muchas poco poca pocos algo alguien alguno alguna algun algunos algunas ningun ninguno ninguna nada nadie
  todo toda todos todas otro otra otros otras mismo misma cada este esta esto estos estas ese esa eso esos esas aquel
  aquella yo tu usted ustedes uds ud el ella ello ellos ellas nosotros nosotras me te se le les nos mi mis su sus
  nuestro nuestra nuestros es son soy eres somos era eran fue fueron ser sido estar esta estan estoy estamos estaba
  estas hay haber ha han he hemos tengo tiene tienen tienes tenemos tener hacer hace hacen hago haces puedo puede
  pueden puedes podemos podria podrian poder quiero quiere quieren quisiera queria quieres queremos gustaria necesito
  necesita necesitan necesitamos saber sabe saben se sabes decir dice dicen digame dime diga decirme explicar
  expliqueme explicame preguntar pregunta preguntas duda dudas respuesta informacion ayuda ayudar ayudeme favor
  porfavor porfa gracias hola buenas buenos buen dia dias tardes noches bueno buena claro vale dale oye oiga mire mira
  ver veo vamos voy va van ir da dan dar dieron ofrece ofrecen ofrecer oferta interesa interesado interesada seria
  serian acaso quizas tal vez aun todavia ahora hoy aqui alla ahi asi entonces tambien solo solamente cosa cosas tipo
  tipos senor senora trabajan trabaja manera forma caso respecto acerca poner ponen pongo llegan llega llegar llegas pasa pasan pasar pasaria funciona funcionan
  funcionar sale salen cuanto cuanta cuantos cuantas`.split(/\s+/),
);
