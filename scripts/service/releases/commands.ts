import { type Command, Option } from 'commander';
import { systemClock } from '../../../src/lib/time/clock.ts';
import type { Release } from '../../../src/model/api/release.ts';
import { SettingsError } from '../../../src/model/errors.ts';
import { CreateRelease } from '../../../src/service/contract/requests.ts';
import type { Db } from '../../../src/service/database/schema.ts';
import { RefusedError } from '../../../src/service/refused-error.ts';
import {
  publishRelease,
  unscheduleRelease,
} from '../../../src/service/resources/releases/publish-release.ts';
import {
  listReleases,
  readRelease,
  showRelease,
} from '../../../src/service/resources/releases/releases.ts';
import { deleteRelease } from '../../../src/service/resources/releases/write-release.ts';
import { addCommand, addFields } from '../kinds/command.ts';
import { createUnknownError } from '../kinds/problems.ts';
import { serviceOrigin } from '../public-address.ts';
import { toFutureTime } from '../time.ts';
import { formatOne, formatRow, type Json, onDatabase, removeControls } from '../with-database.ts';
import { frontMatterNames, releaseFields } from './fields.ts';

/** The `releases` commands: they create, edit, publish and remove releases. */
export function addReleaseCommands(program: Command): void {
  const group = program.command('releases').description('releases of the changelog');
  addReading(group);
  addWriting(group);
  addMoves(group);
  const about = 'remove a release permanently; "edit ID --private" only withdraws a release';
  onDatabase(addCommand(group, 'remove <id>', about), async (db, [id = ''], options: Json) => {
    const release = await findRelease(db, id);
    if (!(await deleteRelease(db, id, new Date()))) throw createUnknown(id);
    return formatOne(options, toApiForm(release), `Removed ${id}.`);
  });
}

function addReading(group: Command): void {
  const about = 'list all with their ids, newest first';
  const list = addCommand(group, 'list', about, { isDefault: true });
  onDatabase(list, async (db, _args, options: Json) =>
    (await listReleases(db, {})).map((release) => formatRelease(options, release)),
  );
  const show = addCommand(group, 'show <id>', 'show a release, with its text as HTML');
  onDatabase(show, async (db, [id = ''], options: Json) => {
    const release = toApiForm(await findRelease(db, id));
    return formatOne(options, release, formatWhole(release));
  });
}

function addWriting(group: Command): void {
  // Front matter cannot set the status, as a new release is always a draft. Publishing is a
  // separate command.
  const names = frontMatterNames(CreateRelease).filter((name) => name !== 'status');
  const half = Math.ceil(names.length / 2);
  const about = `--file reads Markdown, with the API's fields as front matter:
${names.slice(0, half).join(', ')},
${names.slice(half).join(', ')}.
For example:

  ---
  title: Dark mode
  slug: dark-mode
  is_public: true
  hero: { type: image, url: dark.png }
  ---
  Easier on the eyes: ![The new look](pictures/new.png)

Pictures and videos in the folder of the file or below are uploaded.`;
  const files = [
    new Option('--file <file>', 'a file with its text, and fields as front matter'),
    new Option('--html', '--file is HTML, not Markdown'),
  ];
  const add = addCommand(group, 'add', 'add a draft; title and slug are required');
  const edit = addCommand(group, 'edit <id>', 'update the given fields');
  addFields(add, releaseFields).option('--id <id>', 'its id (default: a random one)');
  addFields(edit, releaseFields);
  for (const command of [add, edit]) {
    for (const option of files) command.addOption(option);
    command.addHelpText('after', `\n${about}`);
  }
  onDatabase(add, async (db, _args, options: Json) => {
    const { addRelease } = await import('./write.ts');
    return formatRelease(options, await addRelease(db, options));
  });
  onDatabase(edit, async (db, [id = ''], options: Json) => {
    // Loaded on demand: only `add` and `edit` need the parsers of Markdown, YAML and HTML, which
    // are slow to load.
    const { editRelease } = await import('./write.ts');
    return formatRelease(options, await editRelease(db, id, options));
  });
}

const atOption = () =>
  new Option(
    '--at <time>',
    `when the release goes live, with a time zone, such as ${new Date().getUTCFullYear() + 1}-03-01T09:00:00+01:00`,
  ).argParser(toFutureTime('--at'));

interface MoveOptions extends Json {
  at?: string;
}

function addMoves(group: Command): void {
  const later = 'publish the release at a later time; the service has to be running at that time';
  const moves = [
    addCommand(group, 'publish <id>', 'publish a release now or later').addOption(atOption()),
    addCommand(group, 'schedule <id>', later).addOption(atOption().makeOptionMandatory()),
  ];
  for (const move of moves)
    onDatabase(move, async (db, [id = ''], options: MoveOptions) =>
      formatRelease(options, await publish(db, id, options.at)),
    );
  const back = addCommand(group, 'unschedule <id>', 'turn a scheduled release back into a draft');
  onDatabase(back, async (db, [id = ''], options: Json) => {
    if (await unscheduleRelease(db, id, new Date()))
      return formatRelease(options, await findRelease(db, id));
    const { status } = await findRelease(db, id);
    throw new SettingsError(
      `The release ${id} is not scheduled, but ${status}. Nothing was changed.`,
    );
  });
}

async function publish(db: Db, id: string, at: string | undefined): Promise<Release> {
  const move = { scheduled_at: at, channels: [] };
  const options = { move, now: systemClock.now(), show: toApiForm };
  const release = await publishRelease(db, id, options).catch((error: unknown) => {
    if (!(error instanceof RefusedError)) throw error;
    if (error.refusal === 'missing') throw createUnknown(id);
    throw new SettingsError(
      `The release ${id} is published already. "releases edit ${id} --private" withdraws it. Nothing was changed.`,
    );
  });
  if (!release.is_public)
    console.error(
      `The release is private, so no page shows it. To show the release, run "releases edit ${id} --public".`,
    );
  return release;
}

async function findRelease(db: Db, id: string): Promise<Release> {
  const release = await readRelease(db, id);
  if (!release) throw createUnknown(id);
  return release;
}

function createUnknown(id: string): SettingsError {
  return createUnknownError({ kind: { one: 'release' }, command: 'releases' }, id);
}

/** Converts a stored release to the form that the API returns. */
function toApiForm(release: Release): Release {
  return showRelease(release, serviceOrigin());
}

function formatRelease(options: Json, release: Release): string {
  const { id, title, status, version, slug, is_public, scheduled_at, released_at } = release;
  const cells = [id, title, status, version, slug, is_public ? 'public' : 'private'];
  return formatOne(options, toApiForm(release), formatRow(...cells, scheduled_at ?? released_at));
}

function formatWhole({ body, ...rest }: Release): string {
  const lines = Object.entries(rest).map(([name, value]) =>
    formatRow(name, typeof value === 'string' ? value : JSON.stringify(value)),
  );
  return [...lines, '', ...body.split('\n').map(removeControls)].join('\n');
}
