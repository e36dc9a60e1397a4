import { foldText } from "#domain/audience/fold-text.ts";

/** The municipalities of Puerto Rico and places whose name stands in addresses. */
const puertoRicanTowns =
  "Adjuntas,Aguada,Aguadilla,Aguas Buenas,Aibonito,Añasco,Arecibo,Arroyo,Barceloneta,Barranquitas,Bayamón,Cabo Rojo,Caguas,Camuy,Canóvanas,Carolina,Cataño,Cayey,Ceiba,Ciales,Cidra,Coamo,Comerío,Corozal,Culebra,Dorado,Fajardo,Florida,Guánica,Guayama,Guayanilla,Guaynabo,Gurabo,Hatillo,Hormigueros,Humacao,Isabela,Jayuya,Juana Díaz,Juncos,Lajas,Lares,Las Marías,Las Piedras,Loíza,Luquillo,Manatí,Maricao,Maunabo,Mayagüez,Moca,Morovis,Naguabo,Naranjito,Orocovis,Patillas,Peñuelas,Ponce,Quebradillas,Rincón,Río Grande,Sabana Grande,Salinas,San Germán,San Juan,San Lorenzo,San Sebastián,Santa Isabel,Toa Alta,Toa Baja,Trujillo Alto,Utuado,Vega Alta,Vega Baja,Vieques,Villalba,Yabucoa,Yauco,Río Piedras,Santurce,Hato Rey,Levittown,Condado".split(
    ",",
  );
const townByName = new Map(puertoRicanTowns.map((name) => [foldText(name), name]));

/** The town of Puerto Rico with this name, as it is written. */
export const puertoRicanTown = (name: string): string | undefined => townByName.get(foldText(name));
