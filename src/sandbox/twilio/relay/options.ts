import { childElements, type XmlElement } from "#sandbox/twilio/xml.ts";

/** The attributes of `<ConversationRelay>`. Twilio drops others without a word. */
const knownAttributes: readonly string[] = [
  "url",
  "welcomeGreeting",
  "welcomeGreetingInterruptible",
  "welcomeGreetingLanguage",
  "language",
  "ttsLanguage",
  "transcriptionLanguage",
  "ttsProvider",
  "voice",
  "transcriptionProvider",
  "speechModel",
  "speechTimeout",
  "eotThreshold",
  "interruptible",
  "interruptSensitivity",
  "ignoreBackchannel",
  "preemptible",
  "partialPrompts",
  "profanityFilter",
  "dtmfDetection",
  "reportInputDuringAgentSpeech",
  "hints",
  "events",
  "debug",
  "intelligenceService",
  "conversationConfiguration",
  "elevenlabsTextNormalization",
  "deepgramSmartFormat",
  "backgroundNoiseReduction",
  "echoFiltering",
  "applicationReconnect",
];

/** Which kinds of input an attribute such as `interruptible` names. */
export type InputKinds = { speech: boolean; dtmf: boolean };

export type RelayOptions = {
  url: string;
  /** Names that Twilio would drop. */
  unknownAttributes: string[];
  attributes: Readonly<Record<string, string>>;
  /** The languages of the `<Language>` elements. */
  languages: string[];
  parameters: Record<string, string>;
  greeting: string;
  greetingInterruptible: InputKinds;
  interruptible: InputKinds;
  /** Input that is reported although the agent speaks and is not interrupted. */
  reportsDuringSpeech: InputKinds;
  isPreemptible: boolean;
  ignoresBackchannel: boolean;
  ignoresCoughs: boolean;
  detectsKeys: boolean;
  sendsPartialPrompts: boolean;
  sendsSpeakerEvents: boolean;
  sendsTokensPlayed: boolean;
  reconnects: boolean;
  ttsLanguage: string;
  transcriptionLanguage: string;
};

const readInputKinds = (value: string | undefined, byDefault: string): InputKinds => {
  const kind = (value ?? byDefault).toLowerCase();
  const isAny = kind === "any" || kind === "true";
  return { speech: isAny || kind === "speech", dtmf: isAny || kind === "dtmf" };
};

export const readRelayOptions = (element: XmlElement): RelayOptions => {
  const { attributes } = element;
  const children = childElements(element);
  const language = attributes.language ?? "en-US";
  const events = (attributes.events ?? "").split(/[\s,]+/);
  return {
    url: attributes.url ?? "",
    unknownAttributes: Object.keys(attributes).filter((name) => !knownAttributes.includes(name)),
    attributes,
    languages: children.filter(({ name }) => name === "Language").map((child) => child.attributes.code ?? ""),
    parameters: Object.fromEntries(
      children
        .filter(({ name }) => name === "Parameter")
        .map((child) => [child.attributes.name ?? "", child.attributes.value ?? ""]),
    ),
    greeting: (attributes.welcomeGreeting ?? "").trim(),
    greetingInterruptible: readInputKinds(attributes.welcomeGreetingInterruptible, "any"),
    interruptible: readInputKinds(attributes.interruptible, "any"),
    reportsDuringSpeech: readInputKinds(attributes.reportInputDuringAgentSpeech, "none"),
    isPreemptible: attributes.preemptible === "true",
    ignoresBackchannel: attributes.ignoreBackchannel === "true",
    ignoresCoughs: attributes.interruptSensitivity === "low",
    detectsKeys: attributes.dtmfDetection === "true",
    sendsPartialPrompts: attributes.partialPrompts === "true",
    sendsSpeakerEvents: events.includes("speaker-events"),
    sendsTokensPlayed: events.includes("tokens-played"),
    reconnects: attributes.applicationReconnect === "true",
    ttsLanguage: attributes.ttsLanguage ?? language,
    transcriptionLanguage: attributes.transcriptionLanguage ?? language,
  };
};
