import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

// What compose.yaml and the Dockerfile say of the folders that the programs share.

interface Service {
  command: string[];
  volumes?: string[];
}

const compose = readFileSync('compose.yaml', 'utf8');
const { services } = parse(compose, { merge: true }) as { services: Record<string, Service> };
const environment = new Map(
  [...readFileSync('Dockerfile', 'utf8').matchAll(/^(?:ENV)? +(\w+)=(\S+)/gm)].map(
    ([, name = '', value = '']) => [name, value],
  ),
);

/** Path of a mounted file or volume in the containers of a service. */
function pathOf(service: string, source: string): string | undefined {
  const mounted = services[service]?.volumes?.map((one) => one.split(':')) ?? [];
  return mounted.find(([from]) => from === source)?.[1];
}

test('the desk reads the files of the site in the folder in which the receiver reads them', () => {
  const { command = [] } = services.service ?? {};
  const site = command[command.indexOf('--site') + 1];
  const settings = `${site}/site.config.ts`;
  for (const name of ['service', 'receiver'])
    expect(pathOf(name, './site.config.ts'), name).toBe(settings);
  const offered = [...compose.matchAll(/# - \.\/announce\.yaml:(\S+):ro/g)];
  expect(offered.map(([, path]) => path)).toEqual(Array(2).fill(`${site}/announce.yaml`));
});

test.each(['CONTENT_DIR', 'OUT_DIR', 'WEBHOOK_INBOX', 'ANNOUNCE_LEDGER'])(
  '%s is in the volume that the receiver writes and the desk reads',
  (name) => {
    const volume = pathOf('receiver', 'changelog');
    expect(volume).toBe(pathOf('service', 'changelog'));
    expect(environment.get(name)?.startsWith(`${volume}/`), name).toBe(true);
  },
);
