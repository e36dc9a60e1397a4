/** A field of Salesforce's contacts, as its API describes it. */
export type SalesforceField = {
  name: string;
  label: string;
  type: string;
  length: number;
  nillable: boolean;
  createable: boolean;
  updateable: boolean;
  defaultedOnCreate: boolean;
  externalId: boolean;
  custom: boolean;
  picklistValues: { value: string; label: string; active: boolean; defaultValue: boolean }[];
};

const field = (
  name: string,
  label: string,
  type: string,
  more: Partial<SalesforceField> = {},
): SalesforceField => ({
  name,
  label,
  type,
  length: type === "string" || type === "email" || type === "phone" ? 80 : 0,
  nillable: true,
  createable: true,
  updateable: true,
  defaultedOnCreate: false,
  externalId: false,
  custom: name.endsWith("__c"),
  picklistValues: [],
  ...more,
});
const readOnly = { createable: false, updateable: false };

export const contactFields: readonly SalesforceField[] = [
  field("Id", "Contact ID", "id", { ...readOnly, nillable: false, defaultedOnCreate: true }),
  field("IsDeleted", "Deleted", "boolean", { ...readOnly, nillable: false, defaultedOnCreate: true }),
  field("FirstName", "First Name", "string", { length: 40 }),
  field("LastName", "Last Name", "string", { nillable: false }),
  field("Name", "Full Name", "string", { ...readOnly, nillable: false }),
  field("Email", "Email", "email"),
  field("Phone", "Business Phone", "phone", { length: 40 }),
  field("MobilePhone", "Mobile Phone", "phone", { length: 40 }),
  field("MailingCity", "Mailing City", "string", { length: 40 }),
  field("MailingState", "Mailing State/Province", "string"),
  field("MailingPostalCode", "Mailing Zip/Postal Code", "string", { length: 20 }),
  field("Title", "Title", "string", { length: 128 }),
  field("HasOptedOutOfEmail", "Email Opt Out", "boolean", { nillable: false, defaultedOnCreate: true }),
  field("DoNotCall", "Do Not Call", "boolean", { nillable: false, defaultedOnCreate: true }),
  field("LeadSource", "Lead Source", "picklist", {
    picklistValues: ["Web", "Phone Inquiry", "Partner Referral", "Other"].map((value) => ({
      value,
      label: value,
      active: true,
      defaultValue: false,
    })),
  }),
  field("Monthly_Bill__c", "Monthly bill", "currency"),
  field("Faro_Id__c", "Faro ID", "string", { length: 36, externalId: true }),
  field("CreatedDate", "Created Date", "datetime", { ...readOnly, nillable: false, defaultedOnCreate: true }),
  field("SystemModstamp", "System Modstamp", "datetime", {
    ...readOnly,
    nillable: false,
    defaultedOnCreate: true,
  }),
];

const byName = new Map(contactFields.map((one) => [one.name.toLowerCase(), one]));
export const findField = (name: string): SalesforceField | undefined => byName.get(name.toLowerCase());

export type ContactError = { statusCode: string; message: string; fields: string[] };

/** What Salesforce says of values that a contact cannot have; undefined where it can. */
export const refuseValues = (values: Record<string, unknown>, isNew: boolean): ContactError | undefined => {
  for (const [name, value] of Object.entries(values)) {
    const known = findField(name);
    if (!known)
      return {
        statusCode: "INVALID_FIELD",
        message: `No such column '${name}' on sobject of type Contact`,
        fields: [],
      };
    if (!known.updateable)
      return {
        statusCode: "INVALID_FIELD_FOR_INSERT_UPDATE",
        message: `Unable to create/update fields: ${name}. Please check the security settings of this field and verify that it is read/write for your profile or permission set.`,
        fields: [name],
      };
    if (value === null) continue;
    if (known.length > 0 && String(value).length > known.length)
      return {
        statusCode: "STRING_TOO_LONG",
        message: `${known.label}: data value too large: ${String(value)} (max length=${known.length})`,
        fields: [name],
      };
    if (known.type === "email" && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(String(value)))
      return {
        statusCode: "INVALID_EMAIL_ADDRESS",
        message: `${known.label}: invalid email address: ${String(value)}`,
        fields: [name],
      };
    if (
      (known.type === "currency" && typeof value !== "number") ||
      (known.type === "boolean" && typeof value !== "boolean")
    )
      return {
        statusCode: "JSON_PARSER_ERROR",
        message: `Cannot deserialize instance of ${known.type} from ${JSON.stringify(value)}`,
        fields: [name],
      };
  }
  const lastName = Object.entries(values).find(([name]) => name.toLowerCase() === "lastname");
  const lacksName = lastName ? !lastName[1] : isNew;
  return lacksName
    ? {
        statusCode: "REQUIRED_FIELD_MISSING",
        message: "Required fields are missing: [LastName]",
        fields: ["LastName"],
      }
    : undefined;
};
