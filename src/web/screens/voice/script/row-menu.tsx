import { ArrowDown, ArrowUp, Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "#web/ui/button.tsx";
import { ActionMenu, type MenuAction } from "#web/ui/menu.tsx";

type RowMenuProps = {
  name: string;
  index: number;
  count: number;
  onEdit: () => void;
  onMove: (to: number) => void;
  onRemove: () => void;
};

/** The actions of a row in an ordered list. */
export const RowMenu = ({ name, index, count, onEdit, onMove, onRemove }: RowMenuProps) => {
  const { t } = useTranslation();
  const actions: MenuAction[] = [
    { id: "edit", label: t("scriptEditor.row.edit"), icon: <Pencil aria-hidden="true" />, run: onEdit },
    ...(index > 0
      ? [
          {
            id: "up",
            label: t("scriptEditor.row.up"),
            icon: <ArrowUp aria-hidden="true" />,
            run: () => onMove(index - 1),
          },
        ]
      : []),
    ...(index < count - 1
      ? [
          {
            id: "down",
            label: t("scriptEditor.row.down"),
            icon: <ArrowDown aria-hidden="true" />,
            run: () => onMove(index + 1),
          },
        ]
      : []),
    {
      id: "remove",
      label: t("scriptEditor.row.remove"),
      icon: <Trash2 aria-hidden="true" />,
      danger: true,
      run: onRemove,
    },
  ];
  return (
    <ActionMenu
      actions={actions}
      trigger={
        <Button variant="ghost" size="icon" aria-label={t("scriptEditor.goals.menu", { name })}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    />
  );
};
