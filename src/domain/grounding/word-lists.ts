import { stopWords } from "#domain/knowledge/stop-words.ts";

const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Grammar and politeness beside the words that no question is about. */
const moreFunctionWords = wordSet(`
  yours theirs itself themselves yourself until upon during within between per while though although however
  instead along across through being became become becomes let lets ill well shell theyll youll whats heres
  whichever whatever whenever normally please indeed course certainly absolutely definitely exactly correct
  else necessarily necesariamente fine perfect great okay alright happy glad sorry afraid welcome oh ah hmm youre were theyre well
  del al ante durante mediante mientras aunque sino sin embargo ademas ambos ambas cuyo cuya suyo suya
  nuestra consigo conmigo contigo mio mia era eran sea sean seria fuera fuese estara estaran sera seran tendra
  tendran habra podra podran debe deben hacerlo hacemos haria ello lo cual asi cierto correcto exacto
  efectivamente gusto supuesto perfecto excelente siento lamento lamentablemente desafortunadamente
  unfortunately nosotras vosotros usted ustedes encantado queda quedan quedar resulta van vaya vayan viene vienen
  pues bien eh mire vera ofrecemos tenemos damos hacemos`);

/** Operators are read apart from the words they apply to. */
export const negators = wordSet(`
  no not never none nothing nobody without cannot cant dont doesnt didnt isnt arent wasnt werent wont wouldnt havent
  hasnt hadnt shouldnt couldnt neither nor non aint sin nunca ninguno ninguna ningun nada nadie ni tampoco jamas
  except excepto salvo excluding`);
export const exclusives = wordSet(
  "only just solely exclusively solo solamente unicamente exclusivamente unico unica",
);
export const universals = wordSet(`
  all every everyone everybody everything always any anyone anything anytime anywhere whole entire entirely fully
  completely totally never everywhere whatever unlimited
  todo toda todos todas siempre cualquier cualquiera entero entera completo completa completamente totalmente jamas
  ilimitado ilimitada dondequiera`);
/** Words that leave something open; who drops them says more than is known. */
export const reserves = wordSet(`
  may might usually typically typical normally generally depends depending about around approximately roughly estimated
  most some sometimes starting starts possible average subject
  puede pueden podria podrian normalmente usualmente generalmente depende dependiendo aproximadamente alrededor
  estimado mayoria algunos algunas desde posible promedio sujeto suele suelen segun`);
/** Ends of a negation's reach. */
export const clauseBreaks = wordSet(
  "but pero sino aunque though although however so while mientras because porque since asi",
);

const common = wordSet(`
  work service job person people place time day way thing make do get go come use help need want keep bring take put
  charge apply find say have offer handle serve run check pass include
  new other own same different next available business company office customer client team call
  hacer aplicar encontrar cobrar incluir incluye
  trabajo trabajar trabajamos servicio persona gente lugar tiempo dia manera usar ayudar necesitar llevar traer nuevo propio
  mismo diferente proximo disponible negocio empresa oficina cliente equipo llamar numero`);

export const isFunctionWord = (word: string): boolean =>
  stopWords.has(word) ||
  moreFunctionWords.has(word) ||
  negators.has(word) ||
  universals.has(word) ||
  exclusives.has(word);

/** How much a word says: little where it stands in texts of every kind. */
export const wordWeight = (word: string, isName: boolean): number =>
  isName ? 1.4 : common.has(word) ? 0.4 : 1;

/** Words that deny another one: "closed" is "not open". */
export const opposites: ReadonlyMap<string, string> = new Map(
  `closed=open cerrado=open cerrada=open cerrados=open cerradas=open separate=include separately=include
  aparte=include apart=include excluded=include excludes=include exclude=include excluye=include excluyen=include
  excluido=include excluidos=include forbidden=allow prohibited=allow prohibido=allow prohibida=allow prohibe=allow
  prohibidos=allow prohibidas=allow optional=require opcional=require unavailable=available refuse=accept reject=accept
  rechazamos=accept rechaza=accept unlimited=limit ilimitado=limit ilimitada=limit nonrefundable=refund
  void=valid voided=valid anula=valid anulada=valid anulado=valid invalid=valid invalida=valid pierde=valid lose=valid
  loses=valid lost=valid expired=valid unfurnished=furnished unable=able`
    .split(/\s+/)
    .map((pair): [string, string] => pair.split("=") as [string, string]),
);
