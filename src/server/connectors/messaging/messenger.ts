import type { IncomingHttpHeaders } from "node:http";
import type { Channel } from "#domain/channels/channel.ts";
import type { Approved } from "#domain/compliance/evaluate-gate.ts";
import type { SuppressionScope } from "#domain/compliance/suppression.ts";
import type { EmailDesign } from "#domain/email/email-design.ts";
import type { BouncedRecipient } from "#domain/mail/bounce.ts";
import type { FileTransport } from "#domain/messages/channel-files.ts";
import type { TemplateReviewState } from "#domain/messages/template-approval.ts";
import type { TemplateCategory } from "#domain/messages/template-category.ts";
import type { RecordingDeletionFailure } from "#domain/voice/recording-deletion.ts";
import type { AnyConnector, VendorContext } from "#server/connectors/connector.ts";
import type { LocalizedText } from "#server/connectors/test-result.ts";

/** A file that goes with a message. */
export type OutgoingFile = {
  filename: string;
  contentType: string;
  /** Where the vendor can fetch it for a while; null while it cannot reach us. */
  url: string | null;
  read: () => Promise<Buffer>;
};

/** The blocks of an e-mail with the values of its variables. */
export type DrawnEmail = {
  design: EmailDesign;
  values: Record<string, unknown>;
  /** Where readers load a picture; null while they cannot reach us. */
  imageUrl: (id: string) => string | null;
};

/** A message or a call that is about to be sent. */
export type OutgoingMessage = {
  actionId: string;
  channel: Channel;
  /** E.164, an e-mail address, or the address of an account. */
  to: string;
  /** Chosen by an operator; null means the connection's own sender. */
  from: string | null;
  subject: string | null;
  text: string;
  /** A template that the channel's operator approved, with the values of its placeholders in order. */
  template: { name: string; language: string; values: string[] } | null;
  language: "en" | "es";
  /** Where the vendor reports what became of the message; null while no public address is known. */
  callbackUrl: string | null;
  /** For e-mail: one-click unsubscribe. */
  unsubscribeUrl: string | null;
  /** For e-mail: receives bounces and replies and identifies the action; null while no mail is received. */
  returnAddress: string | null;
  /** Name of the business, as used in a greeting. */
  business: string | null;
  /** For calls: when the vendor hangs up; absent means its own limit. */
  maxSeconds?: number | null;
  /** Postal address of the business; absent means the connection's own. */
  businessAddress?: string | null;
  files?: readonly OutgoingFile[];
  /** An e-mail that is drawn with blocks; its `text` is the plain-text part. */
  drawn?: DrawnEmail | null;
  /** An automatic answer, which other machines must not answer. */
  isAutoReply?: boolean;
};

/** `sent`, `delivered` and `read` only move forward; `failed` is outside this order. */
export type MessageDeliveryStatus = "sent" | "delivered" | "read" | "failed";

export type SendOutcome =
  | { kind: "accepted"; providerId: string; status: MessageDeliveryStatus; price: number | null }
  /**
   * Not sent, and a retry would fail too. `optedOut`: the vendor has an opt-out of the recipient. `account`: the
   * connection itself was rejected, so another one may still send this message.
   */
  | {
      kind: "refused";
      code: string;
      message: LocalizedText;
      optedOut?: boolean;
      badAddress?: boolean;
      windowClosed?: boolean;
      account?: boolean;
    }
  /** Not sent, and may be retried. `tooFast`: the connection as a whole exceeded its rate limit. */
  | { kind: "later"; code: string; message: LocalizedText; afterMs: number | null; tooFast?: boolean }
  /** Possibly sent: it must not be sent again before a lookup or a receipt decides. */
  | { kind: "unknown"; code: string; message: LocalizedText };

/** What is known of a send of unknown outcome. `after`: the earliest time of the send. */
export type LookupQuery = {
  to: string;
  text: string;
  after: number;
  providerId: string | null;
  actionId: string;
};

export type LookupResult =
  | { kind: "found"; providerId: string; status: MessageDeliveryStatus; price: number | null }
  | { kind: "absent" }
  | { kind: "unknown" };

export type StatusUpdate = {
  kind: "status";
  providerId: string;
  /** Taken from the callback, because the provider's id may not be stored yet. */
  actionId: string | null;
  status: MessageDeliveryStatus;
  code: string | null;
  price: number | null;
  at: number;
  optedOut?: boolean;
  badAddress?: boolean;
  windowClosed?: boolean;
  /** Only for calls. May arrive later than the status it belongs to. */
  detail?: {
    /** ringing, in_progress, completed, busy, no_answer, canceled, failed. */
    status?: string;
    durationSeconds?: number;
    recordingUrl?: string;
    /** The vendor's account that placed the call. */
    account?: string;
    /** human, fax, unknown, or the kind of answering machine. */
    answeredBy?: string;
    transcript?: string;
  };
};

export type InboundMessage = {
  kind: "message";
  providerId: string;
  channel: Channel;
  from: string;
  to: string;
  text: string;
  name: string | null;
  /** The name of the account, where `from` is its id. */
  handle?: string;
  at: number;
  /** The person pressed a key or spoke during a call. The opt-out key has the text STOP. */
  gathered?: { callId: string; actionId: string | null; pressed: string | null };
  /** The vendor itself recorded an opt-out, whatever the text says. */
  optedOut?: boolean;
};

