/** The path of a package as the importer finds it, undefined where it is not locked. */
export const findLocked = (packages, importer, name) => {
  for (
    let folder = importer;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/") - 1))
  ) {
    const path = `${folder}${folder && "/"}node_modules/${name}`;
    if (packages[path]) return path;
    if (!folder) return undefined;
  }
};

const neededNames = ({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) => [
  ...Object.keys({ ...dependencies, ...optionalDependencies }),
  ...Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true),
];

export const withoutDevDependencies = ({ devDependencies: _, ...project }) => project;

/**
 * The part of the lock file that building and running need. `npm ci --omit=dev` would also install TypeScript and
 * others that are an optional peer of a package which is needed: 45 MB.
 */
export const withoutTools = (lock) => {
  const project = withoutDevDependencies(lock.packages[""]);
  const selected = new Map([["", project]]);
  // A map yields what is added while it is read.
  for (const [importer, entry] of selected) {
    for (const name of neededNames(entry)) {
      const path = findLocked(lock.packages, importer, name);
      if (path !== undefined && !selected.has(path)) selected.set(path, lock.packages[path]);
    }
  }
  return { ...lock, packages: Object.fromEntries(selected) };
};

/**
 * The lock file with the address of each package at a registry. Ours records none, so that every registry serves it,
 * but npm would then ask for the description of all versions of each package, which is more to download than the
 * packages. npm compares each package with its recorded hash.
 */
export const withAddresses = (lock, registry) => {
  const packages = Object.entries(lock.packages).map(([path, entry]) => {
    if (entry.integrity === undefined) return [path, entry];
    const name = entry.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const file = `${name.slice(name.indexOf("/") + 1)}-${entry.version}.tgz`;
    return [path, { ...entry, resolved: `${registry.replace(/\/+$/, "")}/${name}/-/${file}` }];
  });
  return { ...lock, packages: Object.fromEntries(packages) };
};
