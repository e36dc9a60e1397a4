import type { Messenger } from "./messenger.ts";
import { sendgridEmail } from "./sendgrid-email.ts";
import { smtpEmail } from "./smtp.ts";
import { twilioCall } from "./twilio-call.ts";
import { twilioSms } from "./twilio-sms.ts";
import { twilioWhatsapp } from "./twilio-whatsapp.ts";
import { whatsapp360dialog } from "./whatsapp-360dialog.ts";
import { whatsappMeta } from "./whatsapp-meta.ts";
import { whatsappWati } from "./whatsapp-wati.ts";
import { xDirectMessages } from "./x-direct-messages.ts";

/** In the order in which they are tried. To add one: its file, and a line here. */
export const messengers: readonly Messenger[] = [
  twilioSms,
  whatsappMeta,
  whatsapp360dialog,
  whatsappWati,
  twilioWhatsapp,
  twilioCall,
  smtpEmail,
  sendgridEmail,
  xDirectMessages,
];
