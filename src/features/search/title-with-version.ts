/** A release's title as it is indexed. */
export function titleWithVersion({
  title,
  version,
}: {
  title: string;
  version: string | null;
}): string {
  return [title, version].filter(Boolean).join(' ');
}
