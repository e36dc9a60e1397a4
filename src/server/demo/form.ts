import { type LeadFormInput, leadFormInput } from "#domain/forms/lead-form.ts";
import type { PostedValues } from "#domain/forms/read-submission.ts";
import { type Plan, pickWords, type ScriptStep, stepsOf } from "./happenings.ts";
import { createRandom } from "./random.ts";
import { formWords } from "./texts.ts";

export const demoForm: LeadFormInput = leadFormInput.parse({
  name: "Free visit",
  slug: "free-visit",
  fields: [
    { name: "firstName", required: true },
    { name: "lastName" },
    { name: "email", required: true },
    { name: "phone" },
    { name: "message" },
  ],
  title: { en: "Ask for a free visit", es: "Pida una visita gratis" },
  intro: {
    en: "An advisor looks at your roof and leaves you a written estimate.",
    es: "Un asesor ve su techo y le deja un estimado por escrito.",
  },
  button: { en: "Ask for a visit", es: "Pedir la visita" },
  thanks: { en: "Thank you. We call you within a day.", es: "Gracias. Le llamamos en un día." },
  consents: [
    {
      channel: "email",
      text: {
        en: "Sol del Este may send me news and offers by e-mail.",
        es: "Sol del Este me puede enviar noticias y ofertas por correo electrónico.",
      },
    },
  ],
});

const submissions = 14;

/** People who are known already fill in the form of the website, a few of them today. */
export const planForm = (plan: Plan): void => {
  const random = createRandom(77_003);
  const today = stepsOf(plan, "today").slice(0, -4);
  const steps: ScriptStep[] = [...stepsOf(plan, "past").slice(-12), ...stepsOf(plan, "yesterday"), ...today];
  const people = plan.people.filter(({ email, isActive }) => email !== null && isActive);
  for (let index = 0; index < submissions; index++) {
    const step = steps[Math.floor((index * steps.length) / submissions)] as ScriptStep;
    const known = people.filter((person) => (plan.knownAt.get(person) ?? plan.now) < step.at);
    const person = random.pick(known);
    const message = pickWords(plan, person, formWords, random);
    const { firstName, lastName, email, phone, language } = person;
    const posted: PostedValues = {
      ...{ firstName, lastName, email: email ?? "" },
      ...(phone ? { phone } : {}),
      ...(message ? { message } : {}),
      ...(random.unit() < 0.7 ? { "consent.email": "yes" } : {}),
    };
    step.happenings.push({ kind: "form", language, posted });
  }
};
