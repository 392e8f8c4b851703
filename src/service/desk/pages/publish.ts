import { isDeepStrictEqual } from 'node:util';
import { html } from 'hono/html';
import { isTimeZone, momentOf } from '../../../lib/time/days.ts';
import type { Release } from '../../../model/api/release.ts';
import type { Db } from '../../database/schema.ts';
import { emitChanged } from '../../events/emit.ts';
import { found } from '../../refused-error.ts';
import { publishRelease, unscheduleRelease } from '../../resources/releases/publish-release.ts';
import { readRelease, saveRelease, showRelease } from '../../resources/releases/releases.ts';
import { readWorkspace } from '../../resources/workspace.ts';
import { fill, type Html, list, type Problems, time } from '../page.ts';
import { revisionOf } from '../release-values.ts';
import type { Step, Visit } from '../route.ts';

/** Older releases are not announced any more, in milliseconds. */
const maxAgeMs = 7 * 24 * 3600_000;
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((one) => [one, one] as const);
const whenFields = [
  { name: 'at', label: 'Or at a time', kind: 'datetime-local' },
  { name: 'zone', label: 'In the time zone', kind: 'select', options: zones },
];

/** The part of a release's form that publishes it, and shows how far it came. */
export async function publishing(
  visit: Visit,
  release: Release,
  problems: Problems,
): Promise<Html> {
  const { id, status } = release;
  const isReleased = status === 'RELEASED';
  const steps =
    isReleased && list('Its way to readers', ['Step', 'State', 'Why'], await way(visit, release));
  const heading = html`<h2 id="publication">Publication</h2><p>${describe(release)}</p>${steps}`;
  const isOver = isReleased && (release.channels?.length || !isRecent(visit, release));
  if (visit.user.role !== 'publisher' || isOver) return heading;
  const known = await channelsOf(visit, release);
  const chosen = release.channels ?? known.flatMap((one) => (one.isChosen ? one.name : []));
  const isSent = visit.c.req.method === 'POST';
  const { channels = isSent ? [] : chosen, at = [], zone = ['UTC'] } = visit.values;
  const values = { channels, at, zone };
  const options = known.map(({ name }) => [name, name] as const);
  const announcing = { name: 'channels', label: 'Announce in', kind: 'checks', options };
  const address = `/desk/releases/${encodeURIComponent(id)}/publish`;
  const button = (what: string, text: string) =>
    html`<button name="do" value="${what}" formaction="${address}">${text}</button>`;
  const isScheduled = status === 'SCHEDULED';
  const back = isScheduled && button('back', 'Back to a draft');
  const moves = html`<p class="buttons">${button('now', 'Save and publish now')}</p>${fill(whenFields, values, problems)}
<p class="buttons">${button('at', `Save and schedule${isScheduled ? ' anew' : ''}`)}${back}</p>`;
  const announce = known.length > 0 && button('announce', 'Announce');
  const none = html`<p>There is no announce.yaml with channels, so nothing is announced.</p>`;
  return html`${heading}${!isReleased && (await hints(visit, release))}${known.length > 0 ? fill([announcing], values) : none}${isReleased ? announce : moves}`;
}

/**
 * Publishes, schedules or announces a release as it was saved. A second submit changes nothing.
 * Returns the problems, if it is refused.
 * @param revision the revision that the user decided on
 */
export async function publish(
  visit: Visit,
  saved: Release,
  revision: string,
): Promise<Problems | undefined> {
  const { deps, value, now, origin } = visit;
  const { id } = saved;
  const known = (await channelsOf(visit, saved)).map(({ name }) => name);
  const channels = (visit.values.channels ?? []).filter((name) => known.includes(name));
  const what = value('do');
  const time = what === 'at' ? readTime(value('at'), value('zone'), now) : undefined;
  if (!Object.hasOwn(words, what) || time === '')
    return { at: 'Choose a time in the future, and a time zone.' };
  const work = async (db: Db): Promise<'done' | 'same' | 'stale'> => {
    const release = found(await readRelease(db, id), 'release');
    if (isAsAsked(release, { what, time, channels })) return 'same';
    if (revisionOf(release) !== revision) return 'stale';
    if ((release.status === 'RELEASED') !== (what === 'announce')) return 'same';
    if (what === 'back') await unscheduleRelease(db, id, now);
    else if (what === 'announce') {
      await saveRelease(db, { ...release, channels, updated_at: now.toISOString() }, now);
      await emitChanged(db, { kind: 'release', id }, now);
    } else {
      const move =
        time === undefined
          ? { status: 'RELEASED' as const, channels }
          : { status: 'SCHEDULED' as const, scheduled_at: time, channels };
      await publishRelease(db, id, { move, now, show: (one) => showRelease(one, origin) });
    }
    return 'done';
  };
  const named = channels.length > 0 ? `, announced in ${channels.join(', ')}` : '';
  const subject = `${saved.title} (${id})${named}`;
  const done = await visit.write(`${words[what]} a release`, work, (kind) =>
    kind === 'done' ? subject : undefined,
  );
  if (done === 'stale')
    return { publication: 'Somebody changed this release meanwhile. Look at it, and try again.' };
  deps.deliveryWorker.wake();
  deps.scheduler.wake();
  return undefined;
}

