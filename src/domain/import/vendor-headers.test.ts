import { describe, expect, test } from "vitest";
import { recogniseColumns } from "./recognise-columns.ts";

/**
 * Headers as well-known systems export them, each with its target. Columns without one are not imported. A colon stands
 * before the label of an address, an exclamation mark after the main one.
 */
const exportsByVendor: Record<string, string> = {
  HubSpot: `Record ID; First Name=firstName; Last Name=lastName; Email=email; Phone Number=phone;
    Mobile Phone Number=phone:mobile; Contact owner=owner; Lead Status=status; Create Date=createdAt; City=town;
    State/Region=region; Postal Code=zip; Country/Region=country; Street Address=newField; Company Name=newField;
    Unsubscribed from all email=optOut.email; Opted out of email: Marketing Information=optOut.email;
    Email Domain; Marketing contact status; Last Activity Date; Email Address Quarantined; Enrichment opt out;
    Original Source=source; Owner assigned date; HubSpot Team; Preferred language=language; Website URL`,
  "Salesforce, by field": `Id; FirstName=firstName; LastName=lastName; Salutation; Email=email; Phone=phone;
    MobilePhone=phone:mobile; HomePhone=phone:home; Fax; AssistantPhone; AssistantName; MailingStreet=newField;
    MailingCity=town; MailingState=region; MailingPostalCode=zip; MailingCountry=country; LeadSource=source;
    HasOptedOutOfEmail=optOut.email; HasOptedOutOfFax; DoNotCall=optOut.phone; OwnerId; CreatedDate=createdAt;
    LastModifiedById; EmailBouncedReason; EmailBouncedDate; Description=note; Birthdate; Company=newField`,
  "Salesforce, by label": `Lead Owner=owner; First Name=firstName; Last Name=lastName; Company / Account=newField;
    Email Opt Out=optOut.email; Do Not Call=optOut.phone; Lead Source=source; Street=newField; City=town;
    State/Province=region; Zip/Postal Code=zip; Created By; Last Modified By`,
  "Google, today": `First Name=firstName; Middle Name=middleName; Last Name=lastName; Phonetic First Name; Name Prefix;
    Name Suffix; Nickname; File As; Organization Name=newField; Organization Title; Birthday; Notes=note; Photo;
    Labels=tags; E-mail 1 - Label=label; E-mail 1 - Value=email; E-mail 2 - Label=label; E-mail 2 - Value=email;
    Phone 1 - Label=label; Phone 1 - Value=phone; Address 1 - Label; Address 1 - Street=newField;
    Address 1 - City=town; Address 1 - PO Box; Address 1 - Region=region; Address 1 - Postal Code=zip;
    Address 1 - Country=country; Website 1 - Label; Website 1 - Value`,
  "Google, before": `Name; Given Name=firstName; Additional Name=middleName; Family Name=lastName; Yomi Name;
    Group Membership=tags; E-mail 1 - Type=label; E-mail 1 - Value=email; Phone 1 - Type=label;
    Phone 1 - Value=phone; Organization 1 - Name=newField; Address 1 - City=town`,
  Outlook: `Title; First Name=firstName; Middle Name=middleName; Last Name=lastName; Suffix; Company=newField; Job Title;
    Business Street=newField; Business City=town; Business State=region; Business Postal Code=zip;
    Business Country/Region=country; Home City=town; Home State=region; Home Postal Code=zip;
    Home Country/Region=country; Assistant's Phone; Business Fax; Business Phone=phone:work; Home Fax;
    Home Phone=phone:home; Mobile Phone=phone:mobile; Pager; Primary Phone=phone!; Radio Phone; TTY/TDD Phone;
    E-mail Address=email; E-mail Type=label; E-mail Display Name; E-mail 2 Address=email; Categories=tags;
    Anniversary; Birthday; Notes=note; Web Page`,
  Zoho: `Record Id; Lead Owner=owner; Lead Owner.id; First Name=firstName; Last Name=lastName; Email=email;
    Phone=phone; Mobile=phone:mobile; Lead Source=source; Lead Status=status; Created By; Modified By;
    Created Time=createdAt; Modified Time; Email Opt Out=optOut.email; Street=newField; City=town; State=region;
    Zip Code=zip; Country=country; Description=note; Tag=tags; Unsubscribed Time=optOut.email`,
  "Mailchimp, subscribed": `Email Address=email; First Name=firstName; Last Name=lastName; Phone Number=phone;
    MEMBER_RATING; OPTIN_TIME; OPTIN_IP; CONFIRM_TIME; CONFIRM_IP; LATITUDE; LONGITUDE; GMTOFF; TIMEZONE=timezone;
    LAST_CHANGED; LEID; EUID; NOTES=note; TAGS=tags`,
  "Mailchimp, unsubscribed": `Email Address=email; First Name=firstName; UNSUB_TIME=optOut.email; UNSUB_CAMPAIGN_TITLE;
    UNSUB_CAMPAIGN_ID; UNSUB_REASON; UNSUB_REASON_OTHER`,
  Pipedrive: `Person - Name=fullName; Person - Organization=newField; Person - Email - Work=email:work;
    Person - Email - Home=email:home; Person - Phone - Work=phone:work; Person - Phone - Mobile=phone:mobile;
    Person - Owner=owner; Person - Labels=tags; Person - City=town`,
  Shopify: `Customer ID; First Name=firstName; Last Name=lastName; Email=email;
    Accepts Email Marketing=consent.email; Accepts SMS Marketing=consent.sms; Default Address Company=newField;
    Default Address Address1=newField; Default Address City=town; Default Address Province Code=region;
    Default Address Country Code=country; Default Address Zip=zip; Phone=phone; Note=note; Tags=tags`,
  "an office in Mexico": `Nombre(s)=firstName; Apellido Paterno=lastName; Apellido Materno=secondLastName; Celular=phone:mobile;
    Teléfono de casa=phone:home; Teléfono oficina=phone:work; Correo=email; País=country; Calle=newField;
    C.P.=zip; Municipio=town; Empresa=newField; Asesor asignado=owner; Fecha de alta=createdAt; Baja=dnc`,
  "an office in Colombia": `primer_nombre=firstName; segundo_nombre=middleName; primer_apellido=lastName;
    segundo_apellido=secondLastName; celular=phone:mobile; correo_electronico=email; direccion=newField;
    Ejecutivo comercial=owner; fuente=source`,
  "a county": `Owner Name=fullName; Owner Phone=phone; Property Zip=zip`,
};

const samples: Record<string, string[]> = { newField: ["Calle Sol 1"], owner: ["Bob"], Id: ["0035g00000A"] };

const parse = (text: string): { header: string; expected: string }[] =>
  text.split(";").map((part) => {
    const [header = "", expected = "skip"] = part.split("=").map((side) => side.trim());
    return { header: header.replaceAll(/\s+/g, " "), expected };
  });

describe("the columns of an export are recognised", () => {
  test.each(Object.entries(exportsByVendor))("%s", (_, text) => {
    const columns = parse(text);
    const found = recogniseColumns(
      columns.map(({ header }) => header),
      columns.map(({ header, expected }) => samples[expected] ?? samples[header] ?? []),
      { fields: [], country: "US" },
    );
    expect(
      columns.map(({ header }, index) => {
        const { target, label, isMain } = found[index]?.guess ?? {};
        return `${header} = ${target}${label ? `:${label}` : ""}${isMain ? "!" : ""}`;
      }),
    ).toEqual(columns.map(({ header, expected }) => `${header} = ${expected}`));
  });
});
