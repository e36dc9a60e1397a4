import type { Language } from "#domain/language.ts";
import { hasSignal, type KeywordSignal } from "./keyword-signals.ts";

type NextAction = {
  /** The signals after which it is taken. */
  after: readonly string[];
  /** The values by which schemas may ask for it, the most fitting one first. */
  names: string;
  sentence: Record<Language, string>;
};

const actions: readonly NextAction[] = [
  {
    after: ["opt_out", "wrong_person"],
    names: "stop_contact opt_out close no_action none wait",
    sentence: { en: "Stop all messages to this person.", es: "Detener todos los mensajes a esta persona." },
  },
  {
    after: ["wants_human", "complaint", "cancel_service"],
    names: "hand_over handover hand_off escalate human assign call",
    sentence: { en: "Hand the conversation to a person.", es: "Pasar la conversación a una persona." },
  },
  {
    after: ["schedule", "reschedule"],
    names: "book schedule book_appointment schedule_appointment appointment call reply",
    sentence: { en: "Offer times for the appointment.", es: "Ofrecer horas para la cita." },
  },
  {
    after: ["callback_later"],
    names: "callback schedule_call follow_up call wait",
    sentence: { en: "Call back at the time asked for.", es: "Llamar a la hora pedida." },
  },
  {
    after: ["not_interested", "already_bought"],
    names: "close no_action none wait",
    sentence: { en: "Close the conversation.", es: "Cerrar la conversación." },
  },
  {
    after: ["ready_to_buy", "price", "interested"],
    names: "send_quote quote send_offer send_information reply answer respond whatsapp email sms call",
    sentence: { en: "Send the information asked for.", es: "Enviar la información pedida." },
  },
  {
    after: ["question", "status"],
    names: "reply answer respond whatsapp sms email call",
    sentence: { en: "Answer the question.", es: "Contestar la pregunta." },
  },
];

const idle: NextAction = {
  after: [],
  names: "wait none no_action nurture follow_up",
  sentence: { en: "Wait for the next message.", es: "Esperar el próximo mensaje." },
};

const actionAfter = (signals: readonly KeywordSignal[]): NextAction =>
  actions.find(({ after }) => after.some((name) => hasSignal(signals, name))) ?? idle;

/** Values for the next action, the most fitting one first. */
export const chooseNextAction = (signals: readonly KeywordSignal[]): string[] =>
  actionAfter(signals).names.split(" ");

export const nextActionSentence = (signals: readonly KeywordSignal[], language: Language): string =>
  actionAfter(signals).sentence[language];
