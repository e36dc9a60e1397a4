import type { AudienceField } from "#contract/audiences.ts";
import type { PersonListItem } from "#contract/people.ts";
import { audienceChoiceLabel, audienceFieldLabel } from "#web/components/audience/audience-labels.ts";
import { seenValue } from "#web/components/audience/seen-value.ts";
import type { Wording } from "#web/lib/reason-values.ts";
import type { DataColumn } from "#web/ui/data-table.tsx";
import { customColumnPrefix } from "./column-list.ts";
import { type CellEditor, EditableCell } from "./editable-cell.tsx";

/** Custom fields of other kinds are edited in the person's form. */
const customEditor = (
  field: AudienceField,
  key: string,
  value: unknown,
  wording: Wording,
): CellEditor | undefined => {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  const toChange = (next: string) => {
    const number = field.kind === "number" ? Number(next) : Number.NaN;
    // The server refuses what is no number, with its reason.
    return { fields: { [key]: next === "" ? null : Number.isNaN(number) ? next : number } };
  };
  if (field.kind === "text" || field.kind === "number")
    return { kind: "text", value: text, type: "text", toChange };
  if (field.kind !== "choice" || !field.choices) return undefined;
  const options = field.choices.map((choice) => ({
    value: choice.value,
    label: audienceChoiceLabel(field, choice.value, wording),
  }));
  return { kind: "choice", value: text, options: [{ value: "", label: "–" }, ...options], toChange };
};

/** The column of a custom field, such as `field.roof_type`. */
export const customColumn = (
  id: string,
  field: AudienceField,
  wording: Wording,
): DataColumn<PersonListItem> & { width: number } => {
  const key = id.slice(customColumnPrefix.length);
  const label = audienceFieldLabel(field, wording);
  return {
    id,
    width: 160,
    enableSorting: false,
    header: label,
    cell: ({ row: { original } }) => {
      const value = original.fields[key];
      const isEmpty = value === null || value === undefined || value === "";
      const shown = !isEmpty && <span className="block truncate">{seenValue(field, value, wording)}</span>;
      const editor = customEditor(field, key, value, wording);
      return editor ? (
        <EditableCell person={original} column={id} label={label} editor={editor}>
          {shown}
        </EditableCell>
      ) : (
        shown
      );
    },
  };
};
