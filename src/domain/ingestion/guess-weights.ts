/**
 * Every weight of the mapping guesser. A candidate's score is the sum of what its field name, its value and its
 * position in the payload contribute; the candidate with the highest score wins.
 */
export const guessWeights = {
  /** How surely a field's name says what its value is. */
  meaning: { certain: 3, likely: 2, possible: 1 },
  /** A field whose name says nothing takes this share of its parent's meaning. */
  inheritedMeaning: 0.8,

  /** Above 0 a value is the customer's, below 0 it belongs to staff or to the sending tool. */
  ownership: {
    customerWord: 2,
    weakCustomerWord: 1.5,
    shippingWord: 1,
    /** An account is a customer as often as a company. */
    accountWord: -1,
    staffWord: -4,
    weakStaffWord: -1,
    businessNumber: -4,
    customerRole: 2,
    /** A user, a person: of the business or of the tool. */
    userRole: 1,
    staffRole: -4,
    /** An organisation, or an account in the sending tool. */
    notCustomer: -4,
    counterparty: 2,
    /** Sender and recipient of a message whose direction is known. */
    partyOutside: 3,
    partyInside: -5,
    /** Sender and recipient of a message whose direction is unknown. */
    likelySender: 1,
    likelyRecipient: -3,
    /** At or below this, a value is no candidate. */
    foreign: -2,
    /** More ownership than this adds nothing. */
    max: 3,
  },

  /** A score must exceed this to be used. */
  minScore: 0.5,
  depthPenalty: 0.15,

  /** What a value's own form counts where the field's name says nothing. */
  form: { email: 1.5, unnamedEmail: 0.9, partyPhone: 1.5, phone: 1, unreadablePhone: -1 },
  /** Per degree of closeness to the chosen e-mail address. */
  phoneNearEmail: 0.6,

  /**
   * By how much the evidence for a developer's tool must exceed that for a business, so that the payload counts as one
   * of a tool; by what the payload says of the party.
   */
  tool: {
    customerOwnership: 2,
    strongCustomer: 5,
    weakCustomer: 1,
    /** Called a contact or a member, without a name or a phone number. */
    loneAddress: 0.5,
    outermostOrPhone: 2,
    other: 1,
  },
  /** What a party needs of the payload that says neither customer nor staff of it. */
  neededBusiness: 1,

  party: {
    /** A second address, or a name, makes a party more surely a person. */
    secondAddress: 0.5,
    name: 1,
    /** The payload calls it a customer, a lead, a guest. */
    customer: 1.5,
    /** An address in a field that does not say so needs at least this much besides. */
    unnamedEmailNeeds: 0.5,
    /** Two parties whose scores differ by less than this are told apart by their roles only. */
    margin: 0.5,
  },

  /** Added to fields that name the same role as the chosen address. */
  sameRole: 0.5,

  message: { meaningFactor: 2, hasWords: 1, depthPenalty: 0.5 },
  nestedEventType: 1,

  /** Names are expected next to the e-mail address or phone number they belong to. */
  name: {
    besideAnchor: 1.5,
    aroundAnchor: 0.5,
    nextToAnchor: -2.5,
    apartFromAnchor: -7,
    besideLastName: 1.5,
    genericName: -3,
  },
} as const;
