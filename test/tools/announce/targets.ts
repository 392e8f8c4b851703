import type { Target } from '../../../src/tools/announce/announce-file.ts';
import type { Ledger, Row } from '../../../src/tools/announce/ledger.ts';
import type { Item } from '../../../src/tools/announce/read-news.ts';

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

export function item(id: string, over: Partial<Item> = {}): Item {
  return {
    id,
    url: `https://example.com/releases/${id}/`,
    mark: `${id} abcdef`,
    name: `Board ${id}`,
    at: '2026-06-01T10:00:00.000Z',
    isCorrection: false,
    isPreRelease: false,
    channels: undefined,
    projects: ['Board'],
    labels: [],
    types: [],
    readText: () => Promise.reject(new Error('not read')),
    ...over,
  };
}

/** The ledger with other rows added. */
export function withRows(ledger: Ledger, rows: readonly Row[]): Ledger {
  const isOther = (row: Row) =>
    !rows.some((one) => one.target === row.target && one.item === row.item);
  return { ...ledger, rows: [...ledger.rows.filter(isOther), ...rows] };
}
