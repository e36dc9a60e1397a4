import type { AgentPhrases } from "./agent-phrases.ts";

export const germanPhrases: AgentPhrases = {
  disclosure: (business) =>
    `Guten Tag, hier ist ${business ? `der KI-Assistent von ${business}` : "ein KI-Assistent"}.`,
  recorded: "Dieses Gespräch wird aufgezeichnet.",
  optOutHint: "Wenn Sie keine Anrufe möchten, sagen Sie Stopp oder drücken Sie die 9.",
  optOutByText: "Wenn Sie keine Anrufe mehr möchten, senden Sie das Wort Stop an diese Nummer.",
  optedOut: "Verstanden. Wir melden uns nicht mehr bei Ihnen. Auf Wiederhören.",
  optedOutToPerson:
    "Verstanden. Wir melden uns nicht mehr bei Ihnen. Wegen Ihrer Beschwerde verbinde ich Sie jetzt mit einem Menschen. Einen Moment, bitte.",
  possibleOptOut: "Wenn wir uns nicht mehr melden sollen, drücken Sie die 9 oder sagen Sie Stopp.",
  isMachine: (business) =>
    `Ja, ich bin ${business ? `der KI-Assistent von ${business}` : "ein KI-Assistent"}, kein Mensch. Wenn Sie lieber mit einem Menschen sprechen, sagen Sie es einfach.`,
  whoIsCalling: (business) =>
    `Ich bin ${business ? `der KI-Assistent von ${business}` : "ein KI-Assistent"}, kein Mensch.`,
  toPerson: "Gern. Ich verbinde Sie jetzt mit einem Menschen. Einen Moment, bitte.",
  toPersonClosed:
    "Im Moment kann niemand aus dem Team das Gespräch annehmen. Ich habe um einen Rückruf gebeten. Welche Uhrzeit passt Ihnen?",
  nobodyFree: "Es tut mir leid, gerade ist niemand frei. Ich habe um einen Rückruf gebeten.",
  callbackNoted: "Gut, ich habe es notiert. Jemand ruft Sie zurück.",
  callbackNotedAt: (when) => `Gut, ich habe einen Rückruf für ${when} notiert.`,
  appointmentAskWhen: "Gern. Welcher Tag und welche Uhrzeit passen Ihnen?",
  appointmentNoted: (when) =>
    `Danke. Ich habe Ihren Wunsch für ${when} notiert. Er ist noch nicht fest: Jemand aus dem Team bestätigt ihn.`,
  changeNoted: "Ich habe notiert, dass Sie Ihren Termin ändern möchten. Jemand aus dem Team bestätigt es.",
  stillThere: "Sind Sie noch da?",
  stillThereAgain: "Ich höre Sie nicht. Wenn Sie da sind, sagen Sie bitte etwas.",
  silenceGoodbye: "Ich höre Sie nicht und lege jetzt auf. Vielen Dank und auf Wiederhören.",
  goodbye: "Vielen Dank für Ihre Zeit. Auf Wiederhören.",
  dontKnow: "Das weiß ich nicht sicher. Ich frage das Team, und man meldet sich bei Ihnen.",
  dontKnowToPerson: "Auch darauf habe ich keine Antwort. Ich verbinde Sie mit jemandem, der sie hat.",
  fillers: ["Einen Moment, bitte.", "Ich sehe nach.", "Eine Sekunde."],
  trouble: "Es tut mir leid, ich habe gerade ein Problem. Ich hole jemanden für Sie.",
  tooManyTroubles:
    "Es tut mir leid, heute klappt es nicht. Jemand aus dem Team ruft Sie zurück. Auf Wiederhören.",
  wrongNumber:
    "Entschuldigen Sie das Versehen. Ich gebe weiter, dass die Nummer falsch ist. Auf Wiederhören.",
  emergency:
    "Bringen Sie alle in Sicherheit, legen Sie auf und rufen Sie sofort die 911. Ich gebe jemandem aus unserem Team Bescheid.",
  crisis:
    "Es tut mir sehr leid, was Sie durchmachen. Sie können jederzeit die 988 anrufen, bei Gefahr die 911. Ich hole Ihnen einen Menschen.",
  child:
    "Danke, dass du es mir gesagt hast. Ich rufe wieder an, wenn ein Erwachsener da ist. Auf Wiederhören.",
  refuseSecret:
    "Bitte nennen Sie mir keine Karten- oder Sozialversicherungsnummern und keine Passwörter. Ich brauche sie nicht und speichere sie nicht. Womit kann ich sonst helfen?",
  cannotPromise:
    "Ich kann weder Preis noch Rabatt noch Ergebnis versprechen. Jemand aus dem Team sagt Ihnen, was möglich ist.",
  timeIsUp:
    "Unsere Zeit für dieses Gespräch ist fast um. Jemand aus dem Team meldet sich gern. Vielen Dank und auf Wiederhören.",
  sayAgain: "Entschuldigung, das habe ich nicht verstanden. Sagen Sie es noch einmal?",
  sayAgainOnceMore: "Ich habe Sie schlecht gehört. Noch einmal, bitte?",
  repeated: ["Gern.", "Noch einmal:"],
  notRecording: "Gut, dieses Gespräch wird nicht aufgezeichnet.",
  isRecorded:
    "Ja, dieses Gespräch wird aufgezeichnet. Wenn Sie das nicht möchten, sagen Sie nicht aufzeichnen, dann geht es ohne weiter.",
  isNotRecorded: "Nein, dieses Gespräch wird nicht aufgezeichnet.",
  screening: (business, purpose) =>
    `Hier ist ${business ? `der KI-Assistent von ${business}` : "ein KI-Assistent"}. ${purpose || "Ich rufe wegen Ihrer Anfrage an."} Ich bleibe in der Leitung.`,
  condolence: "Das tut mir sehr leid. Ich werde Ihnen nichts verkaufen und gebe unserem Team Bescheid.",
  noAdvice:
    "Medizinischen oder rechtlichen Rat kann ich nicht geben, bitte fragen Sie eine Fachperson. Unser Team kann Ihnen mehr sagen.",
  dataRequestNoted:
    "Ich habe Ihre Bitte zu Ihren persönlichen Daten notiert. Jemand aus unserem Team prüft, wer sie stellt, und bestätigt sie Ihnen.",
  takenOver: "Einen Moment, jemand aus unserem Team übernimmt jetzt.",
  leaveMessage:
    "Guten Tag. Bitte sprechen Sie nach dem Ton. Ihre Nachricht wird aufgezeichnet, und unser Team ruft zurück.",
  whisper: (person, note) => `Anruf von ${person}. ${note} Drücken Sie die 1, um ihn anzunehmen.`,
  handedBack: "Hier ist wieder der KI-Assistent. Wie kann ich helfen?",
  reconnected: "Entschuldigung, die Leitung war kurz unterbrochen. Bitte sprechen Sie weiter.",
  abuse:
    "Ich verstehe Ihren Ärger. Ich möchte helfen, aber bleiben wir höflich. Wenn Sie keine Anrufe möchten, drücken Sie die 9.",
  abuseGoodbye: "So kann ich nicht weitermachen und beende das Gespräch. Auf Wiederhören.",
  notInterested:
    "Verstanden, danke für die Auskunft. Wenn Sie keine Anrufe möchten, drücken Sie jetzt die 9. Auf Wiederhören.",
  busyAskWhen: "Kein Problem. Wann dürfen wir Sie anrufen?",
  complaint:
    "Das tut mir leid, und ich möchte, dass es in Ordnung kommt. Soll ich Sie mit einem Menschen verbinden?",
  complaintClosed: "Das tut mir leid. Es ist notiert, und jemand aus dem Team ruft Sie deswegen an.",
  acknowledged: ["Gut.", "Danke.", "Ich verstehe.", "In Ordnung."],
  welcome: "Gern geschehen.",
  askAgain: "Ich frage noch einmal:",
  answersIt: "Beantwortet das Ihre Frage?",
  anythingElse: "Kann ich sonst noch etwas für Sie tun?",
  noProblem: "Das macht nichts.",
  whenToCallBack: "Wann dürfen wir wieder anrufen?",
  backToQuestion: "Und zurück zu meiner Frage:",
  notDoneYet: "Das habe ich noch nicht getan. Soll ich es an das Team weitergeben?",
  contactUnknown: "Diese Angabe habe ich nicht, aber jemand aus dem Team kann sie Ihnen geben.",
  goAhead: "Ich höre.",
  injection: "Ich kann nur bei Ihren eigenen Anliegen mit uns helfen. Was möchten Sie wissen?",
  languageSwitched: "Gern, wir sprechen Deutsch weiter.",
  objection: "Ich verstehe, es eilt nicht.",
  readBack: (value) => `Ich habe ${value} notiert. Ist das richtig?`,
  correctedTo: (value) => `Danke, ich habe es berichtigt: ${value}.`,
  sayPhoneAgain:
    "Vielleicht fehlt mir eine Ziffer. Können Sie die Nummer noch einmal Ziffer für Ziffer sagen?",
  sayEmailAgain: "Können Sie die E-Mail-Adresse noch einmal langsam sagen, wenn möglich buchstabiert?",
  sayTimeAgain: "Ich möchte sicher sein. An welchem Tag und um wie viel Uhr genau?",
  leftToPerson: "Ich bin nicht sicher, ob ich es richtig habe; jemand aus dem Team prüft es mit Ihnen.",
  typeNumber: "Gern. Bitte tippen Sie die Nummer jetzt ein und drücken Sie danach die Rautetaste.",
  isHoliday: (name) => `Bitte beachten Sie, dass dieser Tag ein Feiertag ist, ${name}.`,
  inOurTime: "unserer Zeit",
};
