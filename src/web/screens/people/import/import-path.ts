export const importStartPath = "/people/import";

/** The page of one import. */
export const importPath = (id: string): string => `${importStartPath}/${id}`;

/** The list of the people whom an import added or changed. */
export const importedPeoplePath = (id: string): string =>
  `/people?${new URLSearchParams({ where: JSON.stringify({ field: `import.${id}`, op: "in" }) })}`;
