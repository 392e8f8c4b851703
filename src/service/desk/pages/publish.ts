import { isDeepStrictEqual } from 'node:util';
import { html } from 'hono/html';
import { isTimeZone, momentOf } from '../../../lib/time/days.ts';
import type { Release } from '../../../model/api/release.ts';
import type { Db } from '../../database/schema.ts';
import { emitChanged } from '../../events/emit.ts';
import { found } from '../../refused-error.ts';
import { defined } from '../../resources/defined.ts';
import { publishRelease, unscheduleRelease } from '../../resources/releases/publish-release.ts';
import { readRelease, saveRelease, showRelease } from '../../resources/releases/releases.ts';
import { readWorkspace } from '../../resources/workspace.ts';
import { fill, type Html, list, type Problems, time } from '../page.ts';
import type { Channels, Log, Ruled, Step, Visit } from '../route.ts';
import { explainTo } from '../users.ts';

/** Older releases are not announced any more, in milliseconds. */
const maxAgeMs = 7 * 24 * 3600_000;
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((one) => [one, one] as const);
const whenFields = [
  { name: 'at', label: 'Or at a time', kind: 'datetime-local' },
  { name: 'zone', label: 'In the time zone', kind: 'select', options: zones },
];

/** The buttons that publish, with their words in the log and for those who pressed them. */
export const moves: Readonly<Record<string, { log: string; done: string }>> = {
  now: { log: 'published a release', done: 'Published. Below is its way to readers.' },
  at: {
    log: 'scheduled a release',
    done: 'Scheduled. It goes live by itself; this page then shows its way to readers.',
  },
  back: { log: 'unscheduled a release', done: 'It is a draft again.' },
  announce: { log: 'announced a release', done: 'The next run of the site announces it.' },
};

/** How far a release came on its way to readers. */
export async function stateOf(visit: Visit, release: Release): Promise<Html> {
  const steps =
    release.status === 'RELEASED' &&
    list('Its way to readers', ['Step', 'State', 'More'], await way(visit, release));
  const about = html`<p>What is saved below reaches readers with the next sync, which a receiver does at once. Reload this page to see. Saving announces nothing.</p>`;
  const timed = release.status === 'SCHEDULED' && html`<p>Saving keeps this time.</p>`;
  return html`<p class="page-lead">${describe(release)}</p>${steps}${steps && about}${timed}`;
}

/** The part of a form that publishes the release, which may not be stored yet. */
export async function publishing(
  visit: Visit,
  id: string,
  release: Release | undefined,
  problems: Problems,
): Promise<Html | false> {
  const isReleased = release?.status === 'RELEASED';
  const isOver = isReleased && (release.channels?.length || !isRecent(visit, release));
  if (isOver) return false;
  if (visit.user.role !== 'publisher')
    return !isReleased && html`<p>Publishers can publish it here.</p>`;
  const known = await channelsOf(visit, release);
  const chosen =
    release?.channels ?? known.channels.flatMap((one) => (one.isChosen ? one.name : []));
  const isSent = visit.c.req.method === 'POST';
  const scheduled = release?.scheduled_at?.slice(0, 16) ?? '';
  const { channels = isSent ? [] : chosen, at = [scheduled], zone = ['UTC'] } = visit.values;
  const address = `/desk/releases/${encodeURIComponent(id)}/publish`;
  const button = (what: string, text: string) =>
    html`<button name="do" value="${what}" formaction="${address}">${text}</button>`;
  const isScheduled = release?.status === 'SCHEDULED';
  const back = isScheduled && button('back', 'Back to a draft');
  const moves = html`<p class="buttons">${button('now', 'Save and publish now')}</p>${fill(whenFields, { at, zone }, problems)}
<p class="buttons">${button('at', `Save and schedule${isScheduled ? ' anew' : ''}`)}${back}</p>`;
  const field = channelField(known, channels);
  const announce = field.options.length > 0 && button('announce', 'Announce');
  return html`<h2 id="publication">Publication</h2>${release && !isReleased && (await hints(visit, release))}${fill([field], { channels }, problems)}${isReleased ? announce : moves}`;
}

