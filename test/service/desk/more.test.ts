import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addHook } from '../../../src/service/events/hooks.ts';
import { sample } from '../sample.ts';
import { signedIn, startDesk } from './visitor.ts';

test.each([
  ['roadmap', 'milestones', /In progress\s.*first[\s\S]*Shipped\s.*third\s/],
  ['labels', 'labels', /Safety\s+safety\s+#be123c/],
  ['projects', 'projects', /Web\s+web/],
  ['change-types', 'change-types', /Fixed\s+#d97706/],
  ['files', 'files', /hero\.png\s+image\/png\s+2/],
  ['hooks', 'hooks', /http:\/\/127\.0\.0\.1:9\/hook\s+content\.changed\s+\d\s+\d/],
  ['deliveries', 'hooks deliveries', /content\.changed\s+http:\/\/127\.0\.0\.1:9\/hook\s+\d\s/],
  ['subscriber-lists', 'subscriber-lists', /News\s+2/],
  ['subscribers', 'subscribers', /two@example\.com\s.*News/],
])(
  '%s are shown, and the page names the command that changes them',
  async (path, command, found) => {
    const files = [{ name: 'hero.png', type: 'image/png', bytes: new Uint8Array([1, 2]) }];
    await using service = await startDesk({ data: sample(), files });
    const hook = { url: 'http://127.0.0.1:9/hook', events: ['content.changed' as const] };
    await addHook(service.db, hook, service.clock.now());
    await service.send('PATCH', '/v1/releases/oldest', { title: 'Another title' });
    const publisher = await signedIn(service);
    expect((await publisher.get('/desk/more')).html).toContain(`/desk/more/${path}"`);
    const { text, html } = await publisher.get(`/desk/more/${path}`);
    expect(text).toContain(`service ${command}`);
    expect(text).toMatch(found);
    expect(html).not.toContain('<form');
    const docs = readFileSync('docs/service.md', 'utf8');
    expect(docs).toContain(command.split(' ')[0]);
  },
);
