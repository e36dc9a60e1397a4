const words = (text: string): string[] => text.trim().split(/\s+/);

/** Without accents and case, as names are compared. */
const bare = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll(".", "");

/** Words that belong to the name that follows them. */
const particles = new Set(
  words("de del la las los el y e da do dos das di du van von der den ter ten le san santa al bin ibn st"),
);
const titles = new Set(words("sr sra srta dr dra mr mrs ms miss mx lcdo lcda lic ing prof rev dona"));
const suffixes = new Set(words("jr sr ii iii iv md phd esq cpa dds rn mba"));

/** Surnames that are common in Puerto Rico and Latin America; the ones in -ez need not be listed. */
const surnames = new Set(
  words(`acevedo acosta agosto aguilar alicea almodovar aponte arroyo avila ayala baez batista bermudez berrios
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
/** Given names that often stand second. */
const givenNames = new Set(
  words(`adriana alberto alejandra alejandro alexandra alfonso alfredo alicia alonso ana andrea andres angel
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
const devotion =
  /^(del (carmen|pilar|mar|rosario|valle|rocio|socorro)|de (los angeles|lourdes|fatima|la caridad|las mercedes|guadalupe|la luz|la paz))$/;
const isGivenName = (unit: string): boolean =>
  unit.includes(" ") ? devotion.test(bare(unit)) : givenNames.has(bare(unit));
const soundsLikeSurname = (unit: string): boolean => {
  if (unit.includes(" ")) return !devotion.test(bare(unit));
  return surnames.has(bare(unit)) || (/[^aeiou]ez$/.test(bare(unit)) && unit.length > 4);
};
const isInitial = (unit: string): boolean => /^\p{L}\.?$/u.test(unit);

/** Names with what belongs to them: "María", "del Carmen", "Rivera". */
const unitsOf = (text: string): string[] => {
  const units: string[] = [];
  let open: string[] = [];
  for (const word of words(text)) {
    open.push(word);
    if (particles.has(bare(word)) && units.length > 0) continue;
    units.push(open.join(" "));
    open = [];
  }
  return open.length > 0 ? [...units, open.join(" ")] : units;
};

/** How many of the last units are surnames. */
const surnameCount = (units: string[]): number => {
  if (units.length < 3) return units.length - 1;
  const before = units.at(-2) ?? "";
  if (isInitial(before)) return 1;
  if (units.length > 3) return isGivenName(before) && !soundsLikeSurname(before) ? 1 : 2;
  // Three: "Ana Rivera Ortiz" has two surnames, "José Luis Rivera" and "Mary Beth Jones" have one.
  if (isGivenName(before) && !soundsLikeSurname(before)) return 1;
  return soundsLikeSurname(before) ? 2 : 1;
};

/** A whole name in two, in the Spanish way (two surnames) where it is Spanish. */
export const splitFullName = (text: string): { firstName?: string; lastName?: string } => {
  const [before = "", ...after] = text.split(",").map((part) => part.trim());
  const behind = after.join(" ").trim();
  if (before !== "" && behind !== "" && !suffixes.has(bare(behind)))
    return { firstName: behind, lastName: before };
  const all = words(before === "" ? behind : before);
  while (all.length > 1 && titles.has(bare(all[0] ?? ""))) all.shift();
  let suffix = before !== "" ? behind : "";
  if (all.length > 2 && suffixes.has(bare(all.at(-1) ?? ""))) suffix = all.pop() ?? "";
  const units = unitsOf(all.join(" "));
  const count = surnameCount(units);
  const firstName = units.slice(0, units.length - count).join(" ");
  const lastName = [...units.slice(units.length - count), suffix].filter((part) => part !== "").join(" ");
  return {
    ...(firstName === "" ? {} : { firstName }),
    ...(count < 1 || lastName === "" ? {} : { lastName }),
  };
};
