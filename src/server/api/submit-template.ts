import type { templatesApi } from "#contract/templates.ts";
import { sampleShortLink, shortLinkName } from "#domain/messages/short-link.ts";
import { simulationOf } from "#domain/messages/simulation.ts";
import { toSubmission } from "#domain/messages/template-approval.ts";
import { variableSample } from "#domain/messages/variables.ts";
import {
  findTemplateById,
  findVendorTemplateId,
  saveSubmission,
  saveSubmitted,
  takeBackSubmission,
} from "#server/store/delivery/templates.ts";
import type { Handler } from "./handler.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

const noReview = {
  en: "Connect WhatsApp at Meta first. With other providers, submit the template in their dashboard and enter its name here",
  es: "Primero conecte WhatsApp con Meta. Con otros proveedores, envíe la plantilla a revisión en su panel e ingrese aquí su nombre",
};

/** What reviewers see is a sample. */
const sampleOrigin = "https://company.example";

/** The vendor is asked between two transactions; what was edited meanwhile shows as changed since. */
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
    throw new Problem("vendor_failed", { message: noReview[words] });
  const { id, name, language, category, body } = template;
  const vendorId = await findVendorTemplateId(database.db, id);
  await write(actor, async ({ tx, audit, touch }) => {
    const pending = await saveSubmission(tx, id, body);
    if (!pending) throw new Problem("not_found");
    audit({
      eventType: "data_change",
      entityType: "template",
      entityId: id,
      details: { kind: "template_submitted", name: template.title, language },
    });
    touch("rules");
  });
  const outcome = await opened.messenger.submitTemplate(opened.context, {
    ...{ name, language, category, vendorId },
    ...toSubmission(body, (variable) =>
      variable === shortLinkName ? sampleShortLink(sampleOrigin) : variableSample(variable, language),
    ),
  });
  await write(actor, async ({ tx, touch }) => {
    if (outcome.ok) await saveSubmitted(tx, id, outcome);
    else await takeBackSubmission(tx, template);
    touch("rules");
  });
  if (!outcome.ok) throw new Problem("vendor_failed", { message: outcome.message[words] });
  const after = await findTemplateById(database.db, id);
  if (!after) throw new Problem("not_found");
  return after;
};
