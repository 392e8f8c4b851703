import { bundled } from './bundled.ts';

/** Packages of the checkout that a project installs only for a command that needs them. */
const onDemand = ['@aws-sdk/client-s3', 'pg'] as const;

interface Manifest {
  version: string;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  [field: string]: unknown;
}

/**
 * The `package.json` of the package. In a checkout, `npm ci --omit=dev` installs everything that any
 * command needs. In a project, packages that few sites need are optional peers, and
 * the package contains the code of `bundled`.
 */
export function packedManifest(own: Manifest, version: string): Manifest {
  const isOnDemand = ([name]: [string, string]) => onDemand.some((one) => one === name);
  const separate = Object.entries(own.dependencies).filter(([name]) => !(name in bundled));
  const { moved = [], kept = [] } = Object.groupBy(separate, (one) =>
    isOnDemand(one) ? 'moved' : 'kept',
  );
  const peerDependencies = { ...own.peerDependencies, ...Object.fromEntries(moved) };
  return {
    ...own,
    version,
    dependencies: Object.fromEntries(kept),
    peerDependencies,
    peerDependenciesMeta: Object.fromEntries(
      Object.keys(peerDependencies).map((name) => [name, { optional: true }]),
    ),
  };
}
