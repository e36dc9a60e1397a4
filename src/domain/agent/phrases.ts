import type { ScriptLanguage } from "#domain/voice/script.ts";
import type { AgentPhrases } from "./agent-phrases.ts";
import { germanPhrases } from "./phrases-de.ts";
import { englishPhrases } from "./phrases-en.ts";
import { spanishPhrases } from "./phrases-es.ts";
import { frenchPhrases } from "./phrases-fr.ts";

export const agentPhrases: Record<ScriptLanguage, AgentPhrases> = {
  en: englishPhrases,
  es: spanishPhrases,
  fr: frenchPhrases,
  de: germanPhrases,
};
