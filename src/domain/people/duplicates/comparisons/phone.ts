import type { Comparison } from "#domain/people/duplicates/comparison.ts";

/** The subscriber's number: area codes are often left out or mistaken. */
const lastSeven = (phone: string): string => phone.slice(-7);

export const phoneComparison: Comparison = {
  id: "phone",
  compare: (one, other) => {
    const [first, second] = [one.phones[0], other.phones[0]];
    if (first === undefined || second === undefined) return null;
    const same = one.phones.find((phone) => other.phones.includes(phone));
    if (same !== undefined) return { level: "same", weight: 9.2, values: [same, same] };
    for (const phone of one.phones) {
      const near = other.phones.find((each) => lastSeven(each) === lastSeven(phone));
      if (near !== undefined) return { level: "same_ending", weight: 4.5, values: [phone, near] };
    }
    // People have several numbers, so a different one says little.
    return { level: "different", weight: -0.5, values: [first, second] };
  },
};
