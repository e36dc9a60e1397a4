/** A message as somebody handed it over, and whose it is. */
export type IncomingMail = {
  raw: Buffer;
  recipients: { endpointId: string; address: string }[];
  envelope: MailEnvelope;
};

export type MailEnvelope = {
  /** Empty for reports; null when nobody told, as in a mailbox. */
  from: string | null;
  to: string[];
  /** The address of the machine that sent it to us. */
  peer: string | null;
};
