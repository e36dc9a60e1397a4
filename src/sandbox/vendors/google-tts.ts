import { requireCredentials } from "#sandbox/auth.ts";
import { googleAuth, googleError } from "#sandbox/google.ts";
import { chime } from "#sandbox/speech/mp3.ts";
import { googleVoices } from "#sandbox/speech/voices.ts";
import { queryParam, type SimulatedResponse, sendResponse, type Vendor } from "#sandbox/vendor.ts";

type Body = {
  input?: { text?: unknown; ssml?: unknown };
  voice?: { languageCode?: unknown; name?: unknown };
  audioConfig?: { audioEncoding?: unknown };
};

const maxInputBytes = 5000;
const invalid = (message: string): SimulatedResponse => googleError(400, "INVALID_ARGUMENT", message);

const validateSynthesis = ({ input, voice, audioConfig }: Body): SimulatedResponse | undefined => {
  const text = input?.text ?? input?.ssml;
  if (typeof text !== "string" || text === "") return invalid("Request contains an invalid argument: input.");
  if (Buffer.byteLength(text) > maxInputBytes)
    return invalid("Either `input.text` or `input.ssml` is longer than the limit of 5000 bytes.");
  if (typeof voice?.languageCode !== "string") return invalid("Voice language code must be specified.");
  if (voice.name !== undefined && !googleVoices.some(({ name }) => name === voice.name))
    return invalid(`Voice '${String(voice.name)}' does not exist. Is it misspelled?`);
  if (audioConfig?.audioEncoding !== "MP3") return invalid("The sandbox only makes MP3.");
  return undefined;
};

export const googleTts: Vendor = {
  id: "google-tts",
  mount: (app) => {
    requireCredentials(app, {
      ...googleAuth("texttospeech.googleapis.com"),
      // A success without any audio.
      falseSuccess: (request) => ({
        status: 200,
        body: request.method === "POST" ? { audioContent: "" } : {},
      }),
    });
    app.get("/v1/voices", async (request) => {
      const language = queryParam(request, "languageCode");
      return {
        voices: googleVoices.filter(({ languageCodes }) =>
          languageCodes.some((code) => !language || code === language || code.startsWith(`${language}-`)),
        ),
      };
    });
    app.post("/v1/text::synthesize", async (request, reply) => {
      const refusal = validateSynthesis((request.body ?? {}) as Body);
      return refusal ? sendResponse(reply, refusal) : { audioContent: chime().toString("base64") };
    });
  },
};
