import type { AgentPhrases } from "./agent-phrases.ts";

export const englishPhrases: AgentPhrases = {
  disclosure: (business) =>
    `Hello, this is ${business ? `the AI assistant of ${business}` : "an AI assistant"}.`,
  recorded: "This call is recorded.",
  optOutHint: "If you do not want our calls, say stop or press 9.",
  optOutByText: "To stop our calls, text the word stop to this number.",
  optedOut: "Understood. We will not contact you again. Goodbye.",
  optedOutToPerson:
    "Understood. We will not contact you again. I am connecting you with a person about your complaint now. One moment, please.",
  possibleOptOut: "If you do not want us to contact you any more, press 9 or say stop.",
  isMachine: (business) =>
    `Yes, I am ${business ? `the AI assistant of ${business}` : "an AI assistant"}, not a person. If you prefer a person, just say so.`,
  whoIsCalling: (business) =>
    `I am ${business ? `the AI assistant of ${business}` : "an AI assistant"}, not a person.`,
  toPerson: "Of course. I am connecting you with a person now. One moment, please.",
  toPersonClosed:
    "Nobody from the team can take the call right now, so I have asked them to call you back. Which time suits you?",
  nobodyFree: "I am sorry, nobody is free at the moment. I have asked the team to call you back.",
  callbackNoted: "All right, I have noted it. Someone will call you back.",
  callbackNotedAt: (when) => `All right, I have noted a call back for ${when}.`,
  appointmentAskWhen: "Gladly. Which day and time would suit you?",
  appointmentNoted: (when) =>
    `Thank you. I have noted your request for ${when}. It is not final yet: a person from our team will confirm it.`,
  changeNoted:
    "I have noted that you want to change your appointment. A person from our team will confirm it.",
  stillThere: "Are you still there?",
  stillThereAgain: "I cannot hear you. If you are there, please say something.",
  silenceGoodbye: "I cannot hear you, so I will hang up now. Thank you, and goodbye.",
  goodbye: "Thank you for your time. Goodbye.",
  dontKnow: "I do not know that for certain, so I will ask the team and they will get back to you.",
  dontKnowToPerson: "I do not have that answer either. I will connect you with someone who does.",
  fillers: ["One moment, please.", "Let me check.", "Just a second."],
  trouble: "I am sorry, I am having trouble right now. Let me get a person for you.",
  tooManyTroubles:
    "I am sorry, this is not working today. Someone from the team will call you back. Goodbye.",
  wrongNumber: "I am sorry for the mistake. I will tell the team that this is the wrong number. Goodbye.",
  emergency:
    "Please get everyone out of danger, hang up and call 911 right away. I am letting a person of our team know now.",
  crisis:
    "I am very sorry that you are going through this. You can call or text 988 at any hour, or 911 if you are in danger. I am getting a person for you.",
  child: "Thank you for telling me. I will try again when a grown-up is there. Goodbye.",
  refuseSecret:
    "Please do not tell me card numbers, social security numbers or passwords. I do not need them and do not keep them. What else can I help you with?",
  cannotPromise:
    "I cannot promise a price, a discount or a result. A person from the team can tell you what is possible.",
  timeIsUp:
    "Our time for this call is nearly over. Someone from the team will gladly follow up. Thank you, and goodbye.",
  sayAgain: "Sorry, I did not catch that. Could you say it again?",
  sayAgainOnceMore: "I did not hear you well. Once more, please?",
  repeated: ["Of course.", "Sure, once more:"],
  notRecording: "All right, this call is not being recorded.",
  isRecorded:
    "Yes, this call is recorded. If you do not want that, say no recording, and we go on without it.",
  isNotRecorded: "No, this call is not being recorded.",
  screening: (business, purpose) =>
    `This is ${business ? `the AI assistant of ${business}` : "an AI assistant"}. ${purpose || "I am calling about your request."} I will hold.`,
  condolence:
    "I am very sorry to hear that. I will not try to sell you anything, and I will let our team know.",
  noAdvice:
    "I cannot give medical or legal advice, so please ask a professional. A person from our team can tell you more about it.",
  dataRequestNoted:
    "I have noted your request about your personal data. A person from our team will check who is asking and confirm it to you.",
  takenOver: "A colleague from our team is taking over now.",
  leaveMessage:
    "Hello. Please leave your message after the tone. It is recorded, and our team will call you back.",
  whisper: (person, note) => `Call from ${person}. ${note} Press 1 to take it.`,
  handedBack: "This is the AI assistant again. How can I help you?",
  reconnected: "Sorry, the line dropped for a moment. Please go on.",
  abuse:
    "I understand that you are upset. I want to help, but please let us stay polite. If you want no more calls, press 9.",
  abuseGoodbye: "I cannot go on like this, so I will end the call here. Goodbye.",
  notInterested:
    "Understood, thank you for telling me. If you want no more calls from us, press 9 now. Goodbye.",
  busyAskWhen: "No problem. When would be a better time to call you?",
  complaint: "I am sorry about that, and I want it to be put right. Shall I connect you with a person?",
  complaintClosed:
    "I am sorry about that. I have noted it, and a person from our team will call you back about it.",
  acknowledged: ["All right.", "Thank you.", "I see.", "Good to know."],
  welcome: "You are welcome.",
  askAgain: "Let me ask you once more:",
  answersIt: "Does that answer your question?",
  anythingElse: "Is there anything else I can help you with?",
  noProblem: "That is all right.",
  whenToCallBack: "When may we call you again?",
  backToQuestion: "And back to my question:",
  notDoneYet: "I have not done that yet. Shall I pass it on to the team?",
  contactUnknown: "I do not have that contact at hand, but a person from the team can give it to you.",
  goAhead: "Go ahead, I am listening.",
  injection: "I can only help you with your own matters with us. What would you like to know?",
  languageSwitched: "Of course, let us continue in English.",
  objection: "I understand, there is no rush.",
  readBack: (value) => `I noted ${value}. Is that right?`,
  correctedTo: (value) => `Thank you, I corrected it: ${value}.`,
  sayPhoneAgain:
    "I may have missed a digit. Could you say the number again, digit by digit, with the area code?",
  sayEmailAgain: "Could you say the e-mail address again, slowly, letter by letter if you can?",
  sayTimeAgain: "I want to be sure. Which day and which time exactly?",
  leftToPerson: "I am not sure that I have it right, so a person from the team will check it with you.",
  typeNumber:
    "Of course. Please type the number on your phone now, and press the pound key when you are done.",
  isHoliday: (name) => `Please note that this day is a holiday, ${name}.`,
  inOurTime: "our time",
};
