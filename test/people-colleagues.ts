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

/** A colleague for each vendor; to add one: a function above, and a line here. */
export const colleagues = { pipedrive } as const;
