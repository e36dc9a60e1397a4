import type { MappingPreset } from "./mapping.ts";

/** The answer whose question matches; Google Forms keys answers by the question text. */
const answer = (words: string): string =>
  `$sift(namedValues, function($answer, $question) { $contains($question, /${words}/i) }).*[0]`;

const facebookLead: MappingPreset = {
  id: "facebook_lead_ads",
  name: "Facebook Lead Ads",
  template: {
    person: {
      email: "field_data[name='email'].values[0]",
      phone: "field_data[name='phone_number'].values[0]",
      fullName: "field_data[name='full_name'].values[0]",
      firstName: "field_data[name='first_name'].values[0]",
      lastName: "field_data[name='last_name'].values[0]",
    },
    event: { type: "'facebook.lead'", form: "form_id", ad: "ad_id", campaign: "campaign_name" },
  },
  sample: {
    id: "1200300400500601",
    created_time: "2026-02-03T14:05:11+0000",
    ad_id: "2300400500600701",
    form_id: "3400500600700801",
    campaign_name: "Primavera",
    platform: "fb",
    field_data: [
      { name: "full_name", values: ["Marisol Ortiz Nieves"] },
      { name: "email", values: ["marisol.ortiz@example.com"] },
      { name: "phone_number", values: ["+17875550112"] },
    ],
  },
};

const typeform: MappingPreset = {
  id: "typeform",
  name: "Typeform",
  template: {
    person: {
      email: "form_response.answers[type='email'].email",
      phone: "form_response.answers[type='phone_number'].phone_number",
      firstName: "form_response.answers[field.ref='first_name'].text",
      lastName: "form_response.answers[field.ref='last_name'].text",
    },
    event: { type: "event_type", form: "form_response.form_id" },
  },
  sample: {
    event_id: "01HQ3XAMPLE00000000000001",
    event_type: "form_response",
    form_response: {
      form_id: "aBcDeF",
      token: "a3a12ec67a1365927098a606107fac15",
      submitted_at: "2026-02-03T14:05:11Z",
      definition: {
        id: "aBcDeF",
        title: "Contáctenos",
        fields: [
          { id: "q1", title: "What's your first name?", type: "short_text", ref: "first_name" },
          { id: "q2", title: "And your last name?", type: "short_text", ref: "last_name" },
          { id: "q3", title: "Where can we write to you?", type: "email", ref: "email" },
          { id: "q4", title: "Where can we call you?", type: "phone_number", ref: "phone" },
        ],
      },
      answers: [
        { type: "text", text: "Javier", field: { id: "q1", type: "short_text", ref: "first_name" } },
        { type: "text", text: "Colón", field: { id: "q2", type: "short_text", ref: "last_name" } },
        {
          type: "email",
          email: "javier.colon@example.com",
          field: { id: "q3", type: "email", ref: "email" },
        },
        {
          type: "phone_number",
          phone_number: "+17875550113",
          field: { id: "q4", type: "phone_number", ref: "phone" },
        },
      ],
    },
  },
};

const googleForms: MappingPreset = {
  id: "google_forms",
  name: "Google Forms",
  template: {
    person: {
      email: answer("e-?mail|correo"),
      phone: answer("phone|tel[eé]fono|celular|whatsapp"),
      fullName: answer("name|nombre"),
    },
    event: { type: "'form.submitted'", message: answer("message|mensaje|comment|comentario") },
  },
  sample: {
    formId: "1FAIpQLSexample",
    timestamp: "2026-02-03T14:05:11.000Z",
    namedValues: {
      "Nombre completo": ["Carmen Rivera Soto"],
      "Correo electrónico": ["carmen.rivera@example.com"],
      Teléfono: ["787-555-0114"],
      Mensaje: ["Quisiera una cita para la semana próxima."],
    },
  },
};

const gravityForms: MappingPreset = {
  id: "gravity_forms",
  name: "Gravity Forms",
  template: {
    person: { firstName: "`1.3`", lastName: "`1.6`", email: "`2`", phone: "`3`" },
    event: { type: "'form.submitted'", form: "form_id", message: "`4`" },
  },
  sample: {
    id: "118",
    form_id: "1",
    date_created: "2026-02-03 14:05:11",
    source_url: "https://example.com/contact/",
    "1.3": "Luis",
    "1.6": "Feliciano",
    "2": "luis.feliciano@example.com",
    "3": "(787) 555-0115",
    "4": "Do you have an opening on Friday?",
  },
};

const wpForms: MappingPreset = {
  id: "wpforms",
  name: "WPForms",
  template: {
    person: {
      firstName: "fields.`0`.first",
      lastName: "fields.`0`.last",
      email: "fields.`1`.value",
      phone: "fields.`2`.value",
    },
    event: { type: "'form.submitted'", form: "form_id", message: "fields.`3`.value" },
  },
  sample: {
    form_id: "42",
    entry_id: "311",
    fields: {
      "0": {
        id: 0,
        type: "name",
        name: "Name",
        value: "Ana Negrón",
        first: "Ana",
        middle: "",
        last: "Negrón",
      },
      "1": { id: 1, type: "email", name: "Email", value: "ana.negron@example.com" },
      "2": { id: 2, type: "phone", name: "Phone", value: "+17875550116" },
      "3": { id: 3, type: "textarea", name: "Comment or Message", value: "Please call me after five." },
    },
  },
};

const contactForm7: MappingPreset = {
  id: "contact_form_7",
  name: "Contact Form 7",
  template: {
    person: { fullName: "`your-name`", email: "`your-email`", phone: "`your-phone`" },
    event: { type: "'form.submitted'", subject: "`your-subject`", message: "`your-message`" },
  },
  sample: {
    "your-name": "Héctor Luis Santiago Vega",
    "your-email": "hector.santiago@example.com",
    "your-phone": "787 555 0117",
    "your-subject": "Cotización",
    "your-message": "¿Cuánto cuesta el servicio completo?",
  },
};

const jotform: MappingPreset = {
  id: "jotform",
  name: "Jotform",
  template: {
    person: {
      firstName: "$json(rawRequest).q3_name.first",
      lastName: "$json(rawRequest).q3_name.last",
      email: "$json(rawRequest).q4_email",
      phone: "$json(rawRequest).q5_phoneNumber.full",
    },
    event: { type: "'form.submitted'", form: "formTitle", message: "$json(rawRequest).q6_message" },
  },
  sample: {
    formID: "243231271343446",
    submissionID: "6084250982513018472",
    formTitle: "Solicitud de cita",
    type: "WEB",
    rawRequest: JSON.stringify({
      slug: "submit/243231271343446",
      q3_name: { first: "Valeria", last: "Quiñones" },
      q4_email: "valeria.quinones@example.com",
      q5_phoneNumber: { full: "(787) 555-0118" },
      q6_message: "Prefiero que me escriban por WhatsApp.",
    }),
  },
};

export const formPresets: readonly MappingPreset[] = [
  facebookLead,
  typeform,
  googleForms,
  gravityForms,
  wpForms,
  contactForm7,
  jotform,
];
