import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";

type JoinQuestionProps = {
  joined: number;
  rows: number;
  disabled: boolean;
  onAnswer: (answer: "join" | "leave_out") => void;
  /** To the columns, one of which may not belong to the people. */
  onBack: () => void;
};

/** Asks before many rows of a file become few people: an address column may be that of a seller or an office. */
export const JoinQuestion = ({ joined, rows, disabled, onAnswer, onBack }: JoinQuestionProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Card className="bg-warn-tint">
      <div role="alert" className="flex flex-wrap items-center gap-3">
        <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-warn" />
        <div className="min-w-0 flex-1 basis-72 text-sm">
          <p className="font-[600]">
            {t("import.joinQuestion.title", {
              count: joined,
              joined: format.number(joined),
              rows: format.number(rows),
            })}
          </p>
          <p className="text-soft">{t("import.joinQuestion.text")}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button disabled={disabled} onClick={onBack}>
            {t("import.joinQuestion.columns")}
          </Button>
          <Button disabled={disabled} onClick={() => onAnswer("leave_out")}>
            {t("import.joinQuestion.leaveOut")}
          </Button>
          <Button variant="primary" disabled={disabled} onClick={() => onAnswer("join")}>
            {t("import.joinQuestion.join")}
          </Button>
        </div>
      </div>
    </Card>
  );
};
