/**
 * Words that ask for the same thing in English and Spanish, so that a question in one language finds an answer in the
 * other and "how much" finds "price". The first word of a line names it; Spanish follows the bar. The database finds
 * other endings of a word.
 */
const conceptLines = `
price cost fee rate charge quote estimate expensive cheap free | precio costo coste cuesta tarifa cobran cobra cotización presupuesto caro cara barato gratis
financing finance loan credit lease leasing | financiamiento financiar financiación préstamo crédito cuotas plazos mensualidad
payment pay cash card cost free | pago pagar paga pagan efectivo tarjeta cheque costo gratis
deposit downpayment | pronto adelanto enganche inicial
warranty guarantee guaranteed | garantía garantizado
hours open opening close closed | horario abren abre abierto cierran cerrado atienden atendemos
appointment visit evaluation inspection consultation assessment | visita visitar cita evaluación inspección orientación
area zone coverage town island region | área zona cobertura municipio pueblo isla región
office location located address | oficina ubicación ubicados dirección sucursal
duration long weeks | tarda demora tiempo dura duración semanas
install installation installer | instalar instalación
outage blackout hurricane | apagón interrupción huracán
electricity power energy | energía electricidad luz corriente luma
battery powerwall storage backup | batería almacenamiento respaldo
panel solar | placa panel solar
system equipment | sistema equipo
month monthly | mes mensual
roof roofing | techo tejado
maintenance cleaning clean | mantenimiento limpieza limpiar
repair fix broken failure | reparar reparación arreglar avería dañado falla
cancel cancellation terminate | cancelar cancelación
refund | reembolso devolución devuelven
discount promotion | descuento promoción rebaja especial
savings save reduce bill | ahorro ahorrar factura recibo
incentive tax subsidy rebate federal | impuesto contributivo incentivo subsidio federal
permit license licensed certified | permiso licencia licenciado certificado
insurance insured | seguro asegurado póliza
documents papers requirements required | requisito documento papeles
contract agreement | contrato acuerdo
rent renter tenant | alquiler alquilo alquilado inquilino rento renta
delivery deliver shipping | entrega envío
phone call contact email whatsapp | teléfono llamar contactar número correo whatsapp
monday | lunes
tuesday | martes
wednesday | miércoles
thursday | jueves
friday | viernes
saturday | sábado
sunday | domingo
holiday | feriado festivo
house home apartment | casa hogar vivienda residencia apartamento
company business experience | empresa compañía negocio experiencia`;

export type Concept = { name: string; english: readonly string[]; spanish: readonly string[] };

const fold = (word: string): string => word.normalize("NFD").replaceAll(/\p{M}/gu, "");

const concepts: readonly Concept[] = conceptLines
  .trim()
  .split("\n")
  .map((line) => {
    const [english = [], spanish = []] = line.split(" | ").map((words) => words.split(" "));
    return { name: english[0] ?? "", english, spanish };
  });

/** A word of several lines asks for the first of them. */
const byWord = new Map<string, Concept>(
  concepts
    .flatMap((concept) =>
      [...concept.english, ...concept.spanish].map((form): [string, Concept] => [fold(form), concept]),
    )
    .toReversed(),
);

/** Questions that ask for one of them without naming it. */
const conceptPhrases: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:how long|cuanto (?:tiempo|tarda|tardan|demora|demoran|dura|duran|se tarda)|en cuanto)\b/,
    "duration",
  ],
  [
    /\b(?:how much|cuanto (?:cuesta|vale|sale|es|cobran|seria|salen|cuestan|valen)|a como|que precio)\b/,
    "price",
  ],
  [/\bcuanto(?= (?:por|el|la|los|las|un|una|me|le|nos|es)\b|\W*$)/, "price"],
  [/\b(?:what time|que hora|que horas|hasta que hora|when do you (?:open|close))\b/, "hours"],
  [/\b(?:where are you|where is your|donde (?:estan|queda|quedan|esta)) ?(?:located|ubicados)?\b/, "office"],
  [/\b(?:where|donde)\b/, "area"],
  [/\b(?:se va la luz|no hay luz|lights? go(?:es)? out|power goes out|power cut|sin luz)\b/, "outage"],
];

const endings = /(?:ciones|ings?|es|s|mos|n|r|d)$/;

/** The listed word, also with the usual endings of its plural and of verbs. */
export const findConcept = (folded: string): Concept | undefined => {
  const known = byWord.get(folded);
  if (known || folded.length < 4) return known;
  const stem = folded.replace(endings, (ending) => (ending === "ciones" ? "cion" : ""));
  return byWord.get(stem) ?? byWord.get(folded.replace(/s$/, "")) ?? byWord.get(`${stem}r`);
};

export const conceptNamed = (name: string): Concept | undefined =>
  concepts.find((concept) => concept.name === name);

/** The words that the phrase uses up, as text without them. */
export const takeConceptPhrases = (folded: string): { names: string[]; rest: string } => {
  const names: string[] = [];
  let rest = folded;
  for (const [pattern, name] of conceptPhrases) {
    if (!pattern.test(rest)) continue;
    names.push(name);
    rest = rest.replace(pattern, " ");
  }
  return { names, rest };
};

/** The listed word that was probably meant, for words of six letters or more. */
export const findMisspeltConcept = (
  folded: string,
  isCloseTo: (a: string, b: string) => boolean,
): Concept | undefined => {
  for (const [word, concept] of byWord) if (isCloseTo(folded, word)) return concept;
  return undefined;
};
