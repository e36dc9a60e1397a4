import type { Language } from "#domain/language.ts";
import { findConnector } from "#server/connectors/connectors.ts";
import {
  type SpeechContext,
  type SpeechVendor,
  speechVendors,
  type Voice,
} from "#server/connectors/speech.ts";
import type { VendorFailure } from "#server/connectors/test-result.ts";
import type { OpenedConnection } from "#server/store/connections/vendors.ts";
import type { ApiServices, Handlers } from "./handler.ts";
import { issueWords } from "./issue-words.ts";
import { Problem } from "./problem.ts";
import { languageOf, memoryOf, problemOf, vendorFailed, vendorsOf } from "./vendors.ts";

const openSpeaker = async (services: ApiServices, { service }: SpeechVendor, language: Language) => {
  const connector = findConnector(service);
  if (!connector) throw new Problem("not_found");
  return vendorsOf(services).open(connector, {}, issueWords[language]);
};

const askSpeaker = <T>(
  services: ApiServices,
  opened: OpenedConnection,
  work: (context: SpeechContext) => Promise<T>,
): Promise<T> => vendorsOf(services).use(opened, "tts", (context) => work(context as SpeechContext));

const voicesOf = memoryOf<Voice[] | VendorFailure>(Array.isArray);

export const speechHandlers: Pick<Handlers["voice"], "voices" | "synthesize"> = {
  voices: async ({ input: { query }, services, caller, request }) => {
    const speaker = speechVendors[query.provider];
    const opened = await openSpeaker(services, speaker, languageOf({ caller, request }));
    if (!opened.ok) return { configured: false, voices: [] };
    const voices = await voicesOf(services)([speaker.service, opened.mode, opened.settings], () =>
      askSpeaker(services, opened, speaker.listVoices),
    );
    if (!Array.isArray(voices)) throw vendorFailed(voices, opened, languageOf({ caller, request }));
    return { configured: true, voices };
  },

  synthesize: async ({ input: { body }, services, caller, request, reply }) => {
    const { provider, ...speech } = body;
    const speaker = speechVendors[provider];
    const opened = await openSpeaker(services, speaker, languageOf({ caller, request }));
    if (!opened.ok) throw problemOf(opened);
    const spoken = await askSpeaker(services, opened, (context) => speaker.synthesize(context, speech));
    if (!("audio" in spoken)) throw vendorFailed(spoken, opened, languageOf({ caller, request }));
    await reply.type("audio/mpeg").send(spoken.audio);
    return "";
  },
};
