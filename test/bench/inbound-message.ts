import { createHmac } from "node:crypto";
import { twilioToken } from "./workspace.ts";

let sent = 0;

/** A message that Twilio reports, from this number. Returns the status of the answer. */
export const reportMessage = async (faroUrl: string, from: string): Promise<number> => {
  sent += 1;
  const url = `${faroUrl}/hooks/vendors/twilio-sms`;
  const fields = {
    Body: `¿Cuánto cuesta el plan número ${sent}?`,
    From: from,
    MessageSid: `SM${String(sent).padStart(32, "0")}`,
    SmsStatus: "received",
    To: "+17875550100",
  };
  const signed = url + Object.entries(fields).flat().join("");
  const signature = createHmac("sha1", twilioToken).update(signed).digest("base64");
  const response = await fetch(url, {
    method: "POST",
    headers: { "x-twilio-signature": signature },
    body: new URLSearchParams(fields),
  });
  await response.arrayBuffer();
  return response.status;
};
