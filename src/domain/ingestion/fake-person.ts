/** Pseudo-random numbers in [0, 1), reproducible for a seed (Mulberry32). */
export const seededRandom = (seed: number): (() => number) => {
  let state = Math.trunc(seed) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const words = (text: string): string[] => text.trim().split(/\s+/);
const firstNames = words(`
  Adriana Alondra Ana Ángel Camila Carlos Carmen Daniela Eduardo Fabiola Gabriel Héctor Isabel Javier Keishla
  Lourdes Luis Manuel Marisol Miguel Nilda Omar Paola Rafael Sofía Valeria Víctor Wanda Yadira Zoraida`);
const surnames = words(`
  Acevedo Alicea Aponte Berríos Burgos Cintrón Colón Dávila Feliciano Figueroa Irizarry Lebrón Maldonado
  Marrero Meléndez Negrón Nieves Oquendo Ortiz Pagán Quiñones Ríos Rivera Rosado Santiago Serrano Soto Torres
  Vázquez Vélez`);
const towns = [
  "San Juan",
  ...words("Bayamón Caguas Carolina Ponce Mayagüez Arecibo Humacao Fajardo Guaynabo"),
];
const streets = ["Calle del Sol", "Calle Luna", "Avenida Central", "Calle Palmas", "Camino del Mar"];
const messages = [
  "Hola, quisiera más información, por favor.",
  "Hello, I would like to know more about your services.",
  "Me interesa una cita esta semana. ¿Qué horario tienen?",
  "Could somebody call me back this afternoon?",
];

export type FakePerson = {
  firstName: string;
  lastName: string;
  email: string;
  /** National digits from the range reserved for fictional use. */
  phone: string;
  handle: string;
  street: string;
  town: string;
  message: string;
};

const foldAccents = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** A fictional person whose addresses reach nobody. */
export const createFakePerson = (random: () => number): FakePerson => {
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? "";
  const firstName = pick(firstNames);
  const lastName = pick(surnames);
  const handle = `${foldAccents(firstName)}.${foldAccents(lastName)}`;
  return {
    firstName,
    lastName,
    email: `${handle}@example.com`,
    phone: `787555${String(100 + Math.floor(random() * 100)).padStart(4, "0")}`,
    handle,
    street: `${Math.floor(random() * 400) + 1} ${pick(streets)}`,
    town: pick(towns),
    message: pick(messages),
  };
};
