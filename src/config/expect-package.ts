import { readFileSync } from 'node:fs';
import { manifestFile } from '../lib/files/places.ts';
import { installCommand } from '../lib/processes/command.ts';
import { SettingsError } from '../model/errors.ts';

/** Packages that a project has to install only if it uses what needs them. */
type OptionalPackage = 'astro' | 'pg' | '@aws-sdk/client-s3';

/**
 * @param what needs the package, such as a command or a setting
 * @throws SettingsError with the command that installs a missing package
 */
export function expectPackage(name: OptionalPackage, what: string): void {
  try {
    import.meta.resolve(name);
  } catch (cause) {
    const { peerDependencies } = JSON.parse(readFileSync(manifestFile, 'utf8'));
    const wanted = `${name}@${peerDependencies[name]}`;
    throw new SettingsError(
      `The package ${name} is not installed, but ${what} needs it.\nRun: ${installCommand(wanted)}`,
      { cause },
    );
  }
}
