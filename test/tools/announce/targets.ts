import type { Target } from '../../../src/tools/announce/announce-file.ts';
import type { Item } from '../../../src/tools/announce/plan.ts';

export function target(name: string, over: Partial<Target> = {}): Target {
  return {
    name,
    side: 'slack',
    style: 'embed',
    variable: `ANNOUNCE_${name.toUpperCase()}`,
    address: new URL('http://127.0.0.1/slack/x'),
    secret: undefined,
    digest: 'd1',
    stable: false,
    ...over,
  };
}

export function item(id: string, over: Partial<Item> = {}): Item {
  return {
    id,
    release: id,
    slug: id,
    name: `Board ${id}`,
    at: '2026-06-01T10:00:00.000Z',
    isCorrection: false,
    isPreRelease: false,
    isQuiet: false,
    channels: undefined,
    project: 'Board',
    labels: [],
    types: [],
    ...over,
  };
}
