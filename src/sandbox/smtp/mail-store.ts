/** An e-mail as stored by its recipient's server. */
export type ReceivedMail = {
  id: string;
  raw: Buffer;
  /** As its sender drew it; null for a plain text. */
  html: string | null;
  /** The address for delivery reports; null when the sender wants none. */
  returnPath: string | null;
  recipient: string;
  messageId: string | null;
  subject: string;
  replyTo: string;
};

export type MailStore = {
  add: (mail: ReceivedMail) => void;
  find: (id: string) => ReceivedMail | undefined;
  latestTo: (recipient: string) => ReceivedMail | undefined;
};

const capacity = 1000;

export const createMailStore = (): MailStore => {
  const mails = new Map<string, ReceivedMail>();
  return {
    add: (mail) => {
      mails.set(mail.id, mail);
      if (mails.size > capacity) mails.delete(mails.keys().next().value ?? "");
    },
    find: (id) => mails.get(id),
    latestTo: (recipient) =>
      [...mails.values()].findLast((mail) => mail.recipient.toLowerCase() === recipient.toLowerCase()),
  };
};
