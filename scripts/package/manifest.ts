/** Packages that a project installs with Waymark. The package contains the code of all others. */
export const installed = ['@fontsource/newsreader', 'commander', 'sharp', 'zod'] as const;

/** Packages that a project installs only for a command that needs them. */
export const onDemand = ['@aws-sdk/client-s3', 'pg'] as const;

interface Manifest {
  version: string;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  [field: string]: unknown;
}

/**
 * The `package.json` of the package. In a checkout, `npm ci --omit=dev` installs everything that any
 * command needs. In a project, packages that few sites need are optional peers.
 */
export function packedManifest(own: Manifest, version: string): Manifest {
  const pick = (names: readonly string[]) =>
    Object.fromEntries(Object.entries(own.dependencies).filter(([name]) => names.includes(name)));
  const peerDependencies = { ...own.peerDependencies, ...pick(onDemand) };
  return {
    ...own,
    version,
    dependencies: pick(installed),
    peerDependencies,
    peerDependenciesMeta: Object.fromEntries(
      Object.keys(peerDependencies).map((name) => [name, { optional: true }]),
    ),
  };
}
