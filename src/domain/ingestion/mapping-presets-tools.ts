import type { MappingPreset } from "./mapping.ts";

const hubspot: MappingPreset = {
  id: "hubspot_contact",
  name: "HubSpot contact",
  template: {
    person: {
      firstName: "properties.firstname",
      lastName: "properties.lastname",
      email: "properties.email",
      phone: "properties.phone",
    },
    event: { type: "'hubspot.contact'", stage: "properties.lifecyclestage", contact: "id" },
  },
  sample: {
    id: "51",
    createdAt: "2026-02-03T14:05:11.000Z",
    archived: false,
    properties: {
      email: "rafael.torres@example.com",
      firstname: "Rafael",
      lastname: "Torres",
      phone: "+1 787-555-0120",
      lifecyclestage: "lead",
      hubspot_owner_id: "80123",
    },
  },
};

const shopifyCustomer: MappingPreset = {
  id: "shopify_customer",
  name: "Shopify customer",
  template: {
    person: {
      firstName: "first_name",
      lastName: "last_name",
      email: "email",
      phone: "phone",
      type: "'customer'",
      tags: "tags",
    },
    event: { type: "'shopify.customer'", note: "note" },
  },
  sample: {
    id: 706405506930370000,
    email: "paola.aponte@example.com",
    first_name: "Paola",
    last_name: "Aponte",
    phone: "+17875550121",
    tags: "vip, newsletter",
    note: "Prefiere la entrega por la tarde.",
    orders_count: 2,
    default_address: { city: "Caguas", country: "Puerto Rico", zip: "00725" },
  },
};

const shopifyOrder: MappingPreset = {
  id: "shopify_order",
  name: "Shopify order",
  template: {
    person: {
      firstName: "customer.first_name",
      lastName: "customer.last_name",
      email: "email",
      phone: "billing_address.phone",
      type: "'customer'",
    },
    event: { type: "'shopify.order'", order: "name", total: "total_price", currency: "currency" },
  },
  sample: {
    id: 820982911946154500,
    name: "#1042",
    email: "omar.lebron@example.com",
    contact_email: "omar.lebron@example.com",
    total_price: "84.50",
    currency: "USD",
    financial_status: "paid",
    customer: {
      id: 115310627314723950,
      email: "omar.lebron@example.com",
      first_name: "Omar",
      last_name: "Lebrón",
    },
    billing_address: { name: "Omar Lebrón", phone: "787-555-0122", city: "Ponce", country: "Puerto Rico" },
    line_items: [
      { id: 866550311766439000, name: "Café molido 12 oz", quantity: 2, vendor: "Tienda Ejemplo" },
    ],
  },
};

const stripe: MappingPreset = {
  id: "stripe_checkout",
  name: "Stripe checkout session",
  template: {
    person: {
      fullName: "data.object.customer_details.name",
      email: "data.object.customer_details.email",
      phone: "data.object.customer_details.phone",
      type: "'customer'",
    },
    event: { type: "type", amount: "data.object.amount_total", currency: "data.object.currency" },
  },
  sample: {
    id: "evt_1ExampleExampleExample",
    object: "event",
    api_version: "2025-09-30.clover",
    type: "checkout.session.completed",
    data: {
      object: {
        id: "cs_test_a1ExampleExample",
        object: "checkout.session",
        amount_total: 4500,
        currency: "usd",
        payment_status: "paid",
        customer_details: {
          email: "nilda.marrero@example.com",
          name: "Nilda Marrero",
          phone: "+17875550124",
          address: { city: "Bayamón", country: "PR", postal_code: "00961" },
        },
      },
    },
  },
};

const calendly: MappingPreset = {
  id: "calendly_invitee",
  name: "Calendly invitee",
  template: {
    person: {
      fullName: "payload.name",
      firstName: "payload.first_name",
      lastName: "payload.last_name",
      email: "payload.email",
      phone: "payload.text_reminder_number",
    },
    event: {
      type: "event",
      meeting: "payload.scheduled_event.name",
      startsAt: "payload.scheduled_event.start_time",
    },
  },
  sample: {
    event: "invitee.created",
    created_at: "2026-02-03T14:05:11.000000Z",
    created_by: "https://api.calendly.com/users/AAAAAAAAAAAAAAAA",
    payload: {
      email: "gabriel.davila@example.com",
      name: "Gabriel Dávila",
      first_name: null,
      last_name: null,
      text_reminder_number: "+1 787-555-0125",
      timezone: "America/Puerto_Rico",
      questions_and_answers: [
        { question: "What would you like to talk about?", answer: "A new website", position: 0 },
      ],
      scheduled_event: {
        name: "15 Minute Meeting",
        start_time: "2026-02-05T15:00:00.000000Z",
        event_memberships: [
          { user: "https://api.calendly.com/users/AAAAAAAAAAAAAAAA", user_email: "host@example.com" },
        ],
      },
    },
  },
};

const twilioSms: MappingPreset = {
  id: "twilio_sms",
  name: "Twilio inbound SMS",
  template: {
    person: { phone: "From", fullName: "ProfileName" },
    event: { type: "'message.received'", message: "Body", to: "To", messageSid: "MessageSid" },
  },
  sample: {
    MessageSid: "SM00000000000000000000000000000001",
    SmsStatus: "received",
    AccountSid: "AC00000000000000000000000000000001",
    From: "+17875550126",
    To: "+17875550100",
    Body: "Hola, ¿todavía tienen espacio el viernes?",
    FromCity: "SAN JUAN",
    FromState: "PR",
    FromCountry: "US",
    NumMedia: "0",
    NumSegments: "1",
    ApiVersion: "2010-04-01",
  },
};

const standardWebhooks: MappingPreset = {
  id: "standard_webhooks_contact",
  name: "Standard Webhooks contact",
  template: {
    person: {
      firstName: "data.first_name",
      lastName: "data.last_name",
      email: "data.email",
      phone: "data.phone",
      tags: "data.tags",
    },
    event: { type: "type", at: "timestamp" },
  },
  sample: {
    type: "contact.created",
    timestamp: "2026-02-03T14:05:11.000000Z",
    data: {
      id: "con_01HQ3XAMPLE",
      first_name: "Isabel",
      last_name: "Irizarry",
      email: "isabel.irizarry@example.com",
      phone: "+17875550127",
      tags: ["web", "español"],
    },
  },
};

export const toolPresets: readonly MappingPreset[] = [
  hubspot,
  shopifyCustomer,
  shopifyOrder,
  stripe,
  calendly,
  twilioSms,
  standardWebhooks,
];
