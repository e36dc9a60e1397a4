import type { Language } from "#domain/language.ts";
import { findConnector } from "#server/connectors/connectors.ts";
import { type Speaker, type SpeechContext, speakers, type Voice } from "#server/connectors/speech.ts";
import type { Verdict } from "#server/connectors/verdict.ts";
import type { Opened } from "#server/store/connections/vendors.ts";
import type { Handlers, Services } from "./handler.ts";
import { issueMessages } from "./issue-words.ts";
import { Problem } from "./problem.ts";
import {
  closedConnectionProblem,
  createServicesCache,
  requestLanguage,
  vendorProblem,
  vendorsOf,
} from "./vendors.ts";

const openSpeaker = async (services: Services, { service }: Speaker, language: Language) => {
  const connector = findConnector(service);
  if (!connector) throw new Problem("not_found");
  return vendorsOf(services).open(connector, {}, issueMessages[language]);
};

const callSpeaker = <T>(
  services: Services,
  opened: Opened,
  work: (context: SpeechContext) => Promise<T>,
): Promise<T> => vendorsOf(services).use(opened, "tts", (context) => work(context as SpeechContext));

const voicesCache = createServicesCache<Voice[] | Verdict>(Array.isArray);

export const speechHandlers: Pick<Handlers["voice"], "voices" | "synthesize"> = {
  voices: async ({ input: { query }, services, caller, request }) => {
    const speaker = speakers[query.provider];
    const opened = await openSpeaker(services, speaker, requestLanguage({ caller, request }));
    if (!opened.ok) return { configured: false, voices: [] };
    const voices = await voicesCache(services)([speaker.service, opened.mode, opened.settings], () =>
      callSpeaker(services, opened, speaker.voices),
    );
    if (!Array.isArray(voices)) throw vendorProblem(voices, opened, requestLanguage({ caller, request }));
    return { configured: true, voices };
  },

  synthesize: async ({ input: { body }, services, caller, request, reply }) => {
    const { provider, ...speech } = body;
    const speaker = speakers[provider];
    const opened = await openSpeaker(services, speaker, requestLanguage({ caller, request }));
    if (!opened.ok) throw closedConnectionProblem(opened);
    const spoken = await callSpeaker(services, opened, (context) => speaker.speak(context, speech));
    if (!("audio" in spoken)) throw vendorProblem(spoken, opened, requestLanguage({ caller, request }));
    await reply.type("audio/mpeg").send(spoken.audio);
    return "";
  },
};
