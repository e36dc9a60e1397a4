/** Local parts of addresses that no human reads. */
const unreadLocalPart =
  /^(?:no[._-]?reply|do[._-]?not[._-]?reply|donotreply|no[._-]?responder|noresponder|notifications?|notificaciones|alerts?|alertas|mailer-daemon|postmaster|bounces?|bounce[+-].*|news(?:letter)?|boletin|marketing|updates?|auto(?:mated|reply|responder)?|robot|bot|system|sistema|list|lists|.*-(?:bounces|request|owner|subscribe|unsubscribe))(?:\+.*)?$/i;

/** Whether an address belongs to a machine: a no-reply sender, a mailing list or a short code. */
export const isMachineSender = (address: string | null): boolean => {
  if (address === null) return false;
  const at = address.lastIndexOf("@");
  if (at > 0) return unreadLocalPart.test(address.slice(0, at).trim());
  const digits = address.replaceAll(/\D/g, "");
  return digits.length > 0 && digits.length < 7;
};

const ownMark =
  /\b(?:respuesta automatica|automatic answer|automated (?:message|reply|response)|this is an auto(?:mated|matic)|auto-?reply|do not reply to this|no responda a este|mensaje automatico)\b/;

/** Words of machines, our own among them. */
export const soundsAutomatic = (text: string): boolean =>
  ownMark.test(text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll(/\s+/g, " "));
