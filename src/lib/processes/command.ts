import { isPackage } from '../files/places.ts';

/**
 * The prefix with which users call commands, such as `npm run`. `bin/waymark.cjs` passes it to all
 * processes in CALLED_AS. Other programs that load Waymark, such as Astro with a mount, set none.
 */
function caller(): string {
  return process.env.CALLED_AS ?? (isPackage ? 'npx --no waymark' : 'npm run');
}

/**
 * Formats a command for messages.
 * @param name such as `build` or `publish list`
 */
export function command(name: string, ...args: string[]): string {
  if (caller() !== 'npm run') return [caller(), name, ...args].join(' ');
  const [script = '', ...others] = name.replace(/^publish (\w+)/, 'publish:$1').split(' ');
  const rest = [...others, ...args];
  return `npm run ${script}${rest.length > 0 ? ` -- ${rest.join(' ')}` : ''}`;
}

/** The command that installs a package, with the package manager that called Waymark. */
export function installCommand(name: string): string {
  const [manager = ''] = /^(?:pnpm|yarn|bun)\b/.exec(caller()) ?? [];
  return manager === '' ? `npm install ${name}` : `${manager} add ${name}`;
}

/**
 * Path at which users can open one of Waymark's own files.
 * @param path such as `docs/sources.md`
 */
export function ownFile(path: string): string {
  return caller() === 'npm run' ? path : `node_modules/waymark/${path}`;
}
