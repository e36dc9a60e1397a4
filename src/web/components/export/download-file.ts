import type { RequestOf } from "#contract/api-route.ts";
import { exportsApi } from "#contract/exports.ts";
import { ApiError } from "#web/lib/api.ts";

/** Downloads what the server answers a GET with, while it makes it. */
export const downloadFrom = (address: string): void => {
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
};

const fileName = /filename="([^"]+)"/;

/** Downloads chosen people. Their ids may not fit in an address, so that they are sent as a body. */
export const downloadSelected = async (
  body: RequestOf<typeof exportsApi.selected>["body"],
): Promise<void> => {
  const response = await fetch(exportsApi.selected.path, {
    method: exportsApi.selected.method,
    headers: { "content-type": "application/json", "accept-language": document.documentElement.lang },
    credentials: "include",
    body: JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(new ApiError(response.status, await response.text(), undefined).problem?.message);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = fileName.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "people";
  link.click();
  // The browser has taken the file over by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};
