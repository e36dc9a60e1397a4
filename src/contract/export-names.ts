import * as z from "zod";
import { languages } from "#domain/language.ts";

/** How an exported table names its columns and values. */
export const exportNames = {
  /** Words of a language, or the names that the API has. Programs get the latter unless they ask for words. */
  names: z.enum(["words", "machine"]).optional(),
  /** The language of the words; that of the user where it is left out. */
  language: z.enum(languages).optional(),
};
