import { type Language, languages } from "#domain/language.ts";
import type { BuiltInFormField } from "./lead-form.ts";
import type { SubmissionProblem } from "./read-submission.ts";

export type FormTexts = {
  labels: Record<BuiltInFormField, string>;
  problems: Record<SubmissionProblem, string>;
  other: string;
  optional: string;
  choose: string;
  yes: string;
  no: string;
  check: string;
  honeypot: string;
  closed: string;
  closedText: string;
  tooMany: string;
  tooOld: string;
  confirmSent: string;
  confirmTitle: string;
  confirmAsk: (business: string) => string;
  confirmButton: string;
  confirmed: string;
  confirmedText: string;
  expired: string;
  expiredText: string;
};

/** Texts of the public pages; those of the form itself come from the workspace. */
export const formTexts: Record<Language, FormTexts> = {
  en: {
    labels: {
      firstName: "First name",
      lastName: "Last name",
      email: "E-mail",
      phone: "Phone",
      zip: "ZIP code",
      town: "Town",
      message: "Message",
    },
    problems: {
      required: "Fill this in",
      email: "Enter a valid e-mail address",
      phone: "Enter a valid phone number",
      too_long: "This is too long",
      not_plain: "Leave out links, phone numbers and signs such as < >",
      invalid: "Enter a valid value",
    },
    other: "Español",
    optional: "optional",
    choose: "Choose…",
    yes: "Yes",
    no: "No",
    check: "Please check the marked fields",
    honeypot: "Leave this empty",
    closed: "This form is closed",
    closedText: "It takes no answers at the moment.",
    tooMany: "Too many answers from here. Please try again in a minute.",
    tooOld: "This page was open for too long. Please send it again.",
    confirmSent:
      "We have sent you a message with a link. Please open it to confirm your address: only then may we write to you.",
    confirmTitle: "Confirm your address",
    confirmAsk: (business) => `You agreed to this in a form of ${business}:`,
    confirmButton: "Confirm",
    confirmed: "Thank you",
    confirmedText: "Your address is confirmed. You can take your consent back at any time.",
    expired: "This link is no longer valid",
    expiredText: "Links are valid for seven days. Please fill in the form again.",
  },
  es: {
    labels: {
      firstName: "Nombre",
      lastName: "Apellidos",
      email: "Correo electrónico",
      phone: "Teléfono",
      zip: "Código postal",
      town: "Pueblo",
      message: "Mensaje",
    },
    problems: {
      required: "Complete este campo",
      email: "Ingrese un correo electrónico válido",
      phone: "Ingrese un teléfono válido",
      too_long: "Esto es demasiado largo",
      not_plain: "Quite enlaces, teléfonos y signos como < >",
      invalid: "Ingrese un valor válido",
    },
    other: "English",
    optional: "opcional",
    choose: "Elija…",
    yes: "Sí",
    no: "No",
    check: "Revise los campos marcados",
    honeypot: "Deje esto en blanco",
    closed: "Este formulario está cerrado",
    closedText: "Por ahora no recibe respuestas.",
    tooMany: "Demasiadas respuestas desde aquí. Intente de nuevo en un minuto.",
    tooOld: "Esta página estuvo abierta demasiado tiempo. Envíela de nuevo.",
    confirmSent:
      "Le enviamos un mensaje con un enlace. Ábralo para confirmar su dirección: solo entonces podremos escribirle.",
    confirmTitle: "Confirme su dirección",
    confirmAsk: (business) => `Usted aceptó lo siguiente en un formulario de ${business}:`,
    confirmButton: "Confirmar",
    confirmed: "Gracias",
    confirmedText: "Su dirección quedó confirmada. Puede retirar su consentimiento cuando quiera.",
    expired: "Este enlace ya no es válido",
    expiredText: "Los enlaces son válidos por siete días. Complete el formulario de nuevo.",
  },
};

/** Stands for the link in what is stored and shown: an operator who had it could confirm in place of the person. */
const hiddenLinks: Record<Language, string> = { en: "[confirmation link]", es: "[enlace de confirmación]" };

/** The text that goes to the person. */
export const revealLink = (text: string, link: string): string => {
  const hidden = languages.map((language) => hiddenLinks[language]).find((mark) => text.includes(mark));
  const at = hidden === undefined ? -1 : text.lastIndexOf(hidden);
  return hidden === undefined ? text : text.slice(0, at) + link + text.slice(at + hidden.length);
};

/** The message that asks to confirm an address, without its link. */
export const confirmationMessage = (
  language: Language,
  business: string,
  link = hiddenLinks[language],
): { subject: string; text: string } =>
  language === "es"
    ? {
        subject: `Confirme su dirección para ${business}`,
        text: `${business}: confirme que quiere recibir nuestros mensajes: ${link} Si no llenó nuestro formulario, ignore este mensaje.`,
      }
    : {
        subject: `Confirm your address for ${business}`,
        text: `${business}: please confirm that you want our messages: ${link} If you did not fill in our form, ignore this message.`,
      };
