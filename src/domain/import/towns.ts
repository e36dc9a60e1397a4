import { foldedLookup, foldHeader } from "./fold-header.ts";

/** The municipalities of Puerto Rico as they are written. */
const municipalities =
  `Adjuntas,Aguada,Aguadilla,Aguas Buenas,Aibonito,Añasco,Arecibo,Arroyo,Barceloneta,Barranquitas,
Bayamón,Cabo Rojo,Caguas,Camuy,Canóvanas,Carolina,Cataño,Cayey,Ceiba,Ciales,Cidra,Coamo,Comerío,Corozal,Culebra,Dorado,
Fajardo,Florida,Guánica,Guayama,Guayanilla,Guaynabo,Gurabo,Hatillo,Hormigueros,Humacao,Isabela,Jayuya,Juana Díaz,Juncos,
Lajas,Lares,Las Marías,Las Piedras,Loíza,Luquillo,Manatí,Maricao,Maunabo,Mayagüez,Moca,Morovis,Naguabo,Naranjito,
Orocovis,Patillas,Peñuelas,Ponce,Quebradillas,Rincón,Río Grande,Sabana Grande,Salinas,San Germán,San Juan,San Lorenzo,
San Sebastián,Santa Isabel,Toa Alta,Toa Baja,Trujillo Alto,Utuado,Vega Alta,Vega Baja,Vieques,Villalba,Yabucoa,Yauco`
    .split(",")
    .map((name) => name.trim());

const findTown = foldedLookup(new Map(municipalities.map((name) => [foldHeader(name), name])));

/** "BAYAMON" is Bayamón; undefined where the text is right or no town of Puerto Rico. */
export const mendTown = (text: string): string | undefined => {
  const town = findTown(text);
  return town === undefined || town === text ? undefined : town;
};

export const isKnownTown = (text: string): boolean => findTown(text) !== undefined;
