import type { templatesApi } from "#contract/templates.ts";
import { simulationOf } from "#domain/messages/simulation.ts";
import { toSubmission } from "#domain/messages/template-approval.ts";
import { variableSample } from "#domain/messages/variables.ts";
import { findTemplateById, findVendorTemplateId, saveSubmission } from "#server/store/delivery/templates.ts";
import type { Handler } from "./handler.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

const noReview = {
  en: "Connect WhatsApp at Meta first. With other providers, submit the template in their dashboard and enter its name here",
  es: "Primero conecte WhatsApp con Meta. Con otros proveedores, envíe la plantilla a revisión en su panel e ingrese aquí su nombre",
};

/** The vendor is asked outside of a transaction; what was edited meanwhile shows as changed since. */
export const submit: Handler<(typeof templatesApi)["submit"]> = async ({
  input: { params },
  actor,
  services,
  ...call
}) => {
  const { database, messaging, simulation, write } = services;
  const template = await findTemplateById(database.db, params.id);
  if (!template) throw new Problem("not_found");
  const words = requestLanguage(call);
  const [carrier] = template.channel === "whatsapp" ? await messaging.messengersFor("whatsapp") : [];
  const opened = carrier && (await messaging.open(carrier.messenger.id));
  // Outside the demo, the word of a simulator would be taken for that of WhatsApp once a real account is connected.
  const isTest = opened && simulationOf(opened.isSimulated, await simulation()) === "test";
  if (!opened?.messenger.submitTemplate || isTest)
    throw new Problem("template_not_submitted", { message: noReview[words] });
  const { name, language, category, body } = template;
  const outcome = await opened.messenger.submitTemplate(opened.context, {
    ...{ name, language, category },
    ...toSubmission(body, (variable) => variableSample(variable, language)),
    vendorId: await findVendorTemplateId(database.db, params.id),
  });
  if (!outcome.ok) throw new Problem("template_not_submitted", { message: outcome.message[words] });
  return write(actor, async ({ tx, audit, touch }) => {
    const after = await saveSubmission(tx, params.id, { ...outcome, body });
    if (!after) throw new Problem("not_found");
    audit({
      eventType: "data_change",
      entityType: "template",
      entityId: params.id,
      details: { kind: "template_submitted", name: after.title, language },
    });
    touch("rules");
    return after;
  });
};
