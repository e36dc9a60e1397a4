/** A property of HubSpot's contacts, as its API describes it. */
export type HubspotProperty = {
  name: string;
  label: string;
  type: string;
  fieldType: string;
  groupName: string;
  options: { label: string; value: string; displayOrder: number; hidden: boolean }[];
  hasUniqueValue: boolean;
  calculated: boolean;
  hidden: boolean;
  modificationMetadata: { readOnlyValue: boolean; readOnlyDefinition: boolean; archivable: boolean };
};

export const makeProperty = (
  name: string,
  label: string,
  type: string,
  fieldType: string,
  more: { options?: string[]; isReadOnly?: boolean; isUnique?: boolean; isCustom?: boolean } = {},
): HubspotProperty => ({
  name,
  label,
  type,
  fieldType,
  groupName: "contactinformation",
  options: (more.options ?? []).map((value, displayOrder) => ({
    label: value,
    value,
    displayOrder,
    hidden: false,
  })),
  hasUniqueValue: more.isUnique ?? false,
  calculated: false,
  hidden: false,
  modificationMetadata: {
    readOnlyValue: more.isReadOnly ?? false,
    readOnlyDefinition: !more.isCustom,
    archivable: more.isCustom ?? false,
  },
});

export const standardProperties = (): HubspotProperty[] => [
  makeProperty("email", "Email", "string", "text"),
  makeProperty("firstname", "First Name", "string", "text"),
  makeProperty("lastname", "Last Name", "string", "text"),
  makeProperty("phone", "Phone Number", "string", "phonenumber"),
  makeProperty("city", "City", "string", "text"),
  makeProperty("state", "State/Region", "string", "text"),
  makeProperty("zip", "Postal Code", "string", "text"),
  makeProperty("company", "Company Name", "string", "text"),
  makeProperty("jobtitle", "Job Title", "string", "text"),
  makeProperty("hs_language", "Preferred language", "enumeration", "select", { options: ["en", "es", "fr"] }),
  makeProperty("lifecyclestage", "Lifecycle Stage", "enumeration", "radio", {
    options: ["subscriber", "lead", "marketingqualifiedlead", "opportunity", "customer"],
  }),
  makeProperty("hs_email_optout", "Unsubscribed from all email", "bool", "booleancheckbox", {
    isReadOnly: true,
  }),
  makeProperty("createdate", "Create Date", "datetime", "date", { isReadOnly: true }),
  makeProperty("lastmodifieddate", "Last Modified Date", "datetime", "date", { isReadOnly: true }),
  makeProperty("hs_object_id", "Record ID", "number", "number", { isReadOnly: true }),
];

/** What HubSpot says of a value that a property cannot have; undefined where it can. */
export const refuseValue = (
  property: HubspotProperty | undefined,
  name: string,
  value: string,
): { message: string; error: string } | undefined => {
  if (!property) return { message: `Property "${name}" does not exist`, error: "PROPERTY_DOESNT_EXIST" };
  if (property.modificationMetadata.readOnlyValue)
    return {
      message: `"${name}" is a read only property; its value cannot be set.`,
      error: "READ_ONLY_VALUE",
    };
  if (value === "") return undefined;
  if (property.type === "number" && !Number.isFinite(Number(value)))
    return { message: `${value} was not a valid number.`, error: "INVALID_INTEGER" };
  if (property.type === "enumeration" && property.fieldType !== "checkbox") {
    const options = property.options.map((option) => option.value);
    const isYesNo = property.fieldType === "booleancheckbox" && /^(?:true|false)$/.test(value);
    if (!isYesNo && !options.includes(value))
      return {
        message: `${value} was not one of the allowed options: ${options.join(", ")}`,
        error: "INVALID_OPTION",
      };
  }
  if (property.type === "date" && !/^\d{4}-\d{2}-\d{2}$/.test(value) && !/^\d{10,13}$/.test(value))
    return { message: `${value} was not a valid date.`, error: "INVALID_DATE" };
  if (name === "email" && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value))
    return { message: `Email address ${value} is invalid`, error: "INVALID_EMAIL" };
  return undefined;
};
