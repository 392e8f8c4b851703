import type { SiteFrame } from './context.ts';

/**
 * A size such as "93 kB" or "4.2 MB". Units are decimal, as in most operating systems, and the size
 * is at least 1 kB.
 */
export function fileSize(bytes: number, { config }: Pick<SiteFrame, 'config'>): string {
  const isLarge = bytes >= 999_500;
  const format = new Intl.NumberFormat(config.locale, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
  });
  return format.format(isLarge ? bytes / 1_000_000 : Math.max(1, bytes / 1000));
}
