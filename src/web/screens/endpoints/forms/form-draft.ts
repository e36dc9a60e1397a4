import type { LeadForm } from "#contract/forms.ts";
import type { LeadFormInput } from "#domain/forms/lead-form.ts";

/** A form while it is edited; lists of texts are lines. */
export type FormDraft = Omit<LeadFormInput, "origins" | "tags"> & { origins: string; tags: string };

export const newDraft: FormDraft = {
  name: "",
  slug: "",
  active: true,
  fields: [
    { name: "firstName", required: true },
    { name: "email", required: true },
    { name: "phone", required: false },
    { name: "message", required: false },
  ],
  title: { en: "Talk to us", es: "Hable con nosotros" },
  intro: {
    en: "Tell us what you need and we will get back to you.",
    es: "Díganos qué necesita y le contestamos.",
  },
  button: { en: "Send", es: "Enviar" },
  thanks: { en: "Thank you. We will be in touch soon.", es: "Gracias. Le contactaremos pronto." },
  consents: [
    {
      channel: "email",
      text: {
        en: "I agree to receive news and offers by e-mail. I can unsubscribe at any time.",
        es: "Acepto recibir noticias y ofertas por correo electrónico. Puedo darme de baja cuando quiera.",
      },
    },
  ],
  origins: "",
  tags: "",
};

export const toDraft = (form: LeadForm): FormDraft => ({
  name: form.name,
  slug: form.slug,
  active: form.active,
  fields: form.fields,
  title: form.title,
  intro: form.intro,
  button: form.button,
  thanks: form.thanks,
  consents: form.consents,
  origins: form.origins.join("\n"),
  tags: form.tags.join(", "),
});

const parts = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((part) => part.trim())
    .filter((part) => part !== "");

export const fromDraft = (draft: FormDraft): LeadFormInput => ({
  ...draft,
  origins: parts(draft.origins),
  tags: draft.tags
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== ""),
});

/** The address that a name suggests. */
export const suggestSlug = (name: string): string =>
  name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 60);
