import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { peopleApi } from "#contract/people.ts";
import { answer, refuse } from "../../../../test/web/fake-api.ts";
import { keepRecords } from "../../../../test/web/records.ts";
import { renderScreen } from "../../../../test/web/render.tsx";
import { samplePerson } from "../../../../test/web/samples.ts";
import { entriesOf } from "../../../../test/web/toast-shares.ts";
import { dialog, notSeen, seesText, seesToast } from "../../../../test/web/toasts.ts";

const field = (label: string) =>
  within(dialog()).getAllByLabelText<HTMLInputElement>(label)[0] as HTMLInputElement;
const button = (name: string) => within(dialog()).getByRole("button", { name });

test("a new person is validated, not created while offline, and created", async () => {
  const { api, click, fill } = await renderScreen("/people", {
    answers: [answer(peopleApi.create, ({ body }) => ({ ...samplePerson, ...body }))],
  });
  const [addButton] = await screen.findAllByRole("button", { name: "Add Person" });
  await click(addButton as HTMLElement);
  await screen.findByRole("dialog");
  await fill(field("First name"), "Yadira");
  await fill(field("Email"), "no address");
  await click(button("Save"));
  await seesToast("person invalid");
  await seesText("person's email", dialog());
  expect(api.callsOf(peopleApi.create)).toEqual([]);

  await fill(field("Email"), "yadira@example.com");
  await api.offline(async () => {
    await click(button("Save"));
    await seesToast("person not created");
  });
  await click(button("Save"));
  await seesToast("person created");
  expect(api.callsOf(peopleApi.create)).toMatchObject([
    { body: { firstName: "Yadira", email: "yadira@example.com" } },
  ]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("an empty form is refused at its fields, and a known number leads to its person", async () => {
  const knownId = "01890000-0000-7000-8000-0000000000aa";
  const { api, click, fill } = await renderScreen("/people", {
    answers: [
      answer(peopleApi.create, ({ body: { isSeparatePerson, ...body } }) =>
        isSeparatePerson
          ? { ...samplePerson, ...body }
          : refuse("person_exists", {
              issues: [{ path: "phone", message: "Another person has this phone number" }],
              details: { personId: knownId },
            }),
      ),
    ],
  });
  const [addButton] = await screen.findAllByRole("button", { name: "Add Person" });
  await click(addButton as HTMLElement);
  await screen.findByRole("dialog");
  await click(button("Save"));
  await waitFor(() =>
    expect(within(dialog()).getAllByText("Enter a name, an email address or a phone number")).toHaveLength(3),
  );
  expect(api.callsOf(peopleApi.create)).toEqual([]);

  await fill(field("Phone"), "+17875550148");
  await click(button("Save"));
  const link = await within(dialog()).findByRole("link", { name: "Open person" });
  expect(link.getAttribute("href")).toBe(`/people/${knownId}`);
  expect(within(dialog()).getByText("Another person has this phone number")).toBeTruthy();
  await click(button("Add anyway"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(api.callsOf(peopleApi.create)).toMatchObject([
    { body: { isSeparatePerson: false } },
    { body: { isSeparatePerson: true } },
  ]);
});

test("a person whom another user changed is not updated until the newest version is loaded", async () => {
  const people = keepRecords(samplePerson);
  const { api, click, fill } = await renderScreen(`/people?person=${samplePerson.id}`, {
    answers: [
      answer(peopleApi.get, ({ params }) => people.find(params.id)),
      answer(peopleApi.update, ({ params, body }) => people.update(params.id, body)),
    ],
  });
  await screen.findByLabelText("Last name");
  await fill(field("Last name"), "Colón");
  people.update(samplePerson.id, { status: "qualified" });
  await click(button("Save"));
  await seesToast("person not updated");
  await seesText("a save that comes too late", dialog());
  await click(button("Load newest version"));
  await waitFor(() => expect(field("Stage").value).toBe("qualified"));
  await fill(field("Last name"), "Colón");
  await click(button("Save"));
  await seesToast("person updated");
  expect(people.find(samplePerson.id)).toMatchObject({ lastName: "Colón", status: "qualified" });
  expect(api.callsOf(peopleApi.update)).toHaveLength(2);
});

test("every message of people was seen", () => expect(notSeen(entriesOf("people"))).toEqual([]));
