import type { Language } from "#domain/language.ts";
import type { FigureName } from "./figures.ts";

type Text = Record<Language, string>;

/** What a figure is called, and what exactly it counts. Screen, files and mails use the same words. */
export const figureTexts: Record<FigureName, { name: Text; counts: Text }> = {
  new_leads: {
    name: { en: "New people", es: "Personas nuevas" },
    counts: {
      en: "People by the day they were added, and by their first source.",
      es: "Personas según el día en que se agregaron y su primera fuente.",
    },
  },
  speed_to_lead: {
    name: { en: "Speed to lead", es: "Rapidez con el prospecto" },
    counts: {
      en: "From the arrival of a person with a source to the first message or call that left, automatic or by hand.",
      es: "Desde que llega una persona con fuente hasta el primer mensaje o llamada que salió, automático o a mano.",
    },
  },
  speed_to_human: {
    name: { en: "First human contact", es: "Primer contacto humano" },
    counts: {
      en: "From the arrival of a person with a source to the first message or call by a user.",
      es: "Desde que llega una persona con fuente hasta el primer mensaje o llamada de un usuario.",
    },
  },
  lead_answered: {
    name: { en: "Replied", es: "Respondieron" },
    counts: {
      en: "Of the new people, those who wrote after the first message to them.",
      es: "De las personas nuevas, las que escribieron después del primer mensaje que recibieron.",
    },
  },
  time_to_answer: {
    name: { en: "Time to reply", es: "Tiempo hasta responder" },
    counts: {
      en: "From the arrival of a person to their first message after the business wrote.",
      es: "Desde que llega una persona hasta su primer mensaje después de que el negocio escribió.",
    },
  },
  lead_qualified: {
    name: { en: "Qualified", es: "Calificadas" },
    counts: {
      en: "Of the new people, those who ever reached the stage Qualified or a later one.",
      es: "De las personas nuevas, las que alguna vez llegaron a la etapa Calificado o a una posterior.",
    },
  },
  time_to_qualified: {
    name: { en: "Time to Qualified", es: "Tiempo hasta Calificado" },
    counts: {
      en: "From the arrival of a person to the first change of their stage to Qualified or a later one.",
      es: "Desde que llega una persona hasta el primer cambio de su etapa a Calificado o a una posterior.",
    },
  },
  conversion: {
    name: { en: "Converted", es: "Convertidas" },
    counts: {
      en: "Of the new people, those who are converted by now. No group was kept aside to compare with.",
      es: "De las personas nuevas, las que ya se convirtieron. No se apartó un grupo para comparar.",
    },
  },
  time_to_conversion: {
    name: { en: "Time to conversion", es: "Tiempo hasta convertirse" },
    counts: {
      en: "From the arrival of a person to their conversion.",
      es: "Desde que llega una persona hasta su conversión.",
    },
  },
  cost: {
    name: { en: "Cost", es: "Costo" },
    counts: {
      en: "What providers charged in the period for messages, calls and AI, by the first source of the person.",
      es: "Lo que cobraron los proveedores en el período por mensajes, llamadas e IA, según la primera fuente de la persona.",
    },
  },
  cost_per_answer: {
    name: { en: "Cost per reply", es: "Costo por respuesta" },
    counts: {
      en: "The cost of the period, divided by the new people who replied.",
      es: "El costo del período, dividido entre las personas nuevas que respondieron.",
    },
  },
  cost_per_conversion: {
    name: { en: "Cost per conversion", es: "Costo por conversión" },
    counts: {
      en: "The cost of the period, divided by the new people who are converted.",
      es: "El costo del período, dividido entre las personas nuevas que se convirtieron.",
    },
  },
  pace_leads: {
    name: { en: "People", es: "Personas" },
    counts: {
      en: "New people with a source, by how long they waited for the first message.",
      es: "Personas nuevas con fuente, según cuánto esperaron el primer mensaje.",
    },
  },
  pace_conversion: {
    name: { en: "Converted", es: "Convertidas" },
    counts: {
      en: "Of the people who waited this long for the first message, those who are converted by now.",
      es: "De las personas que esperaron eso por el primer mensaje, las que ya se convirtieron.",
    },
  },
  credit_first: {
    name: { en: "First contact", es: "Primer contacto" },
    counts: {
      en: "Converted new people, by the channel of the first message or call in the 30 days before, in either direction.",
      es: "Personas nuevas convertidas, según el canal del primer mensaje o llamada en los 30 días anteriores, en cualquier dirección.",
    },
  },
  credit_last: {
    name: { en: "Last contact", es: "Último contacto" },
    counts: {
      en: "Converted new people, by the channel of the last message or call before, in either direction.",
      es: "Personas nuevas convertidas, según el canal del último mensaje o llamada anterior, en cualquier dirección.",
    },
  },
  credit_even: {
    name: { en: "Shared equally", es: "A partes iguales" },
    counts: {
      en: "Converted new people, each shared equally among all messages and calls in the 30 days before.",
      es: "Personas nuevas convertidas, cada una repartida a partes iguales entre los mensajes y llamadas de los 30 días anteriores.",
    },
  },
  conversations_opened: {
    name: { en: "Opened", es: "Abiertas" },
    counts: {
      en: "Conversations by the day they began, and by the channel of their first message or call.",
      es: "Conversaciones según el día en que empezaron y el canal de su primer mensaje o llamada.",
    },
  },
  first_answer: {
    name: { en: "First reply", es: "Primera respuesta" },
    counts: {
      en: "From the opening of a conversation to the first reply by a user. Automatic replies do not count.",
      es: "Desde que se abre una conversación hasta la primera respuesta de un usuario. Las respuestas automáticas no cuentan.",
    },
  },
  answer_time: {
    name: { en: "Time waited", es: "Tiempo de espera" },
    counts: {
      en: "Each time: from the first message that needed a reply to the reply by a user. Counted since this version.",
      es: "Cada vez: desde el primer mensaje que necesitaba respuesta hasta la respuesta de un usuario. Se cuenta desde esta versión.",
    },
  },
  first_answer_open: {
    name: { en: "First reply, business hours", es: "Primera respuesta, en horario" },
    counts: {
      en: "The same as the first reply, but only the time within the business hours of the settings counts.",
      es: "Igual que la primera respuesta, pero solo cuenta el tiempo dentro del horario de los ajustes.",
    },
  },
  answer_time_open: {
    name: { en: "Time waited, business hours", es: "Tiempo de espera, en horario" },
    counts: {
      en: "The same as the time waited, but only the time within the business hours of the settings counts.",
      es: "Igual que el tiempo de espera, pero solo cuenta el tiempo dentro del horario de los ajustes.",
    },
  },
  handled: {
    name: { en: "Handled", es: "Atendidas" },
    counts: {
      en: "From the opening of a conversation to its end, snoozed time included.",
      es: "Desde que se abre una conversación hasta que termina, incluido el tiempo pospuesto.",
    },
  },
  messages_planned: {
    name: { en: "Messages", es: "Mensajes" },
    counts: {
      en: "Messages and calls by the time they were created. Test sends are not included.",
      es: "Mensajes y llamadas según cuándo se crearon. Los envíos de prueba no se incluyen.",
    },
  },
  delivered: {
    name: { en: "Delivered", es: "Entregados" },
    counts: {
      en: "Of what was given to a provider, what it reported as delivered. Opens of emails are never counted.",
      es: "De lo que se entregó a un proveedor, lo que este informó como entregado. Nunca se cuenta si se abrió un correo.",
    },
  },
  failed: {
    name: { en: "Failed", es: "Fallidos" },
    counts: {
      en: "Of what was given to a provider, what it refused or could not deliver.",
      es: "De lo que se entregó a un proveedor, lo que rechazó o no pudo entregar.",
    },
  },
  unknown: {
    name: { en: "Unknown", es: "Sin saber" },
    counts: {
      en: "Of what was given to a provider, what it never reported an outcome for.",
      es: "De lo que se entregó a un proveedor, aquello cuyo resultado nunca informó.",
    },
  },
  price: {
    name: { en: "Price", es: "Precio" },
    counts: {
      en: "What providers charged for these messages and calls, as far as they have reported it.",
      es: "Lo que los proveedores cobraron por estos mensajes y llamadas, según lo que han informado.",
    },
  },
  answer_rate: {
    name: { en: "Replies", es: "Respuestas" },
    counts: {
      en: "Of messages by rules, sequences and broadcasts, those followed by a message of the person within 7 days (WhatsApp: 3). Only the last message before it is credited.",
      es: "De los mensajes de reglas, secuencias y envíos masivos, los que la persona respondió en 7 días (WhatsApp: 3). Solo se acredita el último mensaje anterior.",
    },
  },
  handed_by_vendor: {
    name: { en: "Given to a provider", es: "Entregados a un proveedor" },
    counts: {
      en: "Messages and calls that were given to a provider, by the provider that took them.",
      es: "Mensajes y llamadas que se entregaron a un proveedor, según el proveedor que los recibió.",
    },
  },
  delivered_by_vendor: {
    name: { en: "Delivered", es: "Entregados" },
    counts: {
      en: "Of what was given to a provider, what was reported as delivered, by the provider that took them.",
      es: "De lo que se entregó a un proveedor, lo que se informó como entregado, según el proveedor que los recibió.",
    },
  },
  failed_by_vendor: {
    name: { en: "Failed", es: "Fallidos" },
    counts: {
      en: "Of what was given to a provider, what was refused or could not be delivered, by the provider that took them.",
      es: "De lo que se entregó a un proveedor, lo que se rechazó o no se pudo entregar, según el proveedor que los recibió.",
    },
  },
  handed_by_rule: {
    name: { en: "Given to a provider", es: "Entregados a un proveedor" },
    counts: {
      en: "Messages and calls that were given to a provider, by the rule, sequence or broadcast that sent them.",
      es: "Mensajes y llamadas que se entregaron a un proveedor, según la regla, secuencia o envío masivo que los envió.",
    },
  },
  delivered_by_rule: {
    name: { en: "Delivered", es: "Entregados" },
    counts: {
      en: "Of what was given to a provider, what was reported as delivered, by the rule, sequence or broadcast that sent them.",
      es: "De lo que se entregó a un proveedor, lo que se informó como entregado, según la regla, secuencia o envío masivo que los envió.",
    },
  },
  failed_by_rule: {
    name: { en: "Failed", es: "Fallidos" },
    counts: {
      en: "Of what was given to a provider, what was refused or could not be delivered, by the rule, sequence or broadcast that sent them.",
      es: "De lo que se entregó a un proveedor, lo que se rechazó o no se pudo entregar, según la regla, secuencia o envío masivo que los envió.",
    },
  },
  handed_by_template: {
    name: { en: "Given to a provider", es: "Entregados a un proveedor" },
    counts: {
      en: "Messages and calls that were given to a provider, by their template.",
      es: "Mensajes y llamadas que se entregaron a un proveedor, según su plantilla.",
    },
  },
  delivered_by_template: {
    name: { en: "Delivered", es: "Entregados" },
    counts: {
      en: "Of what was given to a provider, what was reported as delivered, by their template.",
      es: "De lo que se entregó a un proveedor, lo que se informó como entregado, según su plantilla.",
    },
  },
  failed_by_template: {
    name: { en: "Failed", es: "Fallidos" },
    counts: {
      en: "Of what was given to a provider, what was refused or could not be delivered, by their template.",
      es: "De lo que se entregó a un proveedor, lo que se rechazó o no se pudo entregar, según su plantilla.",
    },
  },
  not_sent: {
    name: { en: "Not sent", es: "Sin enviar" },
    counts: {
      en: "Messages that will never be sent, by the first reason: stopped, or canceled.",
      es: "Mensajes que nunca se enviarán, según el primer motivo: detenidos o cancelados.",
    },
  },
  waited: {
    name: { en: "Held, then sent", es: "En espera, luego enviados" },
    counts: {
      en: "Messages that were held and sent later, by the first reason, with the time it cost.",
      es: "Mensajes que quedaron en espera y se enviaron después, según el primer motivo, con el tiempo que costó.",
    },
  },
  time_lost: {
    name: { en: "Time it cost", es: "Tiempo que costó" },
    counts: {
      en: "How long all messages that were held and sent later waited together.",
      es: "Cuánto esperaron en total los mensajes que quedaron en espera y se enviaron después.",
    },
  },
  opt_outs: {
    name: { en: "Opt-outs", es: "Bajas" },
    counts: {
      en: "People who opted out, compared with what was given to providers in the same time.",
      es: "Personas que pidieron la baja, frente a lo que se entregó a los proveedores en el mismo tiempo.",
    },
  },
  complaints: {
    name: { en: "Complaints", es: "Quejas" },
    counts: {
      en: "Spam complaints, compared with what was given to providers in the same time.",
      es: "Quejas de spam, frente a lo que se entregó a los proveedores en el mismo tiempo.",
    },
  },
  first_answer_by: {
    name: { en: "First reply", es: "Primera respuesta" },
    counts: {
      en: "From the opening of a conversation to its first reply, for the user who gave it.",
      es: "Desde que se abre una conversación hasta su primera respuesta, para el usuario que la dio.",
    },
  },
  answer_time_by: {
    name: { en: "Time waited", es: "Tiempo de espera" },
    counts: {
      en: "From the first message that needed a reply to the reply, for the user who wrote it. Counted since this version.",
      es: "Desde el primer mensaje que necesitaba respuesta hasta la respuesta, para el usuario que la escribió. Se cuenta desde esta versión.",
    },
  },
  written_by: {
    name: { en: "Messages", es: "Mensajes" },
    counts: {
      en: "Messages that the user wrote and that were sent.",
      es: "Mensajes que el usuario escribió y que se enviaron.",
    },
  },
  calls_by: {
    name: { en: "Calls", es: "Llamadas" },
    counts: { en: "Calls that the user made.", es: "Llamadas que hizo el usuario." },
  },
  tasks_done_by: {
    name: { en: "Tasks", es: "Tareas" },
    counts: { en: "Tasks that the user completed.", es: "Tareas que el usuario completó." },
  },
  calls_talked: {
    name: { en: "Talk time", es: "Tiempo hablado" },
    counts: {
      en: "Answered calls that have ended, by who spoke for the business.",
      es: "Llamadas contestadas que terminaron, según quién habló por el negocio.",
    },
  },
};
