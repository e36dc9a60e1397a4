type ElevenlabsVoice = {
  id: string;
  name: string;
  accent: string;
  gender: string;
  age: string;
  useCase: string;
};

export const elevenlabsVoices: readonly ElevenlabsVoice[] = [
  {
    id: "sbxMarisol000000000a",
    name: "Marisol",
    accent: "puerto rican",
    gender: "female",
    age: "young",
    useCase: "conversational",
  },
  {
    id: "sbxRafael0000000000b",
    name: "Rafael",
    accent: "puerto rican",
    gender: "male",
    age: "middle_aged",
    useCase: "conversational",
  },
  {
    id: "sbxLucia00000000000c",
    name: "Lucía",
    accent: "castilian",
    gender: "female",
    age: "middle_aged",
    useCase: "narrative_story",
  },
  {
    id: "sbxDiego00000000000d",
    name: "Diego",
    accent: "mexican",
    gender: "male",
    age: "young",
    useCase: "social_media",
  },
  {
    id: "sbxGrace00000000000e",
    name: "Grace",
    accent: "american",
    gender: "female",
    age: "middle_aged",
    useCase: "conversational",
  },
  {
    id: "sbxOwen000000000000f",
    name: "Owen",
    accent: "american",
    gender: "male",
    age: "young",
    useCase: "informative_educational",
  },
  {
    id: "sbxBeatrice00000000g",
    name: "Beatrice",
    accent: "british",
    gender: "female",
    age: "old",
    useCase: "narrative_story",
  },
  {
    id: "sbxCamille000000000h",
    name: "Camille",
    accent: "parisian",
    gender: "female",
    age: "young",
    useCase: "conversational",
  },
];

/** The letters of Google's neural voices by locale; Mexico and Puerto Rico use es-US. */
const neuralVoices: Record<string, string> = {
  "en-US": "ACDEFGHIJ",
  "en-GB": "ABCDFNO",
  "en-AU": "ABCD",
  "es-US": "ABC",
  "es-ES": "ABCDEFGH",
  "fr-FR": "ABCDEFG",
  "fr-CA": "ABCD",
  "de-DE": "ABCDFGH",
};
const chirpVoices: Record<string, string> = {
  Aoede: "FEMALE",
  Charon: "MALE",
  Fenrir: "MALE",
  Kore: "FEMALE",
  Leda: "FEMALE",
  Orus: "MALE",
  Puck: "MALE",
  Zephyr: "FEMALE",
};
/** A simplification: at Google, the gender of a letter differs by locale. */
const genderForLetter = (letter: string): string => ("BDIJ".includes(letter) ? "MALE" : "FEMALE");

const googleVoice = (locale: string, style: string, ssmlGender: string) => ({
  languageCodes: [locale],
  name: `${locale}-${style}`,
  ssmlGender,
  naturalSampleRateHertz: 24_000,
});

export const googleVoices = Object.entries(neuralVoices).flatMap(([locale, letters]) => [
  ...[...letters].map((letter) => googleVoice(locale, `Neural2-${letter}`, genderForLetter(letter))),
  ...Object.entries(chirpVoices).map(([name, gender]) => googleVoice(locale, `Chirp3-HD-${name}`, gender)),
]);
