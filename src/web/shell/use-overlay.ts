import { useState } from "react";

/** What may lie over the whole page; one at a time. */
export type Overlay = "palette" | "account" | "shortcuts";
export type ShowOverlay = (overlay: Overlay | undefined) => void;

export const useOverlay = (): [Overlay | undefined, ShowOverlay] => useState<Overlay>();
