import * as z from "zod";

export const languages = ["en", "es"] as const;
export type Language = (typeof languages)[number];
export const language = z.enum(languages);
export const defaultLanguage: Language = "en";
