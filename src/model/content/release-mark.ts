/** Name of the `meta` element on a release's page by which announcements recognise its state. */
export const markName = 'waymark:release';

/** Content of that element: the release's id, and the digest of its entry's file. */
export function releaseMark({ id, digest }: { id: string; digest: string }): string {
  return `${id} ${digest}`;
}
