/** A raw message with the endpoints it is addressed to. */
export type IncomingMail = {
  raw: Buffer;
  recipients: { endpointId: string; address: string }[];
  envelope: MailEnvelope;
};

export type MailEnvelope = {
  /** Empty for delivery reports; null when unknown, as for messages read from a mailbox. */
  from: string | null;
  to: string[];
  /** IP address of the sending server. */
  peer: string | null;
};
