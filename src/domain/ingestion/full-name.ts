const splitWhitespace = (text: string): string[] => text.trim().split(/\s+/);

/** Without accents, case and full stops. */
const normalise = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll(".", "");

/** Particles belong to the name that follows them. */
const particles = new Set(
  splitWhitespace(
    "de del la las los el y e da do dos das di du van von der den ter ten le san santa al bin ibn st",
  ),
);
const titles = new Set(
  splitWhitespace("sr sra srta dr dra mr mrs ms miss mx lcdo lcda lic ing prof rev dona"),
);
const suffixes = new Set(splitWhitespace("jr sr ii iii iv md phd esq cpa dds rn mba"));

/** Common surnames in Puerto Rico and Latin America; those ending in -ez are matched by pattern. */
const surnames = new Set(
  splitWhitespace(`acevedo acosta agosto aguilar alicea almodovar aponte arroyo avila ayala baez batista bermudez berrios
    bonilla burgos cabrera calderon camacho campos candelaria caraballo cardona carrasquillo carrillo cartagena
    castillo castro cintron claudio collazo colon concepcion contreras cordero correa cortes cotto crespo cruz
    davila delgado diaz duran escobar espinosa estrada feliciano figueroa flores franco fuentes galarza garcia
    garay gonzaga guerrero guerra guzman herrera irizarry laboy lebron leon lozada lugo luna machado maldonado
    marin marquez marrero marte mateo matos medina mejia melendez mendoza mercado miranda molina montalvo
    montanez mora morales moreno munoz muniz nazario negron nieves nunez ocasio ojeda oliveras oquendo orozco
    ortega ortiz otero pabon pacheco padilla pagan palacios pantoja pena perez pizarro ponce quinones quintana
    quinonez ramos reyes rios rivera robles rojas roldan rolon roman romero roque rosa rosado rosario rubio ruiz
    salas salazar salgado santana santiago santos segarra sepulveda serrano silva solis sosa soto suarez tirado
    toledo toro torres trinidad valencia valentin vargas vega vera vidal villanueva villegas viera zamora zayas`),
);
/** Given names that often come second. */
const givenNames = new Set(
  splitWhitespace(`adriana alberto alejandra alejandro alexandra alfonso alfredo alicia alonso ana andrea andres angel
    angela angelica antonia antonio armando arturo augusto beatriz benjamin camila carlos carmen carolina cecilia
    cesar cristina daniel daniela david diana diego eduardo elena elias emilia emilio enrique ernesto esteban
    esther eugenia eva fabian felipe felix fernanda fernando francisca francisco gabriel gabriela gerardo gloria
    guadalupe guillermo gustavo hector hernan hugo ignacio ines irene isabel ivan ivette jaime javier jesus joaquin
    jorge jose josefina juan juana julia julian julio laura leonardo leticia lourdes lucia luis luisa luz manuel
    manuela marcos margarita maria mariana mario marisol marta martin mercedes miguel milagros monica natalia
    nicolas nicole noelia olga oscar pablo paola patricia paula pedro pilar rafael ramon raul rebeca ricardo
    roberto rodrigo rosa ruben sara sebastian sergio silvia sofia susana teresa tomas valentina valeria vanessa
    veronica vicente victor victoria virginia xavier yolanda ann anne marie lee lynn jean jo ray mae rose grace
    elizabeth michael james john robert william joseph thomas edward paul anthony lou sue beth kate`),
);

/** "María del Carmen", "María de los Ángeles"; but "de Jesús" and "de León" are surnames. */
const devotionalName =
  /^(del (carmen|pilar|mar|rosario|valle|rocio|socorro)|de (los angeles|lourdes|fatima|la caridad|las mercedes|guadalupe|la luz|la paz))$/;
const isGivenName = (unit: string): boolean =>
  unit.includes(" ") ? devotionalName.test(normalise(unit)) : givenNames.has(normalise(unit));