/** What became of an e-mail, or what its recipient decided, where a vendor reports it instead of a mail server. */
export type MailReport = {
  kind: "mail";
  /** The vendor's id of this report; it may be repeated. */
  reportId: string;
  providerId: string | null;
  actionId: string | null;
  address: string;
  at: number;
  content:
    | { kind: "bounce"; bounce: Omit<BouncedRecipient, "recipient"> }
    | { kind: "complaint" }
    | { kind: "unsubscribe"; scope: SuppressionScope };
};

/** What the vendor has decided about a template that was submitted. */
export type TemplateUpdate = {
  kind: "template";
  name: string;
  language: string;
  state: TemplateReviewState;
  /** The vendor's reason, as it words it. */
  reason: string | null;
  /** The category that the vendor gave it; null where it says none. */
  category: TemplateCategory | null;
};

/** One entry of a callback. */
export type VendorUpdate = StatusUpdate | InboundMessage | MailReport | TemplateUpdate;

/** A template for review. `vendorId` is that of one that the vendor has already, whose words change. */
export type TemplateSubmission = {
  name: string;
  language: "en" | "es";
  category: TemplateCategory;
  text: string;
  examples: string[];
  vendorId: string | null;
};
export type SubmissionOutcome =
  | { ok: true; vendorId: string | null; state: TemplateReviewState }
  | { ok: false; message: LocalizedText };

export type VendorCallback = {
  method: string;
  /** The URLs under which the vendor may have signed the callback. */
  urls: string[];
  headers: IncomingHttpHeaders;
  query: Record<string, unknown>;
  rawBody: Buffer;
};

/** Sends on one or more channels through one vendor. */
export type Messenger = {
  id: string;
  connector: AnyConnector;
  /** Selects among several messengers of one connector; absent means any settings. */
  supports?: (settings: Record<string, unknown>) => boolean;
  channels: readonly Channel[];
  /** Whether an administrator chose it: then it alone sends on its channels, else not at all. Absent: no choice. */
  isChosen?: (settings: Record<string, unknown>) => boolean;
  /** How it takes files; absent means not at all. */
  files?: Exclude<FileTransport, "none">;
  /** The rate limit of the connection: as configured, else the usual limit of such accounts. */
  perSecond: (settings: Record<string, unknown>) => number;
  /** Whether a send of unknown outcome may be repeated (`native`), looked up, or neither. */
  idempotency: "native" | "lookup" | "none";
  /** Only the gate makes an approved message, so nothing else can be sent. */
  send: (context: VendorContext<never>, approved: Approved<OutgoingMessage>) => Promise<SendOutcome>;
  lookUp?: (context: VendorContext<never>, query: LookupQuery) => Promise<LookupResult>;
  /** Prices of the sends in a time span by the vendor's ids. Absent where callbacks carry prices, or none exist. */
  fetchPrices?: (
    context: VendorContext<never>,
    ids: readonly string[],
    span: { from: number; to: number },
  ) => Promise<Map<string, number>>;
  /** Submits a template for review, where the vendor takes them by its API. */
  submitTemplate?: (
    context: VendorContext<never>,
    submission: TemplateSubmission,
  ) => Promise<SubmissionOutcome>;
  /** Checks with the connection's secrets that the vendor sent the callback. */
  verifyCallback: (settings: Record<string, unknown>, callback: VendorCallback) => boolean;
  /**
   * For vendors that do not sign: appended to the callback URL as `?key=`. It is derived from the connection's secret,
   * so it is never stored and changes with the secret. Null where the vendor signs.
   */
  callbackKey?: (settings: Record<string, unknown>) => string | null;
  parseCallback: (callback: VendorCallback) => VendorUpdate[];
  /** The response to a vendor that expects one, such as TwiML; absent means an empty 200. */
  respondToCallback?: (
    callback: VendorCallback,
    message: OutgoingMessage | null,
  ) => CallbackResponse | undefined;
  /** Null when the vendor no longer has the recording. */
  fetchRecording?: (context: VendorContext<never>, url: string) => Promise<Buffer | null>;
  /** The account and the id in the URL of a recording; undefined when it is no such URL. */
  parseRecordingUrl?: (url: string) => { account: string; id: string } | undefined;
  /** Deletes all recordings of a call at the vendor. What the vendor does not have counts as deleted. */
  deleteRecordings?: (context: VendorContext<never>, call: RecordedCall) => Promise<RecordingDeletionOutcome>;
};

/** A call by the vendor's ids, as far as they are known. */
export type RecordedCall = { account: string | null; providerCallId: string | null; recordingIds: string[] };

export type RecordingDeletionOutcome =
  | { kind: "deleted" }
  /** `isFinal`: another attempt would fail, too. */
  | { kind: "kept"; failure: RecordingDeletionFailure; isFinal: boolean };

export type CallbackResponse = {
  contentType: string;
  body: string;
  /** For calls: the texts spoken with this response, and the turn of the dialogue. */
  spoken?: { callId: string; turn: string; texts: string[] };
};
