import { expect, test } from 'vitest';
import { nameAddress, workspaceAddress } from '../../../src/site/base/context.ts';
import { createUrls } from '../../../src/site/base/urls.ts';
import { siteContext } from '../site.ts';

/** A site at https://acme.io/notes/ whose workspace has this URL. */
function siteOf(url: string | null) {
  const { workspace } = siteContext();
  const urls = createUrls('https://acme.io', '/notes/');
  return siteContext({ workspace: { ...workspace, url }, urls });
}

test.each(['https://acme.io/', 'https://www.acme.io/', 'https://acme.io/notes/product/'])(
  'the name links to the workspace’s own site, such as %s',
  (url) => {
    expect(nameAddress(siteOf(url))).toBe(url);
  },
);

test.each([
  null,
  'https://acme.io/notes/',
  'http://ACME.io/notes',
  'http://localhost:4321/',
  'http://127.0.0.1:3000',
  'https://waymark.example/',
])('the name links to the first page if the workspace has the address %s', (url) => {
  expect(nameAddress(siteOf(url))).toBe('/notes/');
});

test('a workspace address on localhost is not published', () => {
  expect(workspaceAddress(siteOf('http://localhost:4321/'))).toBeUndefined();
  expect(workspaceAddress(siteOf('https://acme.io/'))).toBe('https://acme.io/');
});
