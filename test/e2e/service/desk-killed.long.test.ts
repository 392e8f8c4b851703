// @module-tag soak

import { expect, test } from 'vitest';
import { type Visitor, visitorOf } from '../../service/desk/visitor.ts';
import { startCommand } from '../../support/command.ts';
import { ran, workplace } from './service-command.ts';

const kills = Number(process.env.SOAK_KILLS ?? 20);
const path = '/desk/releases/draft';

/** Saves until the service is killed. Returns the last title that it acknowledged, and the form that it may not have saved. */
async function saveUntilKilled(visitor: Visitor, kill: () => void, round: number) {
  let acknowledged: string | undefined;
  for (let n = 0; ; n += 1) {
    const form = (await visitor.get(path)).form(path);
    form.set('title', `Round ${round}, save ${n}`);
    const saving = visitor.post(path, form).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (n === round % 4) kill();
    if (!(await saving)) return { acknowledged, unsure: form };
    acknowledged = String(form.get('title'));
  }
}

test('a service that is killed while saving loses nothing that it acknowledged or that was typed', async () => {
  await using place = await workplace();
  await ran(['import', place.set, ...place.use]);
  const added = await ran(['users', 'add', 'Ada', '--role', 'publisher', ...place.use]);
  const [, link = ''] = /(\/desk\/sign-in\/\S+)/.exec(added.stdout) ?? [];
  let cookie = '';
  let acknowledged = 'Title of draft';
  let unsure: FormData | undefined;
  for (let round = 0; round <= kills; round += 1) {
    await using service = startCommand('service', {
      ...{ args: ['--port', '0', ...place.use], cwd: place.path },
    });
    const [, url = ''] = await service.printed(/^The API answers at (\S+)\/v1/m);
    const visitor = visitorOf({ url }, cookie);
    if (round === 0) await visitor.post(link, {});
    cookie = visitor.cookie();
    const shown = (await visitor.get(path)).form(path).get('title');
    const sent = String(unsure?.get('title') ?? acknowledged);
    expect([acknowledged, sent]).toContain(shown);
    // What was typed when the service was killed is sent again, whether it was saved or not.
    if (unsure) expect((await visitor.post(path, unsure)).status).toBe(200);
    if (round === kills) break;
    const saved = await saveUntilKilled(visitor, () => service.process.kill('SIGKILL'), round);
    acknowledged = saved.acknowledged ?? sent;
    unsure = saved.unsure;
  }
}, 600_000);
