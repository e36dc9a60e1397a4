import { foldText } from "./audience/fold-text.ts";

/**
 * The municipalities of each region of the utility, as its district offices serve them. It publishes outages by region
 * only; along the borders of regions some feeders cross over, so a map of them is an approximation.
 */
const municipalitiesByRegion: Record<string, string> = {
  Arecibo: "Arecibo,Barceloneta,Camuy,Ciales,Florida,Hatillo,Jayuya,Lares,Manatí,Quebradillas,Utuado",
  Bayamón: "Bayamón,Cataño,Corozal,Dorado,Morovis,Naranjito,Toa Alta,Toa Baja,Vega Alta,Vega Baja",
  Caguas:
    "Aguas Buenas,Aibonito,Barranquitas,Caguas,Cayey,Cidra,Comerío,Gurabo,Humacao,Juncos,Las Piedras,Maunabo,Naguabo,Orocovis,San Lorenzo,Yabucoa",
  Carolina: "Canóvanas,Carolina,Ceiba,Culebra,Fajardo,Loíza,Luquillo,Río Grande,Vieques",
  Mayagüez:
    "Aguada,Aguadilla,Añasco,Cabo Rojo,Hormigueros,Isabela,Lajas,Las Marías,Maricao,Mayagüez,Moca,Rincón,Sabana Grande,San Germán,San Sebastián",
  Ponce:
    "Adjuntas,Arroyo,Coamo,Guánica,Guayama,Guayanilla,Juana Díaz,Patillas,Peñuelas,Ponce,Salinas,Santa Isabel,Villalba,Yauco",
  "San Juan": "Guaynabo,San Juan,Trujillo Alto",
};

/** The utility writes its regions without accents. */
const fold = (name: string): string => foldText(name.trim());

const regionByMunicipality = new Map(
  Object.entries(municipalitiesByRegion).flatMap(([region, names]) =>
    names.split(",").map((name): [string, string] => [fold(name), fold(region)]),
  ),
);

/** The entry of the region that serves a municipality. */
export const regionServing = <T extends { name: string }>(
  regions: readonly T[],
  municipality: string,
): T | undefined => {
  const region = regionByMunicipality.get(fold(municipality));
  return region === undefined ? undefined : regions.find(({ name }) => fold(name) === region);
};

/** The name of a region with its accents; an unknown region keeps the name that the utility gives it. */
export const spellRegion = (name: string): string =>
  Object.keys(municipalitiesByRegion).find((region) => fold(region) === fold(name)) ?? name;

/** The municipalities of a region by its name with accents; none of an unknown region. */
export const municipalitiesOf = (region: string): readonly string[] =>
  Object.hasOwn(municipalitiesByRegion, region) ? (municipalitiesByRegion[region] ?? "").split(",") : [];
