import { auth, sheets } from "@googleapis/sheets";
import sendgridClient from "@sendgrid/client";
import Airtable from "airtable";
import { Configuration, PersonsApi } from "pipedrive/v2";

type ColleagueContact = { firstName: string; lastName: string; email: string; phone: string | null };

/** A person who works in a vendor's own interface, where the vendor has one through its own client. */
export type Colleague = {
  create: (contact: Omit<ColleagueContact, "phone">) => Promise<string>;
  rename: (id: string, lastName: string) => Promise<unknown>;
  optOut: (id: string, isOptedOut: boolean) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
  /** Every contact of the account. */
  all: () => Promise<(ColleagueContact & { id: string; isOptedOut: boolean })[]>;
  /** Whether an opt-out of ours is put back after the colleague took it away. */
  isPutBack: boolean;
  hasWebhook?: boolean;
};

const pipedrive = (sandboxUrl: string): Colleague => {
  const persons = new PersonsApi(
    new Configuration({ apiKey: "colleague", basePath: `${sandboxUrl}/pipedrive/api/v2` }),
  );
  const update = (id: string, UpdatePersonRequest: object) =>
    persons.updatePerson({ id: Number(id), UpdatePersonRequest });
  return {
    isPutBack: true,
    hasWebhook: true,
    create: async ({ firstName, lastName, email }) => {
      const { data } = await persons.addPerson({
        AddPersonRequest: { name: `${firstName} ${lastName}`, emails: [{ value: email, primary: true }] },
      });
      return String(data?.id);
    },
    rename: async (id, lastName) => {
      const { data } = await persons.getPerson({ id: Number(id) });
      await update(id, { name: `${data?.first_name} ${lastName}` });
    },
    optOut: (id, isOptedOut) => update(id, { marketing_status: isOptedOut ? "unsubscribed" : "subscribed" }),
    remove: (id) => persons.deletePerson({ id: Number(id) }),
    all: async () => {
      const { data } = await persons.getPersons({ limit: 500 });
      return (data ?? []).map((person) => ({
        id: String(person.id),
        firstName: person.first_name ?? "",
        lastName: person.last_name ?? "",
        email: person.emails?.[0]?.value ?? "",
        phone: person.phones?.[0]?.value ?? null,
        isOptedOut: (person as { marketing_status?: string }).marketing_status === "unsubscribed",
      }));
    },
  };
};

