/** An e-mail as its recipient's server keeps it. */
export type KeptMail = {
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

export type Mails = {
  keep: (mail: KeptMail) => void;
  find: (id: string) => KeptMail | undefined;
  latestTo: (recipient: string) => KeptMail | undefined;
};

const capacity = 1000;

export const createMails = (): Mails => {
  const mails = new Map<string, KeptMail>();
  return {
    keep: (mail) => {
      mails.set(mail.id, mail);
      if (mails.size > capacity) mails.delete(mails.keys().next().value ?? "");
    },
    find: (id) => mails.get(id),
    latestTo: (recipient) =>
      [...mails.values()].findLast((mail) => mail.recipient.toLowerCase() === recipient.toLowerCase()),
  };
};
