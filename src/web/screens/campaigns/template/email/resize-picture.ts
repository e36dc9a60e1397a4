import {
  emailPictureTypes,
  maxPictureBytes,
  maxPictureHeight,
  maxPictureWidth,
} from "#domain/email/picture-size.ts";

/** What is chosen may be larger than what is stored: a phone's photo is made smaller here. */
export const maxChosenBytes = 20 * 1024 * 1024;
export const chosenTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"];

const qualities = [0.85, 0.7, 0.5];

const toBlob = (canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, quality));

const drawScaled = (picture: ImageBitmap, background: string | null): HTMLCanvasElement => {
  const scale = Math.min(1, maxPictureWidth / picture.width, maxPictureHeight / picture.height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext("2d");
  if (context && background) {
    context.fillStyle = background;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
};

/**
 * The picture as it can be stored: unchanged where it fits, else smaller. Undefined for a file that is no picture or
 * that cannot be made small enough, such as a long animation.
 */
export const resizePicture = async (file: File): Promise<Blob | undefined> => {
  const isTaken = emailPictureTypes.some((type) => type === file.type);
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return undefined;
  const fits =
    picture.width <= maxPictureWidth && picture.height <= maxPictureHeight && file.size <= maxPictureBytes;
  if (isTaken && fits) return file;
  // Only its first frame would be left of an animation.
  if (file.type === "image/gif") return undefined;
  if (file.type !== "image/jpeg") {
    const png = await toBlob(drawScaled(picture, null), "image/png");
    if (png && png.size <= maxPictureBytes) return png;
  }
  const canvas = drawScaled(picture, "#ffffff");
  for (const quality of qualities) {
    const jpeg = await toBlob(canvas, "image/jpeg", quality);
    if (jpeg && jpeg.size <= maxPictureBytes) return jpeg;
  }
  return undefined;
};
