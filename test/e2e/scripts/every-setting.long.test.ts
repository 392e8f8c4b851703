import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type CommandName, runCommand } from '../../support/command.ts';
import { runHosted } from '../../support/run-hosted.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';

/** The settings of each section of `.env.example`, with the commands in the section's heading. */
const sections = readFileSync('.env.example', 'utf8')
  .split('# ── ')
  .slice(1)
  .map((text) => ({
    commands: /\((?<names>.*?)\)/.exec(text)?.groups?.names?.split(', ') ?? [],
    settings: [...text.matchAll(/^# ([A-Z_]+)=/gm)].map(([, name = '']) => name),
  }));

const sourcesFile =
  'workspace: { id: w, name: Acme }\nsources:\n  - api: true\n  - github: acme/board\n';

const announceFile = 'site: http://localhost:4321\ntargets:\n  - slack: ANNOUNCE_SLACK\n';

/** Arguments that a command cannot do without. */
const needed: Record<string, string[]> = {
  'convert github': ['acme/board', '--out', 'new.json'],
  'convert forgejo': ['https://127.0.0.1:9/acme/board', '--out', 'new.json'],
};

/** Values that a command refuses, if it would accept the usual one. */
const others: Record<string, string> = {
  ANNOUNCE_LEDGER: 'file/ledger.json',
  BUCKET_STATE: '/',
  BUCKET_PREFIX: '/',
  DEPLOY_COMMAND: '',
  OUT_DIR: 'file/dist',
  WEBHOOK_HOST: '192.0.2.1',
  WEBHOOK_INBOX: 'file/webhook.db',
};

/** Values with which a command gets to the settings that it reads next. No value means unset. */
const accepted: Record<string, string> = {
  ANNOUNCE_SLACK: 'http://127.0.0.1:9/',
  API_BASE_URL: 'http://127.0.0.1:9',
  API_KEY: 'k',
  BUCKET_ENDPOINT: 'http://127.0.0.1:9',
  DATABASE_URL: 'postgres://127.0.0.1:9/none',
  GITHUB_API_URL: 'http://127.0.0.1:9',
  PUBLISH_BUCKET: 'bucket',
  WEBHOOK_SECRET: `whsec_${'a'.repeat(32)}`,
};

/** Choices on which it depends whether a command reads a setting. */
const choices: Partial<Record<string, Record<string, string>>> = {
  WEBHOOK_HMAC_SECRET: { WEBHOOK_PROOF: 'hmac' },
  WEBHOOK_HMAC_HEADER: { WEBHOOK_PROOF: 'hmac', WEBHOOK_HMAC_SECRET: 'a'.repeat(32) },
  DEPLOY_COMMAND: { WEBHOOK_ACTION: 'command' },
  DEPLOY_TIMEOUT: { WEBHOOK_ACTION: 'command', DEPLOY_COMMAND: 'true' },
  DEPLOY_HOOKS: { WEBHOOK_ACTION: 'hook' },
  DEPLOY_HOOK_TOKEN: {
    WEBHOOK_ACTION: 'hook',
    DEPLOY_HOOKS: 'https://api.github.com/repos/acme/board/dispatches',
  },
};

test.each([...new Set(sections.flatMap(({ commands }) => commands))])(
  '%s reads each setting that .env.example lists for it',
  async (line) => {
    const [name = '', ...words] = line.split(' ');
    const args = [...words, ...(needed[line] ?? [])];
    const settings = sections
      .filter(({ commands }) => commands.includes(line))
      .flatMap((one) => one.settings);
    expect(settings).not.toEqual([]);
    await using folder = await tempFolder(inMemory);
    await writeFile(join(folder.path, 'file'), '');
    await writeFile(join(folder.path, 'sources.yaml'), sourcesFile);
    await writeFile(join(folder.path, 'announce.yaml'), announceFile);
    // A command names all settings that it refuses at once, and reads others only after that.
    for (let left = settings; left.length > 0; ) {
      const bad = left.map((setting) => [setting, refusedBy(setting)] as const);
      const env = { ...accepted, ...choices[left[0] ?? ''], ...Object.fromEntries(bad) };
      // A setting that is not refused lets a server start, which the other commands would wait for.
      const start = ['service', 'webhook'].includes(name) ? runCommand : runHosted;
      const { code, stdout, stderr } = await start(name as CommandName, {
        ...{ args, env, cwd: folder.path },
      });
      const said = `${stdout}${stderr}`;
      const named = bad.filter(([setting, value]) => {
        return said.match(`\\b${setting}\\b`) || (value !== '' && said.includes(value));
      });
      expect(named, `of ${left}: ${said}`).not.toEqual([]);
      expect(code, said).toBeGreaterThan(0);
      expect(said).not.toMatch(/^\s+at .+:\d+/m);
      left = left.filter((setting) => named.every(([one]) => one !== setting));
    }
  },
);

/** A value that a command refuses. */
function refusedBy(setting: string): string {
  return others[setting] ?? `no/such ${setting.toLowerCase()}`;
}
