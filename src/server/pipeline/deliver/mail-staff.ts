import { type StaffMailer, sendStaffMail } from "#server/connectors/messaging/staff-mail.ts";
import { newId } from "#server/db/id.ts";
import type { Log } from "#server/log.ts";
import type { Messaging } from "./messengers.ts";

type StaffMailerOptions = {
  messaging: Messaging;
  business: () => Promise<{ values: Record<string, string> }>;
  log: Log;
};

/** Sends to colleagues through the connected mail account. The outcome is known at once, because nothing is queued. */
export const createStaffMailer =
  ({ messaging, business, log }: StaffMailerOptions): StaffMailer =>
  async (mail) => {
    const [carrier] = await messaging.messengersFor("email");
    const account = carrier && (await messaging.open(carrier.messenger.id));
    if (!account) return "none";
    const { values } = await business();
    const message = { ...mail, id: newId(), business: values.company_name ?? null };
    try {
      const isTaken = await sendStaffMail(account.messenger, account.context, message);
      if (!isTaken) return "failed";
      return account.isSimulated ? "simulated" : "sent";
    } catch (error) {
      log.warn({ error }, "An e-mail to a colleague could not be sent");
      return "failed";
    }
  };
