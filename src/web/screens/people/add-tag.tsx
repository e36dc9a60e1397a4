import { Tag } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/input.tsx";
import { Popover } from "#web/ui/popover.tsx";

type AddTagButtonProps = { disabled: boolean; onAdd: (tag: string) => void };

/** Asks for one tag. */
export const AddTagButton = ({ disabled, onAdd }: AddTagButtonProps) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [tag, setTag] = useState("");
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t("people.tag.add")}
      className="w-72 p-3"
      trigger={
        <Button size="sm" disabled={disabled}>
          <Tag aria-hidden="true" />
          {t("people.tag.add")}
        </Button>
      }
    >
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (tag.trim() === "") return;
          onAdd(tag.trim());
          setTag("");
          setOpen(false);
        }}
      >
        <Input
          aria-label={t("people.tag.label")}
          placeholder={t("people.tag.label")}
          value={tag}
          maxLength={60}
          onChange={(event) => setTag(event.target.value)}
          autoComplete="off"
        />
        <Button type="submit" variant="primary" disabled={tag.trim() === ""}>
          {t("people.tag.apply")}
        </Button>
      </form>
    </Popover>
  );
};
