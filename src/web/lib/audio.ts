import { ApiError } from "./api.ts";

/** A sound from the server; a refusal is the same error as any other call's. */
export const fetchAudio = async (path: string, body?: unknown): Promise<Blob> => {
  const language = { "accept-language": document.documentElement.lang };
  const response = await fetch(
    path,
    body === undefined
      ? { headers: language, credentials: "include" }
      : {
          method: "POST",
          headers: { ...language, "content-type": "application/json" },
          credentials: "include",
          body: JSON.stringify(body),
        },
  );
  if (!response.ok)
    throw new ApiError(response.status, (await response.text()) || response.statusText, undefined);
  return response.blob();
};

let playing: { audio: HTMLAudioElement; url: string } | undefined;

export const stopAudio = (): void => {
  playing?.audio.pause();
  if (playing) URL.revokeObjectURL(playing.url);
  playing = undefined;
};

/** Settled once it is heard. One at a time: what played before falls silent. */
export const playAudio = async (sound: Blob): Promise<void> => {
  stopAudio();
  const url = URL.createObjectURL(sound);
  const audio = new Audio(url);
  playing = { audio, url };
  audio.addEventListener("ended", () => {
    if (playing?.audio === audio) stopAudio();
  });
  await audio.play();
};
