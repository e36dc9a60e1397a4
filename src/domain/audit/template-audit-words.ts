import type { Language } from "#domain/language.ts";
import type { TemplateReviewState } from "#domain/messages/template-approval.ts";
import { languageLabels } from "#domain/texts/value-labels.ts";
import type { AuditWords } from "./audit-words.ts";

type TemplateKind = "template_draft" | "template_submitted" | "template_reviewed";

const reviews: Record<Language, Record<TemplateReviewState, string>> = {
  en: { pending: "reviews", approved: "approved", rejected: "rejected", paused: "paused" },
  es: { pending: "revisa", approved: "aprobó", rejected: "rechazó", paused: "pausó" },
};

const withReason = (reason: string | null): string => (reason === null ? "" : `: ${reason}`);

const drafts = {
  en: { saved: "Saved", discarded: "Discarded" },
  es: { saved: "Guardó", discarded: "Descartó" },
} as const;

/** What happens to drafts of templates, and to templates at WhatsApp. */
export const templateAuditWords: Record<Language, Pick<AuditWords, TemplateKind>> = {
  en: {
    template_draft: ({ name, language, state }) =>
      `${drafts.en[state]} a draft of the template “${name}” (${languageLabels[language].en})`,
    template_submitted: ({ name, language }) =>
      `Submitted the template “${name}” (${languageLabels[language].en}) to WhatsApp`,
    template_reviewed: ({ name, state, reason }) =>
      `WhatsApp ${reviews.en[state]} the template “${name}”${withReason(reason)}`,
  },
  es: {
    template_draft: ({ name, language, state }) =>
      `${drafts.es[state]} un borrador de la plantilla «${name}» (${languageLabels[language].es.toLowerCase()})`,
    template_submitted: ({ name, language }) =>
      `Envió a WhatsApp la plantilla «${name}» (${languageLabels[language].es.toLowerCase()}) para su revisión`,
    template_reviewed: ({ name, state, reason }) =>
      `WhatsApp ${reviews.es[state]} la plantilla «${name}»${withReason(reason)}`,
  },
};