/** The channels that can be chosen. Those that are chosen but not known stay visible. */
function channelField({ channels, problem }: Channels, chosen: readonly string[]) {
  const known = channels.map(({ name }) => [name, name] as const);
  const unknown = chosen
    .filter((name) => channels.every((one) => one.name !== name))
    .map((name) => [name, `${name} (not known)`] as const);
  const none =
    known.length === 0 && 'No channels are set up: announce.yaml of the site lists them.';
  const hint = problem ?? none;
  const options = [...known, ...unknown];
  return { name: 'channels', label: 'Announce in', kind: 'checks', hint, options };
}

/** What a publisher decided: the button, and the fields that the release has afterwards. */
export interface Move {
  what: string;
  to:
    | { status: 'DRAFT' }
    | { status: 'RELEASED'; channels: readonly string[] }
    | { status: 'SCHEDULED'; channels: readonly string[]; scheduled_at: string }
    | undefined;
  problems: Problems;
}

/** Reads which button was pressed, the time and the channels, with what is wrong with them. */
export async function readMove(visit: Visit, release: Release | undefined): Promise<Move> {
  const { value, now } = visit;
  const { channels: known, problem = '' } = await channelsOf(visit, release);
  const { channels = [] } = visit.values;
  // While the channels cannot be read, those that were chosen before stay.
  const names = [...known.map(({ name }) => name), ...(problem ? (release?.channels ?? []) : [])];
  const unknown = channels.filter((name) => !names.includes(name)).join(', ');
  const [what, time] = [value('do'), readTime(value('at'), value('zone'), now)];
  const released = { status: 'RELEASED', channels } as const;
  const all = new Map<string, Move['to']>([
    ['now', released],
    ['announce', released],
    ['at', time ? { status: 'SCHEDULED', channels, scheduled_at: time } : undefined],
    ['back', { status: 'DRAFT' }],
  ]);
  const to = all.get(what);
  const isUnknown = unknown !== '' && what !== 'back';
  const problems = defined({
    at: to
      ? undefined
      : `Choose a time in the future, and a time zone. It is ${now.toISOString().slice(11, 16)} UTC.`,
    channels: isUnknown
      ? `There is no channel ${unknown}. Untick it, or add it. ${problem}`
      : undefined,
  });
  return { what, to, problems };
}

interface Moving {
  id: string;
  move: Move;
  now: Date;
  origin: string;
}

/** Publishes, schedules or announces a release, or makes it a draft again. */
export async function moveRelease(
  db: Db,
  log: Log,
  { id, move: { what, to }, now, origin }: Moving,
): Promise<void> {
  const release = found(await readRelease(db, id), 'release');
  if (!to || (release.status === 'RELEASED') !== (what === 'announce')) return;
  const channels = to.status === 'DRAFT' ? [] : [...to.channels];
  if (to.status === 'DRAFT') await unscheduleRelease(db, id, now);
  else if (what === 'announce') {
    await saveRelease(db, { ...release, channels, updated_at: now.toISOString() }, now);
    await emitChanged(db, { kind: 'release', id }, now);
  } else await publishRelease(db, id, { move: to, now, show: (one) => showRelease(one, origin) });
  const named = channels.length > 0 ? `, announced in ${channels.join(', ')}` : '';
  await log(moves[what]?.log ?? what, `${release.title} (${id})${named}`);
}

/** Whether a release already is as a publisher decided. */
export function isMoved(release: Release, { to }: Move): boolean {
  const stored = new Map<string, unknown>(Object.entries(release));
  const setOf = (value: unknown) => new Set([value ?? []].flat());
  return Object.entries(to ?? {}).every(([name, value]) =>
    isDeepStrictEqual(setOf(stored.get(name)), setOf(value)),
  );
}

