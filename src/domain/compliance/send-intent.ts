import type { Channel } from "#domain/channels/channel.ts";
import type { TemplateCategory } from "#domain/messages/template-category.ts";

/**
 * `service` answers a request; `confirmation` is the one message that may follow an opt-out; `opt_in` asks the visitor
 * of a form to confirm their address; `safety` tells who wrote of danger, minutes ago, where help is.
 */
export type SendPurpose = "marketing" | "service" | "confirmation" | "opt_in" | "safety";

/** A message that is to be sent, as the gate sees it. */
export type SendIntent = {
  personId: string;
  channel: Channel;
  purpose: SendPurpose;
  content: "freeform" | "template";
  /** The vendor's name of the template that may replace free text where the channel does not allow free text. */
  template: string | null;
  approvedTemplate?: boolean;
  /** The category under which WhatsApp approved the template; marketing unless it says otherwise. */
  templateCategory?: TemplateCategory;
  /** Null for a message that an operator sends. */
  ruleId: string | null;
  /** A user wrote it or asked for it. */
  isByHand?: boolean;
  /** Its words, equal for equal words, go to the person once in so many hours by its rule; null where that is not limited. */
  repeatLimit: { words: string; hours: number } | null;
};

type SendRequest = {
  personId: string;
  channel: Channel;
  /** Marketing unless it says otherwise, the strictest of the three. */
  purpose?: SendPurpose | undefined;
  ruleId: string | null;
  /** The name under which the channel's operator approved the template; null where there is none. */
  approvedTemplateName: string | null;
  templateCategory?: TemplateCategory | undefined;
  isByHand?: boolean;
  repeatLimit: SendIntent["repeatLimit"];
};

export const buildSendIntent = ({
  personId,
  channel,
  purpose = "marketing",
  ruleId,
  approvedTemplateName,
  templateCategory = "marketing",
  isByHand = false,
  repeatLimit,
}: SendRequest): SendIntent => ({
  personId,
  channel,
  purpose,
  content: "freeform",
  template: approvedTemplateName,
  approvedTemplate: approvedTemplateName !== null && approvedTemplateName !== "",
  templateCategory,
  ruleId,
  isByHand,
  repeatLimit,
});
