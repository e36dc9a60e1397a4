import type { Sentence } from "./read-sentence.ts";

/** Words that say the contrary of each other; the sides are divided by a slash. */
const pairs = `
before earlier prior antes previo / after later following despues luego
same mismo misma / next another different siguiente otro otra distinto diferente
minimum least minimo / maximum most maximo tope
over above encima exceed / under below fewer debajo
include included includes including incluye incluido incluida incluidos incluidas / extra separate separately apart aparte adicional
inside indoor indoors dentro adentro interior / outside outdoor outdoors fuera afuera exterior
morning / afternoon evening night tarde noche
daytime / nighttime night overnight noche
weekday weekdays laborable / weekend weekends
new nuevo nueva nuevos nuevas / used old usado usada usados usadas viejo
small little chico chica pequeno pequena / large big grande
adult adults adulto adultos / child children kid kids nino ninos nina menor menores
dog dogs perro perra / cat cats gato gata
cash efectivo / card credit tarjeta credito
free gratis / paid pay costs pagan cuesta
front delantero / rear back trasero
single / double doble
hot warm caliente / cold frio fria
required require mandatory obligatorio requerido requiere exige / optional opcional
refundable / nonrefundable
buy comprar / rent alquilar alquila renta
repair fix reparar reparacion / replace replacement install reemplazar instalar
home domicilio casa / shop office store tienda oficina local
left izquierda / right derecha
start starts begins empieza comienza / ends finish termina acaba
deposit pronto deposito / total balance saldo
weekly semanal semanales semana week weeks semanas / monthly mensual mensuales mes month months meses / yearly annual anual ano year years anos / daily diario dia dias day days / hourly hora hour hora horas
members member socio socios miembro miembros / guest guests visitor invitado invitados
labor / parts materials piezas materiales
pick pickup recoger recogido / deliver delivery entrega entregar
sell sells vende vendemos / buys rents compra alquila
women woman lady dama mujer ladies / men man gentleman caballero hombre
only solo solamente unicamente just / also tambien too ademas
always siempre / sometimes usually casi
owner dueno / tenant renter inquilino
`;

type Side = { group: number; side: number };
const sides = new Map<string, Side[]>();
pairs
  .trim()
  .split("\n")
  .forEach((line, group) => {
    line.split("/").forEach((words, side) => {
      for (const word of words.trim().split(" "))
        sides.set(word, [...(sides.get(word) ?? []), { group, side }]);
    });
  });

const sidesOf = (text: string): Map<number, Set<number>> => {
  const found = new Map<number, Set<number>>();
  for (const [word] of text.matchAll(/[a-z]+/g))
    for (const { group, side } of sides.get(word) ?? [])
      found.set(group, (found.get(group) ?? new Set()).add(side));
  return found;
};

/** How many contraries of its own words a sentence says instead of them. */
export const countContraries = (statement: Sentence, known: Sentence): number => {
  const own = sidesOf(statement.text);
  const others = sidesOf(known.text);
  let count = 0;
  for (const [group, said] of own) {
    const there = others.get(group);
    if (there && [...said].every((side) => !there.has(side))) count++;
  }
  return count;
};
