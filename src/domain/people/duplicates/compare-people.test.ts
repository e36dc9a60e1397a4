import { describe, expect, test } from "vitest";
import { type ComparedPair, comparePeople } from "./compare-people.ts";
import { type ComparedPerson, isOneEditApart } from "./comparison.ts";

const person = (values: Partial<ComparedPerson> = {}): ComparedPerson => ({
  firstName: null,
  lastName: null,
  emails: [],
  phones: [],
  zip: null,
  town: null,
  ...values,
});

const ana = person({
  firstName: "Ana",
  lastName: "Colón Rivera",
  emails: ["ana.colon@gmail.com"],
  phones: ["+17875550148"],
  zip: "00956",
});

const cases: [string, ComparedPerson, ComparedPerson, ComparedPair["verdict"]][] = [
  [
    "the same phone and name",
    ana,
    person({ firstName: "ANA", lastName: "Colon", phones: ["+17875550148"] }),
    "strict",
  ],
  [
    "the same mailbox, written differently",
    ana,
    person({ firstName: "Ana", lastName: "Colón Rivera", emails: ["anacolon+solar@googlemail.com"] }),
    "strict",
  ],
  [
    "a nickname",
    person({ firstName: "Francisco", lastName: "Quiñones", phones: ["+17875550101"] }),
    person({ firstName: "Paco", lastName: "Quiñones", phones: ["+17875550101"] }),
    "strict",
  ],
  [
    "names in the wrong order",
    ana,
    person({ firstName: "Colón Rivera", lastName: "Ana", phones: ["+17875550148"] }),
    "strict",
  ],
  [
    "relatives with one telephone",
    ana,
    person({ firstName: "Luis", lastName: "Colón Rivera", phones: ["+17875550148"] }),
    "household",
  ],
  [
    "relatives with one mailbox",
    ana,
    person({ firstName: "Pedro", lastName: "Rivera", emails: ["ana.colon@gmail.com"] }),
    "household",
  ],
  [
    "a typing error in the domain",
    ana,
    person({ firstName: "Ana", lastName: "Colón", emails: ["ana.colon@gmial.com"] }),
    "review",
  ],
  ["an address alone", person({ phones: ["+17875550148"] }), person({ phones: ["+17875550148"] }), "review"],
  [
    "a shared mailbox of a company",
    person({ firstName: "Ana", lastName: "Colón", emails: ["info@example.com"] }),
    person({ firstName: "Rosa", lastName: "Vega", emails: ["info@example.com"] }),
    "different",
  ],
  [
    "the same rare name and place",
    person({ firstName: "Yadira", lastName: "Irizarry Matos", zip: "00680" }),
    person({ firstName: "Yadira", lastName: "Irizarry Matos", zip: "00680" }),
    "review",
  ],
  [
    "a common name elsewhere",
    person({ firstName: "José", lastName: "Rivera", zip: "00956" }),
    person({ firstName: "José", lastName: "Rivera", zip: "00730" }),
    "different",
  ],
  [
    "the same telephone with another surname",
    ana,
    person({ firstName: "Ana", lastName: "Irizarry", phones: ["+17875550148"] }),
    "review",
  ],
  [
    "different people",
    ana,
    person({ firstName: "Rosa", lastName: "Vega", phones: ["+17875550999"] }),
    "different",
  ],
];

describe("people with", () => {
  test.each(cases)("%s", (_, one, other, verdict) => {
    expect(comparePeople(one, other).verdict).toBe(verdict);
    // The order of the two makes no difference.
    expect(comparePeople(other, one).verdict).toBe(verdict);
    expect(comparePeople(other, one).weight).toBe(comparePeople(one, other).weight);
  });

  test("are explained by parts that add up to their weight", () => {
    const { weight, parts } = comparePeople(
      ana,
      person({ firstName: "Ana", phones: ["+17875550148"], zip: "00730" }),
    );
    expect(parts.map(({ comparison, level }) => [comparison, level])).toEqual([
      ["phone", "same"],
      ["first_name", "same"],
      ["zip", "different"],
    ]);
    expect(weight).toBeCloseTo(
      parts.reduce((sum, part) => sum + part.weight, 0),
      5,
    );
  });

  test("one address and different given names stay below what is sure, whatever else agrees", () => {
    const luis = { ...ana, firstName: "Luis" };
    expect(comparePeople(ana, luis)).toMatchObject({ verdict: "household", weight: 6 });
  });
});

test.each([
  ["gmail", "gmial", true],
  ["gmail", "gmai", true],
  ["gmail", "gmaill", true],
  ["gmail", "gmall", true],
  ["gmail", "gmail", false],
  ["gmail", "hotmail", false],
  ["ab", "ba", true],
  ["", "a", true],
])("%s and %s are one edit apart: %s", (one, other, expected) => {
  expect(isOneEditApart(one, other)).toBe(expected);
  expect(isOneEditApart(other, one)).toBe(expected);
});
