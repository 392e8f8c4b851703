import { assetScheme } from './content.ts';
import type { EntryKind, EntryTypes } from './entry-kinds.ts';
import { variantNames } from './variants.ts';

/** Names of the mirrored files that entries refer to. */
export function usedAssets(entries: readonly EntryTypes[EntryKind][]): Set<string> {
  return new Set(
    entries.flatMap((entry) => [
      ...assetsOf(entry),
      ...assetsInTexts(entry),
      ...variantNames(entry.pictures ?? {}),
    ]),
  );
}

function assetsOf(entry: EntryTypes[EntryKind]): string[] {
  const hero = 'hero' in entry ? entry.hero : null;
  const contributors = 'contributors' in entry ? entry.contributors : [];
  const assets = [
    ...(hero && 'asset' in hero ? [hero.asset] : []),
    ...contributors.flatMap(({ avatar }) => avatar ?? []),
    ...entry.attachments.flatMap((one) => (one.type === 'FILE' ? one.asset : [])),
  ];
  return assets.map(({ file }) => file);
}

function assetsInTexts(entry: EntryTypes[EntryKind]): string[] {
  const changes = 'changes' in entry ? entry.changes.map(({ html }) => html) : [];
  return [entry.body, ...changes].flatMap((text) =>
    [...text.matchAll(inBody)].flatMap(([, file]) => file ?? []),
  );
}

const inBody = new RegExp(`<(?:img src|a href)="${assetScheme}([^"]+)"`, 'g');
