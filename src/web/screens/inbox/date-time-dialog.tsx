import { useState } from "react";
import { ChooseTimeDialog } from "#web/components/thread/choose-time-dialog.tsx";
import { useZone } from "#web/components/thread/use-zone.ts";
import { timePresets } from "./snooze-times.ts";

type DateTimeDialogProps = {
  title: string;
  /** Label of the button. */
  confirm: string;
  onChoose: (instant: string) => void;
  onClose: () => void;
};

/** Asks for a time in the future, and offers one of the usual ones first. */
export const DateTimeDialog = (props: DateTimeDialogProps) => {
  const zone = useZone();
  const [initial] = useState(() => timePresets(Date.now(), zone).at(-2)?.at ?? new Date().toISOString());
  return <ChooseTimeDialog {...props} initial={initial} />;
};
