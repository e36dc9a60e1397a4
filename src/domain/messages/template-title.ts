import type { Language } from "#domain/language.ts";
import { seedTitles } from "./seed-titles.ts";

/** A name that rules refer to, as people read it: `appointment_reminder` is "Appointment reminder". */
export const titleOfName = (name: string): string => {
  const words = name.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The title as a reader sees it: that of a shipped template in their language, unless a user gave it another. */
export const templateTitle = (
  { name, title }: { name: string; title: string },
  language: Language,
): string =>
  title === titleOfName(name) && Object.hasOwn(seedTitles, name)
    ? (seedTitles[name]?.[language] ?? title)
    : title;

const maxNameLength = 50;

/** The name of a new template, which rules refer to; a number follows where another one has it. */
export const nameOfTitle = (title: string, taken: ReadonlySet<string>): string => {
  const plain =
    title
      .normalize("NFD")
      .replaceAll(/\p{M}/gu, "")
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "_")
      .replaceAll(/^_+|_+$/g, "")
      .slice(0, maxNameLength) || "template";
  for (let number = 1; ; number++) {
    const name = number === 1 ? plain : `${plain}_${number}`;
    if (!taken.has(name)) return name;
  }
};
