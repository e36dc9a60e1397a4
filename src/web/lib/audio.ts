import { ApiError } from "./api.ts";

/** Fetches audio from the server; an error response throws an ApiError, as in any other call. */
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

/** Resolves when playback starts. Stops audio that is already playing. */
export const playAudio = async (blob: Blob): Promise<void> => {
  stopAudio();
  const url = URL.createObjectURL(blob);
  const audio = new Audio(url);
  playing = { audio, url };
  audio.addEventListener("ended", () => {
    if (playing?.audio === audio) stopAudio();
  });
  await audio.play();
};
