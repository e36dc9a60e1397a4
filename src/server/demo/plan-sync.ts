import { type CrmContact, type Plan, stepsOf } from "./happenings.ts";
import { islandAreaCodes } from "./names.ts";
import type { DemoPerson } from "./people.ts";
import { createRandom, shuffle } from "./random.ts";
import { hourMs } from "./steps.ts";

const zipOf: Readonly<Record<string, string>> = {
  "San Juan": "00907",
  "Vega Baja": "00693",
  Aguadilla: "00603",
  Arecibo: "00612",
  Bayamón: "00961",
  Caguas: "00725",
  Carolina: "00979",
  Cayey: "00736",
  Fajardo: "00738",
  Guaynabo: "00968",
  Humacao: "00791",
  Mayagüez: "00680",
  Ponce: "00716",
  Yauco: "00698",
};

const counts = { contacts: 46, edited: 6 };
const monthMs = 30 * 24 * hourMs;

/** What the sales team had written down in HubSpot: less than is known here, and the ZIP of some. */
const contactOf = (person: DemoPerson, index: number, now: number): CrmContact => {
  const { firstName, lastName, email, phone, town, language } = person;
  const isLacking = (every: number): boolean => index % every === 1;
  return {
    id: String(40_211 + 7 * index),
    updatedAt: now - monthMs - index * hourMs,
    values: {
      email,
      firstname: firstName,
      // A colleague has noted a second surname, which the newer values here replace.
      lastname: index % 9 === 4 ? `${lastName} Ortiz` : lastName,
      phone: isLacking(5) ? "" : phone,
      city: isLacking(3) ? "" : town,
      zip: isLacking(2) ? (zipOf[town ?? ""] ?? "") : "",
      hs_language: isLacking(4) ? "" : language,
      monthly_bill: "",
    },
  };
};

/** In the last hours the team links its people with the contacts in HubSpot, in which a colleague works on. */
export const planSync = (plan: Plan): void => {
  const today = stepsOf(plan, "today");
  const start = Math.max(0, today.length - 8);
  const yesterday = stepsOf(plan, "yesterday")[0]?.at ?? plan.midnight;
  const known = plan.people.filter(
    (person) =>
      person.email !== null &&
      islandAreaCodes.includes(person.areaCode ?? "") &&
      zipOf[person.town ?? ""] !== undefined &&
      (plan.knownAt.get(person) ?? plan.now) < yesterday,
  );
  const chosen = shuffle(known, createRandom(52_090)).slice(0, counts.contacts);
  const contacts = chosen.map((person, index) => contactOf(person, index, plan.now));
  today[start]?.happenings.push({ kind: "sync", contacts });
  const later = today.slice(start + 1, -1);
  const unknownZips = contacts.flatMap((contact, index) =>
    contact.values.zip === "" ? [{ contact, town: chosen[index]?.town ?? "" }] : [],
  );
  for (const [index, step] of later.entries()) {
    const from = (index * counts.edited) / later.length;
    const edited = unknownZips.slice(Math.ceil(from), Math.ceil(from + counts.edited / later.length));
    const values = edited.map(({ contact: { id }, town }) => ({ id, values: { zip: zipOf[town] ?? "" } }));
    if (values.length > 0) step.happenings.push({ kind: "crm_edits", edits: values });
  }
  // The simulator does not know these contacts, so the sync does not go on by itself.
  today.at(-1)?.happenings.push({ kind: "sync_paused" });
};
