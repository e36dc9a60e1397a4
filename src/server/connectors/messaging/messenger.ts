import type { IncomingHttpHeaders } from "node:http";
import type { Channel } from "#domain/channels/channel.ts";
import type { AnyConnector, VendorContext } from "#server/connectors/connector.ts";
import type { LocalizedText } from "#server/connectors/test-result.ts";

/** A message, or a call, as it leaves. */
export type OutgoingMessage = {
  actionId: string;
  channel: Channel;
  /** E.164, or an e-mail address. */
  to: string;
  /** Chosen by an operator; absent, the connection's own. */
  from: string | null;
  subject: string | null;
  text: string;
  /** A template that the channel's operator approved, with the values of its places, in order. */
  template: { name: string; language: string; values: string[] } | null;
  language: "en" | "es";
  /** Where the vendor tells what became of it; null while no public address is known. */
  callbackUrl: string | null;
  /** For e-mail: where one click unsubscribes. */
  unsubscribeUrl: string | null;
  /** For e-mail: where what comes back about it, and answers, are known to be about it; null while nobody listens. */
  returnAddress: string | null;
  /** Who it comes from, in the words of a greeting; null while nobody has said. */
  business: string | null;
  /** The business's postal address, where it is told; the connection's own counts otherwise. */
  businessAddress?: string | null;
};

/** In the order in which they come; a message never moves backwards. `failed` and `unknown` are ends of their own. */
export const messageDeliveryStatuses = ["sent", "delivered", "read", "failed"] as const;
export type MessageDeliveryStatus = (typeof messageDeliveryStatuses)[number];

export type SendOutcome =
  | { kind: "accepted"; providerId: string; status: MessageDeliveryStatus; price: number | null }
  /**
   * It had no effect and never will: no use to try again. `optedOut`: the vendor knows that they asked for silence.
   * `account`: the connection itself was turned away, so another one may still carry this message.
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
  /** It had no effect, and may have one later. `tooFast`: not this message, but the connection has sent too much. */
  | { kind: "later"; code: string; message: LocalizedText; afterMs: number | null; tooFast?: boolean }
  /** It may have had its effect, or not: nobody may send it again before somebody knows. */
  | { kind: "unknown"; code: string; message: LocalizedText };

export type LookupResult =
  | { kind: "found"; providerId: string; status: MessageDeliveryStatus; price: number | null }
  | { kind: "absent" }
  | { kind: "unknown" };

/** What a vendor tells us by itself. */
export type VendorUpdate =
  | {
      kind: "status";
      providerId: string;
      /** Known from the address it was sent to, where the id is not known yet. */
      actionId: string | null;
      status: MessageDeliveryStatus;
      code: string | null;
      price: number | null;
      at: number;
      optedOut?: boolean;
      badAddress?: boolean;
      windowClosed?: boolean;
      /** Of calls; may come alone, after the status that it belongs to. */
      detail?: {
        /** ringing, in_progress, completed, busy, no_answer, canceled, failed. */
        status?: string;
        durationSeconds?: number;
        recordingUrl?: string;
        /** human, fax, unknown, or how a machine was heard. */
        answeredBy?: string;
        transcript?: string;
      };
    }
  | {
      kind: "message";
      providerId: string;
      channel: Channel;
      from: string;
      to: string;
      text: string;
      name: string | null;
      at: number;
      /** A key or words that answer a call's question. The key that ends all calls comes as the word STOP. */
      gathered?: { callId: string; actionId: string | null; pressed: string | null };
      /** The vendor itself took this as a wish for silence, whatever its words are. */
      optedOut?: boolean;
    };

export type VendorCallback = {
  method: string;
  /** The address as the vendor knows it; several where a port may be left out. */
  urls: string[];
  headers: IncomingHttpHeaders;
  query: Record<string, unknown>;
  sent: Buffer;
};

/** A way to send by one vendor. `idempotency`: may a request of unknown outcome be repeated, or at least looked up? */
export type Messenger = {
  id: string;
  connector: AnyConnector;
  /** Which of several adapters of one connector these settings are for; absent: any. */
  supports?: (settings: Record<string, unknown>) => boolean;
  channels: readonly Channel[];
  /** How many sends a second the vendor carries, by what is known of such accounts; their settings may say better. */
  perSecond: (settings: Record<string, unknown>) => number;
  idempotency: "native" | "lookup" | "none";
  send: (context: VendorContext<never>, outgoing: OutgoingMessage) => Promise<SendOutcome>;
  lookUp?: (
    context: VendorContext<never>,
    sent: { to: string; text: string; after: number; providerId: string | null; actionId: string },
  ) => Promise<LookupResult>;
  /** What sends of that time cost, by the vendor's ids, as far as it knows; absent where it tells prices by itself, or never. */
  fetchPrices?: (
    context: VendorContext<never>,
    ids: readonly string[],
    span: { from: number; to: number },
  ) => Promise<Map<string, number>>;
  /** Did the vendor send this? Checked against the connection's own secrets. */
  verifyCallback: (settings: Record<string, unknown>, request: VendorCallback) => boolean;
  /**
   * Vendors that sign nothing are given an address of their own, ending in `?key=` and this; it follows from the
   * connection's secret, so it is never stored, and changes with it. Null: this vendor signs.
   */
  callbackKey?: (settings: Record<string, unknown>) => string | null;
  parseCallback: (request: VendorCallback) => VendorUpdate[];
  /** What a vendor that asks for instructions (TwiML) is answered; absent: 200 and nothing. */
  respondToCallback?: (
    request: VendorCallback,
    outgoing: OutgoingMessage | null,
  ) => CallbackResponse | undefined;
  /** The sound of a call that the vendor keeps, fetched with the connection's own secrets; null when it is gone. */
  fetchRecording?: (context: VendorContext<never>, url: string) => Promise<Buffer | null>;
};

export type CallbackResponse = {
  contentType: string;
  body: string;
  /** Of a call: what it says with this, and at which point of the talk. */
  spoken?: { callId: string; turn: string; texts: string[] };
};
