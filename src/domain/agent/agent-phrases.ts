/** The fixed lines of the agent in one language. */
export type AgentPhrases = {
  /** Says who calls and that it is a machine; at most eight seconds together with `recorded`. */
  disclosure: (business: string | null) => string;
  recorded: string;
  optOutHint: string;
  /** For answering machines, which cannot press a key. */
  optOutByText: string;
  optedOut: string;
  /** After an opt-out with a complaint, which a person takes now. */
  optedOutToPerson: string;
  /** After words that may be an opt-out. */
  possibleOptOut: string;
  isMachine: (business: string | null) => string;
  whoIsCalling: (business: string | null) => string;
  toPerson: string;
  toPersonClosed: string;
  nobodyFree: string;
  callbackNoted: string;
  callbackNotedAt: (when: string) => string;
  appointmentAskWhen: string;
  appointmentNoted: (when: string) => string;
  changeNoted: string;
  stillThere: string;
  stillThereAgain: string;
  silenceGoodbye: string;
  goodbye: string;
  dontKnow: string;
  dontKnowToPerson: string;
  /** Said while the answer takes long. */
  fillers: string[];
  trouble: string;
  tooManyTroubles: string;
  wrongNumber: string;
  emergency: string;
  crisis: string;
  child: string;
  refuseSecret: string;
  cannotPromise: string;
  timeIsUp: string;
  sayAgain: string;
  /** Where `sayAgain` was the last line. */
  sayAgainOnceMore: string;
  /** Before the last words are said once more. */
  repeated: string[];
  notRecording: string;
  /** Answers to the question whether the call is recorded. */
  isRecorded: string;
  isNotRecorded: string;
  /** To a machine that asks on behalf of the person who calls and why. */
  screening: (business: string | null, purpose: string) => string;
  /** To somebody who is bereaved or in distress: nothing is sold. */
  condolence: string;
  /** Instead of medical or legal advice. */
  noAdvice: string;
  /** The wish to have personal data erased, or to see it. */
  dataRequestNoted: string;
  /** An operator speaks from now on. */
  takenOver: string;
  handedBack: string;
  /** To a caller for whom no agent and no person answers. */
  leaveMessage: string;
  /** To the person who takes over, before the call is connected. */
  whisper: (person: string, note: string) => string;
  reconnected: string;
  abuse: string;
  abuseGoodbye: string;
  notInterested: string;
  busyAskWhen: string;
  complaint: string;
  complaintClosed: string;
  acknowledged: string[];
  /** After "thank you". */
  welcome: string;
  /** Before a question that was not answered the first time. */
  askAgain: string;
  /** The same after the customer asked something. */
  backToQuestion: string;
  /** After "I do not know" and "I would rather not say". */
  noProblem: string;
  answersIt: string;
  anythingElse: string;
  /** After a yes to `anythingElse`. */
  goAhead: string;
  injection: string;
  languageSwitched: string;
  /** After "I have to think about it". */
  objection: string;
  /** Instead of an act that was claimed and not done. */
  notDoneYet: string;
  /** Instead of a link, number or address from nowhere. */
  contactUnknown: string;
  whenToCallBack: string;
  /** A phone number or an e-mail address as it was understood. */
  readBack: (value: string) => string;
  correctedTo: (value: string) => string;
  sayPhoneAgain: string;
  sayEmailAgain: string;
  /** After a time that has more than one reading or does not exist. */
  sayTimeAgain: string;
  /** After two questions without a sure answer. */
  leftToPerson: string;
  /** The caller would rather type a number. */
  typeNumber: string;
  isHoliday: (name: string) => string;
  /** After a time that was named in another zone. */
  inOurTime: string;
};
