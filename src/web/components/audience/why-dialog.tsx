import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Audience } from "#domain/audience/audience.ts";
import { PersonPicker, type SelectedPerson } from "#web/components/person/person-picker.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { WhyExplanation } from "./why-explanation.tsx";

type WhyDialogProps = {
  audience: Audience;
  /** Chosen in the dialog where absent. */
  person?: SelectedPerson | undefined;
  onClose: () => void;
};

/** Why a person is in a filter or not: each row with a tick or a cross and the value that was seen. */
export const WhyDialog = ({ audience, person: start, onClose }: WhyDialogProps) => {
  const { t } = useTranslation();
  const [person, setPerson] = useState(start);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={start ? t("audience.why.named", { name: start.name }) : t("audience.why.pick")}
    >
      <div className="grid min-h-40 content-start gap-3">
        <PersonPicker
          label={t("audience.why.person")}
          placeholder={t("audience.why.find")}
          value={person}
          onChange={setPerson}
        />
        {person && <WhyExplanation audience={audience} person={person} />}
      </div>
    </Dialog>
  );
};
