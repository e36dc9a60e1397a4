import type { CallerPersona } from "./persona.ts";
import { englishPersonas } from "./personas-en.ts";
import { spanishPersonas } from "./personas-es.ts";

export const personas: readonly CallerPersona[] = [...englishPersonas, ...spanishPersonas];

export const findPersona = (id: string): CallerPersona | undefined =>
  personas.find((persona) => persona.id === id);