/** Whether a release already has the status, time and channels that the button `what` asks for. */
function isAsAsked(
  { status, scheduled_at, channels: stored = [] }: Release,
  { what, time, channels }: { what: string; time: string | undefined; channels: string[] },
): boolean {
  if (what === 'back') return status === 'DRAFT';
  if (status !== (what === 'at' ? 'SCHEDULED' : 'RELEASED')) return false;
  const isSameTime = what !== 'at' || scheduled_at === time;
  return isSameTime && isDeepStrictEqual(new Set(stored), new Set(channels));
}

async function channelsOf({ deps, site }: Visit, release: Release) {
  const { release_change_types: types } = await readWorkspace(deps.db);
  const titleOf = (id: string) => types.find((one) => one.id === id)?.title ?? '';
  const titles = release.changes.map((one) =>
    'change_id' in one ? titleOf(one.change_id) : one.title,
  );
  return site.channels(release, titles);
}

const words: Readonly<Record<string, string>> = {
  now: 'published',
  at: 'scheduled',
  back: 'unscheduled',
  announce: 'announced',
};

/** The moment of a local time; empty if it is not in the future. */
function readTime(local: string, zone: string, now: Date): string {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) || !isTimeZone(zone)) return '';
  const moment = momentOf(local, zone);
  return moment.getTime() > now.getTime() ? moment.toISOString() : '';
}

function describe({ status, scheduled_at, released_at, channels, is_public }: Release): Html {
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
    !is_public && 'It is private: tick “Public” above, and save, so that the site shows it.',
  ].filter((one) => one !== false);
  return (
    found.length > 0 && html`<ul class="notice">${found.map((one) => html`<li>${one}</li>`)}</ul>`
  );
}

function isRecent({ now }: Visit, { released_at }: Release): boolean {
  return now.getTime() - Date.parse(released_at ?? '') < maxAgeMs;
}

/** The site's folder may have files that cannot be read. */
const explain = (error: Error): Step[] => [
  { name: 'The site', state: 'stopped', why: error.message },
];

/** The steps of a published release, up to readers. */
async function way({ deps, site }: Visit, release: Release): Promise<(Html | string)[][]> {
  const deliveries = await deps.db
    .selectFrom('delivery')
    .innerJoin('event', 'event.id', 'event_id')
    .innerJoin('hook', 'hook.id', 'hook_id')
    .select(['url', 'outcome', 'due_at', 'attempts', 'attempted_at'])
    .where('release_id', '=', release.id)
    .where('name', '=', 'release.published')
    .execute();
  const sent = deliveries.map(({ url, outcome, due_at, attempts }): Step => {
    const { host } = new URL(url);
    const isDone = outcome === 'delivered' || outcome === 'superseded';
    const state = isDone ? 'done' : due_at === null ? 'stopped' : 'waiting';
    const why = isDone ? '' : (outcome ?? 'not tried yet');
    return {
      name: `Event sent to, and received by ${host}`,
      state,
      why: attempts > 1 ? `${why} (${attempts} attempts)` : why,
    };
  });
  const none: Step = {
    name: 'Event sent',
    state: 'stopped',
    why: 'no hook gets release.published: “service hooks add” adds the receiver',
  };
  const steps = [
    ...(sent.length > 0 ? sent : [none]),
    ...(await site.steps(release).catch(explain)),
  ];
  const first: Step = { name: 'Published', state: 'done' };
  return [first, ...steps].map(({ name, state, why = '' }) => [name, state, why]);
}
