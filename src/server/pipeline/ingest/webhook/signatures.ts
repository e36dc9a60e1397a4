import type { SignaturePreset } from "#domain/ingestion/settings.ts";
import { generic } from "./signatures/generic.ts";
import { github } from "./signatures/github.ts";
import { hubspot } from "./signatures/hubspot.ts";
import { meta } from "./signatures/meta.ts";
import { shopify } from "./signatures/shopify.ts";
import { slack } from "./signatures/slack.ts";
import { standardWebhooks } from "./signatures/standard-webhooks.ts";
import { stripe } from "./signatures/stripe.ts";
import { twilio } from "./signatures/twilio.ts";
import type { SignatureScheme } from "./verification.ts";

export const signatures: Record<SignaturePreset, SignatureScheme> = {
  generic,
  standard_webhooks: standardWebhooks,
  stripe,
  github,
  meta,
  shopify,
  twilio,
  hubspot,
  slack,
};
