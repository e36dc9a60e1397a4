/** An e-mail as its recipient's server keeps it. */
export type ReceivedMail = {
  id: string;
  raw: Buffer;
  /** Who is told when it cannot be delivered; null for mail that wants no answer. */
  returnPath: string | null;
  recipient: string;
  messageId: string | null;
  subject: string;
  /** Where an answer goes. */
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
