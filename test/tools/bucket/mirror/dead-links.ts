import type { FakeS3, StoredObject } from '../../../support/s3/fake-s3.ts';

/** The dead links that a reader can reach from the first page at this moment. */
export function deadLinks({ objects }: Pick<FakeS3, 'objects'>): string[] {
  const seen = new Set<string>();
  const dead: string[] = [];
  const open = objects.has('index.html') ? ['index.html'] : [];
  for (const key of open) {
    for (const link of linksIn(objects.get(key))) {
      const to = link === '' || link.endsWith('/') ? `${link}index.html` : link;
      if (seen.has(to)) continue;
      seen.add(to);
      if (objects.has(to)) open.push(to);
      else dead.push(`${key} → ${to}`);
    }
  }
  return dead;
}

const known = new WeakMap<StoredObject, string[]>();

function linksIn(object: StoredObject | undefined): string[] {
  if (!object?.headers['content-type']?.startsWith('text/html')) return [];
  const links = known.get(object) ?? [
    ...new Set([...object.body.toString().matchAll(/href="\/([^"]*)"/g)].map(([, to = '']) => to)),
  ];
  known.set(object, links);
  return links;
}
