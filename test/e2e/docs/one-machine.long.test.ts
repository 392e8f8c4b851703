import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { examplesIn } from '../../docs/examples.ts';
import { visitorOf } from '../../service/desk/visitor.ts';
import { startChats } from '../../support/fake-chats.ts';
import { startProject } from '../package/project.ts';
import { freePort } from '../whole-path/live.ts';

// Runs the commands of docs/running.md, "One machine", in a project with the package.

const examples = examplesIn('docs/running.md', 'sh');
const exampleWith = (words: string) => examples.find((one) => one.includes(words)) ?? words;

/**
 * Commands of the page, as they are on a machine where npm has installed the package. The machine of
 * the tests may have no `openssl`.
 */
const installed = `set -e
npx() { shift 2; ${process.execPath} node_modules/waymark/bin/waymark.cjs "$@"; }
npm() { true; }
openssl() {
  ${process.execPath} -p 'crypto.randomBytes(+process.argv[2]).toString(process.argv[1].slice(1))' -- $2 $3
}
`;

test('the commands of the page set up a desk, a site and two channels, and back them up', async () => {
  await using held = new AsyncDisposableStack();
  const project = held.use(await startProject({ ASSETS: 'off' }));
  const chats = held.use(await startChats());
  const [api, receiver, site] = [await freePort(), await freePort(), await freePort()];
  const env = { WEBHOOK_PORT: `${receiver}` };
  const here = (commands: string) =>
    commands
      .replaceAll(':4010', `:${api}`)
      .replaceAll(':4020', `:${receiver}`)
      .replaceAll('8080', `${site}`)
      .replace('https://hooks.slack.com/services/…', chats.address('slack'))
      .replace('https://mail.acme.example/announce', chats.address('webhook'))
      .replaceAll('/etc/systemd/system', 'units');
  const run = async (commands: string, cwd = project.path) => {
    const options = { cwd, env: { PATH: process.env.PATH, ...env } };
    const child = spawn('sh', ['-c', installed + here(commands)], options);
    const ended = once(child, 'close');
    const [stderr] = await Promise.all([text(child.stderr), child.stdout.resume()]);
    expect(await ended, stderr).toEqual([0, null]);
  };

  await run(exampleWith('cat > .env'));
  await run(exampleWith('cat > announce.yaml'));
  const lines = exampleWith('service --site .').trim().split('\n');
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    const args = here(line).replace('npx --no waymark ', '').split(' ');
    if (args[0] === 'service') args.push('--port', `${api}`);
    held.use(await project.serving(args, env));
  }

  const users = ['service', 'users', 'add', 'Ada', '--role', 'publisher'];
  const [link = ''] = /\/desk\/sign-in\/\S+/.exec((await project.waymark(users)).stdout) ?? [];
  const publisher = visitorOf({ url: `http://127.0.0.1:${api}` });
  await publisher.post(link, {});
  const { html, form } = await publisher.get('/desk/new');
  const [action = ''] = /\/desk\/releases\/[\w-]+/.exec(html) ?? [];
  const filled = form(action);
  expect(filled.getAll('channels')).toEqual(['Chat', 'E-mail list']);
  filled.set('title', 'Hello');
  filled.set('do', 'now');
  expect((await publisher.post(`${action}/publish`, filled)).status).toBe(200);
  const way = /Live\s+done[\s\S]*Announced in Chat\s+done[\s\S]*Announced in E-mail list\s+done/;
  const patiently = { timeout: 240_000, interval: 500 };
  await expect.poll(async () => (await publisher.get(action)).text, patiently).toMatch(way);
  expect(chats.messages.map(({ side }) => side).sort()).toEqual(['slack', 'webhook']);
  const page = await fetch(`http://127.0.0.1:${site}/releases/hello/`);
  expect(await page.text()).toContain('Acme');

  await run(exampleWith('tar -czf'));
  const restored = join(project.around, 'restored');
  await mkdir(restored);
  await symlink(join(project.path, 'node_modules'), join(restored, 'node_modules'));
  await run(exampleWith('tar -xzf'), restored);
  await run('npx --no waymark service releases list | grep Hello', restored);
  expect(await readFile(join(restored, 'announce-ledger.json'), 'utf8')).toContain('"sent"');
  expect(await readFile(join(restored, 'content/releases/hello.json'), 'utf8')).toContain('Hello');
}, 500_000);

test('the commands of the page make the systemd units start the installed package', async () => {
  await using project = await startProject();
  const commands = exampleWith('useradd').split('\n');
  const copied = commands.filter((line) => /^(?:cp|sed) /.test(line)).join('\n');
  const units = join(project.path, 'units');
  await mkdir(units);
  const child = spawn('sh', ['-c', copied.replaceAll('/etc/systemd/system', units)], {
    cwd: project.path,
    stdio: 'ignore',
  });
  expect(await once(child, 'close')).toEqual([0, null]);
  for (const name of ['service', 'receiver', 'serve'])
    expect(await readFile(join(units, `waymark-${name}.service`), 'utf8')).toMatch(
      /^ExecStart=\/srv\/waymark\/node_modules\/\.bin\/waymark \w/m,
    );
});
