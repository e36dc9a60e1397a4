import { useTranslation } from "react-i18next";
import { addressLabels } from "#domain/people/person-address.ts";

/** A label as it is shown: the known ones in the user's language, others as they were given. */
export const useAddressLabel = (): ((label: string | null) => string | null) => {
  const { t } = useTranslation();
  return (label) => {
    const known = addressLabels.find((name) => name === label);
    return known ? t(`addresses.label.${known}`) : label;
  };
};