const unsaved = { project: null, labels: [], changes: [], is_pre_release: false };

async function channelsOf(
  { deps, site }: Visit,
  release: Ruled & Pick<Release, 'changes'> = unsaved,
): Promise<Channels> {
  const { release_change_types: types } = await readWorkspace(deps.db);
  const titleOf = (id: string) => types.find((one) => one.id === id)?.title ?? '';
  const titles = release.changes.map((one) =>
    'change_id' in one ? titleOf(one.change_id) : one.title,
  );
  return site.channels(release, titles);
}

/** The moment of a local time, if it is in the future. */
function readTime(local: string, zone: string, now: Date): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) || !isTimeZone(zone)) return undefined;
  const moment = momentOf(local, zone);
  return moment > now ? moment.toISOString() : undefined;
}

/** The state of a release in words. */
export function describe({
  status,
  scheduled_at,
  released_at,
  channels,
  is_public,
}: Release): Html {
  const isPrivate = !is_public && html` It is private, so no page shows it.`;
  const where = channels && ` Channels: ${channels.join(', ') || 'none'}.`;
  if (status === 'DRAFT') return html`A draft.${isPrivate}`;
  const [what, at] =
    status === 'RELEASED' ? ['Published', released_at] : ['Scheduled', scheduled_at];
  return html`${what}, ${time(at)}.${where}${isPrivate}`;
}

/** Advice that does not keep anybody from publishing. */
async function hints({ site }: Visit, release: Release): Promise<Html | false> {
  const { summary, body, slug, is_public } = release;
  const found = [
    !summary && 'It has no summary, so lists and messages show the beginning of its text.',
    /<img(?![^>]*\balt\s*=\s*["']?[^"'\s>])/i.test(body) &&
      'A picture in its text has no description.',
    (await site.isFormerSlug(slug).catch(() => false)) &&
      'Another release had this slug before, so old links to that one lead to this one.',
    !is_public && 'It is private: tick “Public” above, so that the site shows it.',
  ].filter((one) => one !== false);
  return (
    found.length > 0 && html`<ul class="notice">${found.map((one) => html`<li>${one}</li>`)}</ul>`
  );
}

function isRecent({ now }: Visit, { released_at }: Release): boolean {
  return now.getTime() - Date.parse(released_at ?? '') < maxAgeMs;
}

/** The steps of a published release, up to readers. */
async function way({ deps, site, user }: Visit, release: Release): Promise<(Html | string)[][]> {
  const deliveries = await deps.db
    .selectFrom('delivery')
    .innerJoin('event', 'event.id', 'event_id')
    .innerJoin('hook', 'hook.id', 'hook_id')
    .select(['url', 'outcome', 'due_at', 'attempts', 'attempted_at'])
    .where('release_id', '=', release.id)
    .where('name', '=', 'release.published')
    .execute();
  const sent = deliveries.map(({ url, outcome, due_at, attempts }): Step => {
    const name = `Received by ${new URL(url).host}`;
    if (outcome === 'delivered') return { name, state: 'done' };
    const isReplaced = outcome === 'superseded';
    const why = isReplaced ? 'a later event is sent to it instead' : (outcome ?? 'not sent yet');
    const state = due_at === null && !isReplaced ? 'stopped' : 'waiting';
    return { name, state, why: `${why} (attempts: ${attempts})` };
  });
  if (sent.length === 0) {
    const why = 'no hook gets release.published: “service hooks add” adds the receiver';
    sent.push({ name: 'Received by the site', state: 'stopped', why });
  }
  // The site's folder may have files that cannot be read.
  const steps = await site.steps(release).catch((error: Error): Step[] => {
    return [{ name: 'The site', state: 'stopped', why: explainTo(user, error) }];
  });
  const first: Step = { name: 'Published', state: 'done' };
  return [first, ...sent, ...steps].map(({ name, state, why = '', href }) => {
    return [name, state, href === undefined ? why : html`<a href="${href}">See it</a>`];
  });
}
