const splitWords = (text: string): string[] => text.trim().split(/\s+/);

/** Common first names and surnames in Puerto Rico and on the mainland. */
export const firstNames = {
  es: splitWords(`
    Adriana Alejandra Alondra Ana Andrea Ángel Antonio Benjamín Camila Carlos Carmen Christian Daniela
    David Edgardo Eduardo Elena Emilio Enrique Fabiola Félix Fernando Francisco Gabriel Gabriela Gloria
    Héctor Ignacio Irma Isabel Ismael Ivelisse Javier Jomar José Juan Julia Karen Karla Keishla Laura
    Lourdes Luis Luz Magaly Manuel María Mariana Maribel Marisol Migdalia Miguel Milagros Nelson Nilda
    Noelia Norma Omar Orlando Paola Pedro Rafael Ramón Raúl Roberto Rosa Samuel Sofía Tomás Valeria
    Víctor Wanda Wilfredo Xiomara Yadira Yaritza Zoraida`),
  en: splitWords(`
    Aaron Amanda Amy Andrew Ashley Brandon Brian Caleb Charlotte Chloe Christopher Claire Daniel Derek
    Emily Emma Eric Ethan Grace Hannah Heather Henry Ian Jacob James Jasmine Jennifer Jessica Jordan
    Joshua Justin Katherine Kevin Kyle Lauren Liam Logan Madison Marcus Matthew Megan Melissa Michael
    Michelle Nathan Nicole Noah Olivia Patrick Rachel Rebecca Ryan Samantha Sarah Sean Stephanie Steven
    Tiffany Tyler Zachary`),
};

export const surnames = {
  es: splitWords(`
    Acevedo Acosta Alicea Álvarez Aponte Arroyo Ayala Báez Berríos Bonilla Burgos Caraballo Cartagena
    Castro Cintrón Colón Cordero Correa Cruz Dávila Delgado Díaz Feliciano Fernández Figueroa Flores
    Fuentes García Gómez González Guzmán Hernández Irizarry Jiménez Lebrón López Lugo Maldonado Marrero
    Martínez Matos Medina Meléndez Méndez Mercado Miranda Molina Montañez Morales Muñiz Negrón Nieves
    Ocasio Oquendo Ortega Ortiz Otero Pabón Pacheco Padilla Pagán Pérez Quiñones Ramírez Ramos Reyes
    Ríos Rivera Robles Rodríguez Román Romero Rosado Rosario Ruiz Sánchez Santana Santiago Santos
    Serrano Soto Toro Torres Valentín Vargas Vázquez Vega Vélez Zayas`),
  en: splitWords(`
    Adams Allen Anderson Bailey Baker Bennett Brooks Brown Campbell Carter Clark Collins Cooper Cox
    Davis Edwards Evans Foster Fisher Gray Green Hall Harris Hayes Hill Howard Hughes Jackson Johnson
    Jones Kelly King Lewis Long Martin Miller Mitchell Moore Morgan Murphy Nelson Parker Peterson
    Phillips Price Reed Roberts Robinson Rogers Russell Scott Smith Stewart Sullivan Taylor Thomas
    Thompson Turner Walker Ward Watson White Williams Wilson Wood Wright Young`),
};

/**
 * Each area code has a hundred numbers that are reserved for fictional use, 555-0100 to 555-0199. Puerto Rico has only
 * two area codes: there, the numbers up to 555-0999 are used as well, of which none is given to anybody.
 */
export const islandAreaCodes = ["787", "939"];
/** Guam, the Northern Mariana Islands and American Samoa, which may be contacted while it is night in New York. */
export const pacificAreaCodes = ["671", "670", "684"];
export const mainlandAreaCodes = splitWords(`
    407 321 689 305 786 813 239 904 212 646 718 347 929 201 973 551 215 267 860 203 617 413 773 312 213
    323 310 512 214 713 404 602 206 303`);

export const towns = [
  "San Juan",
  "San Germán",
  "Vega Baja",
  ...splitWords(`
    Adjuntas Aguadilla Arecibo Barranquitas Bayamón Caguas Carolina Cayey Coamo Fajardo Guayama Guaynabo
    Humacao Isabela Juncos Lares Manatí Mayagüez Naguabo Ponce Rincón Utuado Yabucoa Yauco`),
];
