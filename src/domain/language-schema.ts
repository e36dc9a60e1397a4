import * as z from "zod";
import { languages } from "./language.ts";

/** In a file of its own, because the first page of the web needs the languages without Zod. */
export const language = z.enum(languages);