const json = async (url: string, init: RequestInit & { json?: unknown } = {}): Promise<any> => {
  const { json: body, headers, ...rest } = init;
  const response = await fetch(url, {
    ...rest,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return text === "" ? undefined : JSON.parse(text);
};

const zoho = async (sandboxUrl: string): Promise<Colleague> => {
  const base = `${sandboxUrl}/zoho`;
  const { access_token } = await json(`${base}/oauth/v2/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "refresh_token",
      client_id: "colleague",
      client_secret: "s",
      refresh_token: "1000.colleague",
    }),
  });
  const headers = { authorization: `Zoho-oauthtoken ${access_token}` };
  const contacts = `${base}/crm/v8/Contacts`;
  const update = (id: string, values: object) =>
    json(contacts, { method: "PUT", headers, json: { data: [{ id, ...values }] } });
  return {
    isPutBack: true,
    hasWebhook: true,
    create: async ({ firstName, lastName, email }) => {
      const data = [{ First_Name: firstName, Last_Name: lastName, Email: email }];
      return (await json(contacts, { method: "POST", headers, json: { data } })).data[0].details.id;
    },
    rename: (id, Last_Name) => update(id, { Last_Name }),
    optOut: (id, Email_Opt_Out) => update(id, { Email_Opt_Out }),
    remove: (id) => json(`${contacts}?ids=${id}`, { method: "DELETE", headers }),
    all: async () => {
      const fields = "First_Name,Last_Name,Email,Phone,Email_Opt_Out";
      const found = await json(`${contacts}?fields=${fields}`, { headers });
      return (found?.data ?? []).map((one: any) => ({
        id: one.id,
        firstName: one.First_Name,
        lastName: one.Last_Name,
        email: one.Email,
        phone: one.Phone,
        isOptedOut: one.Email_Opt_Out,
      }));
    },
  };
};

const gohighlevel = (sandboxUrl: string): Colleague => {
  const base = `${sandboxUrl}/gohighlevel/contacts`;
  const headers = { authorization: "Bearer pit-colleague", version: "2021-07-28" };
  const update = (id: string, body: object) => json(`${base}/${id}`, { method: "PUT", headers, json: body });
  return {
    isPutBack: true,
    hasWebhook: true,
    create: async (contact) =>
      (
        await json(`${base}/upsert`, {
          method: "POST",
          headers,
          json: { ...contact, locationId: "location1" },
        })
      ).contact.id,
    rename: (id, lastName) => update(id, { lastName }),
    optOut: (id, isOptedOut) =>
      update(id, { dndSettings: { Email: { status: isOptedOut ? "active" : "inactive" } } }),
    remove: (id) => json(`${base}/${id}`, { method: "DELETE", headers }),
    all: async () => {
      const body = { locationId: "location1", pageLimit: 100 };
      const { contacts } = await json(`${base}/search`, { method: "POST", headers, json: body });
      return contacts.map((one: any) => ({
        ...one,
        isOptedOut: one.dndSettings?.Email?.status === "active",
      }));
    },
  };
};

const airtable = (sandboxUrl: string): Colleague => {
  const people = new Airtable({ apiKey: "pat-colleague", endpointUrl: `${sandboxUrl}/airtable` })
    .base("appSandbox0000001")
    .table("People");
  return {
    isPutBack: true,
    hasWebhook: true,
    create: async ({ firstName, lastName, email }) =>
      (await people.create({ "First name": firstName, "Last name": lastName, Email: email })).id,
    rename: (id, lastName) => people.update(id, { "Last name": lastName }),
    optOut: (id, isOptedOut) => people.update(id, { "Email opt out": isOptedOut }),
    remove: (id) => people.destroy(id),
    all: async () =>
      (await people.select().all()).map((record) => ({
        id: record.id,
        firstName: String(record.get("First name") ?? ""),
        lastName: String(record.get("Last name") ?? ""),
        email: String(record.get("Email") ?? ""),
        phone: (record.get("Phone") as string | undefined) ?? null,
        isOptedOut: record.get("Email opt out") === true,
      })),
  };
};

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

const googleSheets = async (sandboxUrl: string): Promise<Colleague> => {
  const claim = {
    iss: "colleague@example.com",
    scope: "spreadsheets",
    aud: "https://oauth2.googleapis.com/token",
    exp: Date.now(),
  };
  const { access_token } = await json(`${sandboxUrl}/google-sheets/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: `${encoded({ alg: "RS256" })}.${encoded(claim)}.signature`,
    }),
  });
  const client = new auth.OAuth2();
  client.setCredentials({ access_token });
  // The first keeps every request on this machine; the second adds the path of the simulator.
  const { spreadsheets } = sheets({ version: "v4", auth: client, rootUrl: sandboxUrl });
  const there = { rootUrl: `${sandboxUrl}/google-sheets/` };
  const spreadsheetId = "spreadsheet1";
  const rows = async (): Promise<any[][]> =>
    (
      await spreadsheets.values.get(
        { spreadsheetId, range: "Leads!A2:G", valueRenderOption: "UNFORMATTED_VALUE" },
        there,
      )
    ).data.values ?? [];
  /** The number of the row of a person, by e-mail address. */
  const rowOf = async (email: string) => (await rows()).findIndex((cells) => cells[2] === email) + 2;
  const put = async (email: string, column: string, value: unknown) =>
    spreadsheets.values.update(
      {
        spreadsheetId,
        range: `Leads!${column}${await rowOf(email)}`,
        valueInputOption: "USER_ENTERED",
        requestBody: { values: [[value]] },
      },
      there,
    );
  return {
    isPutBack: true,
    create: async ({ firstName, lastName, email }) => {
      await spreadsheets.values.append(
        {
          spreadsheetId,
          range: "Leads!A1",
          valueInputOption: "USER_ENTERED",
          requestBody: { values: [[firstName, lastName, email]] },
        },
        there,
      );
      return email;
    },
    rename: (email, lastName) => put(email, "B", lastName),
    optOut: (email, isOptedOut) => put(email, "E", isOptedOut),
    remove: async (email) => {
      const row = await rowOf(email);
      const range = { sheetId: 0, dimension: "ROWS", startIndex: row - 1, endIndex: row };
      await spreadsheets.batchUpdate(
        { spreadsheetId, requestBody: { requests: [{ deleteDimension: { range } }] } },
        there,
      );
    },
    all: async () =>
      (await rows()).map(([firstName, lastName, email, phone, isOptedOut]) => ({
        id: email,
        firstName,
        lastName,
        email,
        phone: phone || null,
        isOptedOut: isOptedOut === true,
      })),
  };
};

