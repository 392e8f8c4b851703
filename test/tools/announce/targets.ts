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
    stable: false,
    ...over,
  };
}

/** A correction that needs action, for items. */
export const correction = {
  release: '1',
  at: '2026-06-01T10:00:00.000Z',
  parts: [{ kind: 'added' as const, key: 'x', action: true as const }],
};

export function item(id: string, over: Partial<Item> = {}): Item {
  return {
    id,
    slug: id,
    mark: `${id} abcdef`,
    name: `Board ${id}`,
    at: '2026-06-01T10:00:00.000Z',
    isPreRelease: false,
    channels: undefined,
    projects: ['Board'],
    labels: [],
    types: [],
    ...over,
  };
}
