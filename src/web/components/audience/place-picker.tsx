import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronDown, MapPin } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { type FoundPlace, placesApi } from "#contract/places.ts";
import { apiQuery, callApi, serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useMay } from "#web/lib/session.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { Input, inputClass } from "#web/ui/input.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { OptionList, optionId, useHighlight } from "./option-list.tsx";

type ChosenPlace = Pick<FoundPlace, "label" | "latitude" | "longitude">;

/** Addresses are asked for only on request: a map vendor may charge for each. */
const minAddressLength = 6;

const PlaceSearch = ({ onChoose }: { onChoose: (place: ChosenPlace) => void }) => {
  const { t } = useTranslation();
  const listId = useId();
  const mayLookUp = useMay("people", "work");
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const text = useDebounced(typed.trim(), 150);
  const { data, error } = useQuery({
    ...apiQuery(placesApi.search, { query: { q: text } }),
    enabled: text !== "",
    placeholderData: keepPreviousData,
  });
  const places = text === "" ? [] : (data?.places ?? []);
  const canLookUp = mayLookUp && text.length >= minAddressLength && /\s/.test(text);
  const options = [
    ...places.map(({ label, latitude, longitude, precision }) => ({
      id: `${label} ${latitude} ${longitude}`,
      label,
      hint: t(`places.precision.${precision}`),
    })),
    ...(canLookUp ? [{ id: "look-up", label: t("audience.lookUp", { address: text }) }] : []),
  ];
  const lookUp = async () => {
    setProblem(undefined);
    try {
      const { place } = await callApi(placesApi.lookUp, { body: { address: text } });
      if (place) onChoose(place);
      else setProblem(t("audience.notFound"));
    } catch (failure) {
      setProblem(serverMessage(failure) ?? t("audience.lookUpFailed"));
    }
  };
  const choose = (index: number) => {
    const place = places[index];
    if (place) onChoose(place);
    else void lookUp();
  };
  const { highlighted, setActive, onKeyDown } = useHighlight(options.length, choose);
  const note = problem ?? (error ? (serverMessage(error) ?? t("error.load")) : undefined);
  const isWithout = note === undefined && text !== "" && data && options.length === 0;
  return (
    <>
      <div className="border-line border-b p-2">
        <Input
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={options.length > 0 ? optionId(listId, highlighted) : undefined}
          aria-label={t("audience.searchPlace")}
          placeholder={t("audience.searchPlace")}
          value={typed}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => {
            setTyped(target.value);
            setProblem(undefined);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {(note ?? isWithout) && (
        <p role="status" className={cn("px-3 py-2.5 text-sm", note ? "text-bad" : "text-faint")}>
          {note ?? t("audience.noPlace")}
        </p>
      )}
      <OptionList
        id={listId}
        label={t("audience.place")}
        options={options}
        highlighted={highlighted}
        onHighlight={setActive}
        onChoose={choose}
      />
    </>
  );
};

/** A button that opens a search of places: municipalities, ZIP codes, coordinates and addresses. */
export const PlacePicker = ({
  label,
  onChange,
}: {
  label: string;
  onChange: (place: ChosenPlace) => void;
}) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const text = label === "" ? t("audience.choosePlace") : label;
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t("audience.place")}
      className="w-80"
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`${t("audience.place")}: ${text}`}
          className={cn(inputClass, "flex w-auto min-w-40 flex-1 items-center gap-2 text-left")}
        >
          <MapPin aria-hidden="true" className="size-4 shrink-0 text-soft" />
          <span className={cn("truncate", label === "" && "text-faint")}>{text}</span>
          <ChevronDown aria-hidden="true" className="ml-auto size-4 shrink-0 text-soft" />
        </button>
      }
    >
      <PlaceSearch
        onChoose={(place) => {
          setOpen(false);
          onChange(place);
        }}
      />
    </Popover>
  );
};
