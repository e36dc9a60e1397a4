/** Splits a name in any style, English or Spanish: `q3_fullName`, `Correo electrónico`, `your-email`. */
export const splitFieldName = (name: string): string[] =>
  name
    .slice(0, 120)
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "");