const soundsLikeSurname = (unit: string): boolean => {
  if (unit.includes(" ")) return !devotionalName.test(normalise(unit));
  return surnames.has(normalise(unit)) || (/[^aeiou]ez$/.test(normalise(unit)) && unit.length > 4);
};
const isInitial = (unit: string): boolean => /^\p{L}\.?$/u.test(unit);

/** Splits a name into units, particles included: "María", "del Carmen", "Rivera". */
const splitUnits = (text: string): string[] => {
  const units: string[] = [];
  let pending: string[] = [];
  for (const word of splitWhitespace(text)) {
    pending.push(word);
    if (particles.has(normalise(word)) && units.length > 0) continue;
    units.push(pending.join(" "));
    pending = [];
  }
  return pending.length > 0 ? [...units, pending.join(" ")] : units;
};

/** The number of trailing units that are surnames. */
const countSurnames = (units: string[]): number => {
  if (units.length < 3) return units.length - 1;
  const secondToLast = units.at(-2) ?? "";
  if (isInitial(secondToLast)) return 1;
  if (units.length > 3) return isGivenName(secondToLast) && !soundsLikeSurname(secondToLast) ? 1 : 2;
  // "Ana Rivera Ortiz" has two surnames, "José Luis Rivera" and "Mary Beth Jones" have one.
  if (isGivenName(secondToLast) && !soundsLikeSurname(secondToLast)) return 1;
  return soundsLikeSurname(secondToLast) ? 2 : 1;
};

const companyEnding =
  /(?:[\s,]+)(?:inc|incorporated|llc|l\.l\.c|llp|pllc|ltd|limited|corp|corporation|company|co\.|gmbh|s\.?a|s\.?l|s\.?a\.?s|s\.?r\.?l|s\.?a\.? de c\.?v|s\. ?de r\.?l(?:\.? de c\.?v)?|c\.?s\.?p|plc|pty|group|services|servicios|solutions|enterprises|holdings|associates|realty|properties|construction|contractors|industries|systems|technologies|consulting|foundation|association|church|school|university)\.?$/i;
const companyStart =
  /^(?:iglesia|escuela|colegio|universidad|hospital|hotel|restaurante|farmacia|panader[ií]a|ferreter[ií]a|supermercado|condominio|municipio de|grupo|fundaci[oó]n|asociaci[oó]n|cooperativa|banco|cl[ií]nica|constructora|inmobiliaria|departamento de|oficina de|centro (?:de|m[eé]dico))\s+\S/i;

/** "Acme Solar, LLC", "Panadería La Ceiba", "Construcciones Díaz S.A. de C.V.". */
const isOrganisation = (text: string): boolean => companyEnding.test(text) || companyStart.test(text);

/** Splits a full name into first and last names; Spanish names may have two surnames. A company has one name. */
export const splitFullName = (text: string): { firstName?: string; lastName?: string } => {
  if (isOrganisation(text.trim())) return { firstName: text.trim() };
  const [beforeComma = "", ...after] = text.split(",").map((part) => part.trim());
  const afterComma = after.join(" ").trim();
  if (beforeComma !== "" && afterComma !== "" && !suffixes.has(normalise(afterComma)))
    return { firstName: afterComma, lastName: beforeComma };
  const parts = splitWhitespace(beforeComma === "" ? afterComma : beforeComma);
  while (parts.length > 1 && titles.has(normalise(parts[0] ?? ""))) parts.shift();
  let suffix = beforeComma !== "" ? afterComma : "";
  if (parts.length > 2 && suffixes.has(normalise(parts.at(-1) ?? ""))) suffix = parts.pop() ?? "";
  const units = splitUnits(parts.join(" "));
  const count = countSurnames(units);
  const firstName = units.slice(0, units.length - count).join(" ");
  const lastName = [...units.slice(units.length - count), suffix].filter((part) => part !== "").join(" ");
  return {
    ...(firstName === "" ? {} : { firstName }),
    ...(count < 1 || lastName === "" ? {} : { lastName }),
  };
};