const mailchimp = (sandboxUrl: string): Colleague => {
  const base = `${sandboxUrl}/mailchimp/3.0/lists/list1/members`;
  const headers = { authorization: `Basic ${Buffer.from("colleague:key-us21").toString("base64")}` };
  const update = (id: string, body: object) =>
    json(`${base}/${id}`, { method: "PATCH", headers, json: body });
  return {
    isPutBack: true,
    hasWebhook: true,
    create: async ({ firstName, lastName, email }) => {
      const body = {
        email_address: email,
        status: "subscribed",
        merge_fields: { FNAME: firstName, LNAME: lastName },
      };
      return (await json(base, { method: "POST", headers, json: body })).contact_id;
    },
    rename: (id, LNAME) => update(id, { merge_fields: { LNAME } }),
    // Mailchimp asks a member who left before it writes to them again.
    optOut: (id, isOptedOut) => update(id, { status: isOptedOut ? "unsubscribed" : "pending" }),
    remove: (id) => json(`${base}/${id}`, { method: "DELETE", headers }),
    all: async () =>
      (await json(`${base}?count=1000`, { headers })).members.map((one: any) => ({
        id: one.contact_id,
        firstName: one.merge_fields.FNAME,
        lastName: one.merge_fields.LNAME,
        email: one.email_address,
        phone: one.merge_fields.PHONE || null,
        isOptedOut: one.status === "unsubscribed",
      })),
  };
};

const sendgrid = (sandboxUrl: string): Colleague => {
  const client = new (sendgridClient as unknown as { Client: new () => typeof sendgridClient }).Client();
  client.setApiKey("SG.colleague");
  client.setDefaultRequest("baseUrl", `${sandboxUrl}/sendgrid/`);
  const ask = async (method: "GET" | "POST" | "PUT" | "DELETE", url: string, body?: object): Promise<any> =>
    (await client.request({ method, url, ...(body ? { body } : {}) }))[1];
  /** Contacts are written by a job that ends a little later. */
  const save = async (contact: object) => {
    const { job_id } = await ask("PUT", "/v3/marketing/contacts", {
      list_ids: ["list1"],
      contacts: [contact],
    });
    for (let status = "pending"; status === "pending"; )
      status = (await ask("GET", `/v3/marketing/contacts/imports/${job_id}`)).status;
  };
  const emailOf = async (id: string): Promise<string> =>
    (await ask("POST", "/v3/marketing/contacts/batch", { ids: [id] })).result[0].email;
  return {
    isPutBack: true,
    create: async ({ firstName, lastName, email }) => {
      await save({ email, first_name: firstName, last_name: lastName });
      const { result } = await ask("POST", "/v3/marketing/contacts/search/emails", { emails: [email] });
      return result[email].contact.id;
    },
    rename: async (id, lastName) => save({ email: await emailOf(id), last_name: lastName }),
    optOut: async (id, isOptedOut) => {
      const email = await emailOf(id);
      return isOptedOut
        ? ask("POST", "/v3/asm/suppressions/global", { recipient_emails: [email] })
        : ask("DELETE", `/v3/asm/suppressions/global/${encodeURIComponent(email)}`);
    },
    remove: (id) => ask("DELETE", `/v3/marketing/contacts?ids=${id}`),
    all: async () => {
      const { result } = await ask("GET", "/v3/marketing/contacts");
      const optOuts: { email: string }[] = await ask("GET", "/v3/suppression/unsubscribes");
      return result.map((one: any) => ({
        id: one.id,
        firstName: one.first_name,
        lastName: one.last_name,
        email: one.email,
        phone: one.phone_number || null,
        isOptedOut: optOuts.some(({ email }) => email === one.email),
      }));
    },
  };
};

/** A colleague for each vendor; to add one: a function above, and a line here. */
export const colleagues = {
  pipedrive,
  zoho,
  gohighlevel,
  airtable,
  "google-sheets": googleSheets,
  mailchimp,
  sendgrid,
} as const;
