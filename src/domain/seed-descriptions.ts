/** Descriptions that the product writes itself. They are stored in English, and shown in the reader's language. */
export const seedDescriptions = {
  inboundMessages: "What customers write",
  inboundCalls: "Calls from customers, and what they said",
  vendorLeads: "Leads from the forms of the provider",
  formSubmissions: "Submissions of a form",
  websiteForm: "Quote requests and visits on soldeleste.example",
  facebookLeads: "Leads from the campaigns “Techo solar” and “Never without power”",
  automations: "Appointments, reviews and the mailing list, as n8n passes them on",
  outageAlerts: "Neighborhoods that lost power, to offer a battery there",
  salesInbox: "What arrives at ventas@soldeleste.example",
  partnerReferrals: "Referrals of roofing partners, fetched every five minutes",
  ruleForm: "Thanks everyone who fills in the form and asks when to call",
  ruleQuote: "Sends the estimate and asks for a time to visit",
  ruleAppointment: "Confirms an appointment by SMS, unless the consent is missing",
  ruleCall: "The assistant calls and asks the first questions",
  ruleComplaint: "An automated call that offers to speak with a human agent",
  ruleNewsletter: "Paused while the sender’s domain is moved",
  ruleVisit: "Thanks for the visit, asks again after five days, and gives the team a task before it ends",
  ruleIntent: "Leads who become ready to buy get an SMS within a minute",
} as const;
export type SeedDescription = keyof typeof seedDescriptions;

const ids = new Map<string, SeedDescription>(
  (Object.keys(seedDescriptions) as SeedDescription[]).map((id) => [seedDescriptions[id], id]),
);
/** Stored by earlier versions, for messages and calls alike. */
ids.set("What people write to us", "inboundMessages");

/** Which of them a stored description is; undefined once it was edited. */
export const findSeedDescription = (stored: string): SeedDescription | undefined => ids.get(stored);
