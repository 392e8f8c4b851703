import { expect, test } from 'vitest';
import { signedIn, type Visitor } from '../../service/desk/visitor.ts';
import { release, sample } from '../../service/sample.ts';
import { startSite } from './desk-site.ts';

async function publish(visitor: Visitor, id: string, values: Record<string, string | string[]>) {
  const path = `/desk/releases/${id}`;
  const form = (await visitor.get(path)).form(path);
  for (const name of ['channels', 'do']) {
    form.delete(name);
    for (const value of [values[name] ?? []].flat()) form.append(name, value);
  }
  return visitor.post(`${path}/publish`, form);
}

test('a publication over the API sends nothing, and one on the desk exactly what was chosen', async () => {
  await using site = await startSite({
    ...sample(),
    releases: ['one', 'two'].map((id) =>
      release(id, { status: 'DRAFT', released_at: null, slug: `${id}-slug` }),
    ),
  });
  const { service, chats, run } = site;
  // The first run only takes note of the releases.
  await run('sync', 'build', 'announce');
  const publisher = await signedIn(service);
  await publish(publisher, 'one', { do: 'now', channels: ['slack ANNOUNCE_SLACK'] });
  await service.send('POST', '/v1/releases/two/publish');
  await run('sync', 'build', 'announce');
  const sent = () => chats.messages.map(({ side }) => side);
  expect(sent()).toEqual(['slack']);
  const { text } = await publisher.get('/desk/releases/one');
  expect(text).toMatch(/Synced into the site\s+done[\s\S]*Live\s+done/);
  expect(text).toMatch(/Announced in slack ANNOUNCE_SLACK\s+done/);
  // A correction is not live before the next build.
  const way = async () => (await publisher.get('/desk/releases/one')).text;
  service.clock.advance(1000);
  await service.send('PATCH', '/v1/releases/one', { title: 'Corrected' });
  expect(await way()).toMatch(/Synced into the site\s+waiting[\s\S]*Live\s+waiting/);
  await run('sync');
  expect(await way()).toMatch(/Synced into the site\s+done[\s\S]*Live\s+waiting\s+not built yet/);
  await run('build');
  expect(await way()).toMatch(/Synced into the site\s+done[\s\S]*Live\s+done/);
  await publish(publisher, 'two', { do: 'announce', channels: ['discord ANNOUNCE_DISCORD'] });
  await run('sync', 'build', 'announce');
  expect(sent()).toEqual(['slack', 'discord']);
  await run('sync', 'build', 'announce');
  expect(sent()).toHaveLength(2);
});
