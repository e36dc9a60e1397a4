import { airtablePeople } from "./airtable-people.ts";
import { gohighlevelPeople } from "./gohighlevel-people.ts";
import { googleSheetsPeople } from "./google-sheets-people.ts";
import { hubspotPeople } from "./hubspot-people.ts";
import { mailchimpPeople } from "./mailchimp-people.ts";
import type { PeopleVendor } from "./people-vendor.ts";
import { pipedrivePeople } from "./pipedrive-people.ts";
import { salesforcePeople } from "./salesforce-people.ts";
import { sendgridPeople } from "./sendgrid-people.ts";
import { zohoPeople } from "./zoho-people.ts";

/** Vendors whose contacts are synced with people. To add one: its file, and a line here. */
const peopleVendors: readonly PeopleVendor[] = [
  hubspotPeople,
  salesforcePeople,
  pipedrivePeople,
  zohoPeople,
  gohighlevelPeople,
  airtablePeople,
  googleSheetsPeople,
  mailchimpPeople,
  sendgridPeople,
];

export const findPeopleVendor = (service: string): PeopleVendor | undefined =>
  peopleVendors.find(({ connector }) => connector.id === service);
