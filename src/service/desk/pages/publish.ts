import { html } from 'hono/html';
import { isTimeZone, momentOf } from '../../../lib/time/days.ts';
import type { Release } from '../../../model/api/release.ts';
import type { Channels, Ruled } from '../../../model/channels.ts';
import { listDeliveries } from '../../events/deliveries.ts';
import { RefusedError } from '../../refused-error.ts';
import { defined } from '../../resources/defined.ts';
import { readWorkspace } from '../../resources/workspace.ts';
import { addressOf, type Field, fill, type Html, list, type Problems, time } from '../page.ts';
import { explainTo, type Step, type Visit } from '../route.ts';

/** Older releases are not announced any more, in milliseconds. */
const maxAgeMs = 7 * 24 * 3600_000;
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((one) => [one, one] as const);
const whenFields = [
  { name: 'at', label: 'Or at a time', kind: 'datetime-local' },
  { name: 'zone', label: 'In the time zone', kind: 'select', options: zones },
];

/** A button: the status that the release gets, if any, and words for the log and for the user. */
type Button = readonly [status: Release['status'] | undefined, log: string, done: string];

/** The buttons that publish, by the value of `do`, which may be any text. */
export const buttons: ReadonlyMap<string, Button> = new Map([
  ['now', ['RELEASED', 'published a release', 'Published. Below is its way to readers.']],
  ['at', ['SCHEDULED', 'scheduled a release', 'Scheduled. It goes live by itself.']],
  ['back', ['DRAFT', 'unscheduled a release', 'It is a draft again.']],
  ['announce', [undefined, 'announced a release', 'The next run of the site announces it.']],
]);

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
  release: Release | undefined,
  problems: Problems,
): Promise<Html | false> {
  const isReleased = release?.status === 'RELEASED';
  const isScheduled = release?.status === 'SCHEDULED';
  const isOld = visit.now.getTime() - Date.parse(release?.released_at ?? '') >= maxAgeMs;
  if (isReleased && (release.channels?.length || isOld)) return false;
  if (visit.user.role !== 'publisher')
    return !isReleased && html`<p>Publishers can publish it here.</p>`;
  const known = await channelsOf(visit, release);
  const rules = known.channels.flatMap(({ name, isChosen }) => (isChosen ? name : []));
  const stored = visit.c.req.method === 'POST' ? [] : (release?.channels ?? rules);
  const scheduled = release?.scheduled_at?.slice(0, 16) ?? '';
  const values = { channels: stored, at: [scheduled], zone: ['UTC'], ...visit.values };
  const field = channelField(known, values.channels);
  const button = (what: string, text: string) =>
    html`<button name="do" value="${what}" formaction="${addressOf(visit.param)}/publish">${text}</button>`;
  const publish =
    () => html`<p class="buttons">${button('now', 'Save and publish now')}</p>${fill(whenFields, values, problems)}
<p class="buttons">${button('at', `Save and schedule${isScheduled ? ' anew' : ''}`)}${isScheduled && button('back', 'Back to a draft')}</p>`;
  const announce = () => field.options?.length !== 0 && button('announce', 'Announce');
  return html`<h2 id="publication">Publication</h2>${release && !isReleased && (await hints(visit, release))}${fill([field], values, problems)}${isReleased ? announce() : publish()}`;
}

/** The channels that can be chosen, and those that were chosen but are not known any more. */
function channelField({ channels, problem }: Channels, chosen: readonly string[]): Field {
  const names = new Set([...channels.map(({ name }) => name), ...chosen]);
  const none = names.size === 0 && 'No channels are set up: announce.yaml of the site lists them.';
  const options = [...names].map((name) => [name, name] as const);
  return { name: 'channels', label: 'Announce in', kind: 'checks', hint: problem ?? none, options };
}

/** Reads what the button that was pressed makes of the release, with what is wrong with that. */
export async function readMove(visit: Visit, release: Release | undefined) {
  const { value, now, values } = visit;
  const button = buttons.get(value('do'));
  if (!button) throw new RefusedError('invalid', 'There is no such button.');
  const [status] = button;
  const { channels: known, problem = '' } = await channelsOf(visit, release);
  const chosen = status === 'DRAFT' ? [] : [...(values.channels ?? [])];
  // While the channels cannot be read, those that were chosen before stay.
  const names = [...known.map(({ name }) => name), ...(problem ? (release?.channels ?? []) : [])];
  const unknown = chosen.filter((name) => !names.includes(name)).join(', ') || undefined;
  const isTimed = status === 'SCHEDULED';
  const scheduled_at = isTimed ? readTime(value('at'), value('zone'), now) : undefined;
  const late = `Choose a time in the future, and a time zone. It is ${now.toISOString().slice(11, 16)} UTC.`;
  const problems = defined({
    at: isTimed && !scheduled_at ? late : undefined,
    channels: unknown && `There is no channel ${unknown}. Untick it, or add it. ${problem}`,
  });
  const channels = status === 'DRAFT' ? undefined : chosen;
  return { move: defined({ status, scheduled_at, channels }), problems };
}

const unsaved = { project: null, labels: [], changes: [], is_pre_release: false };

async function channelsOf(
  { deps, site }: Visit,
  release: Ruled & Pick<Release, 'changes'> = unsaved,
): Promise<Channels> {
  const { release_change_types: types } = await readWorkspace(deps.db);
  const titles = release.changes.map((one) =>
    'title' in one ? one.title : (types.find(({ id }) => id === one.change_id)?.title ?? ''),
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
export function describe({ status, channels, is_public, ...times }: Release): Html {
  const isPrivate = !is_public && ' It is private, so no page shows it.';
  if (status === 'DRAFT') return html`A draft.${isPrivate}`;
  const at = time(times.scheduled_at ?? times.released_at);
  const where = channels && ` Channels: ${channels.join(', ') || 'none'}.`;
  return html`${status === 'RELEASED' ? 'Published' : 'Scheduled'}, ${at}.${where}${isPrivate}`;
}

/** Advice that does not keep anybody from publishing. */
async function hints({ site }: Visit, release: Release): Promise<Html | false> {
  const { summary, body, slug } = release;
  const found = [
    !summary && 'It has no summary, so lists and messages show the beginning of its text.',
    /<img(?![^>]*\balt\s*=\s*["']?[^"'\s>])/i.test(body) &&
      'A picture in its text has no description.',
    (await site.isFormerSlug(slug).catch(() => false)) &&
      'Another release had this slug before, so old links to that one lead to this one.',
  ];
  const items = found.filter(Boolean).map((one) => html`<li>${one}</li>`);
  return items.length > 0 && html`<ul class="notice">${items}</ul>`;
}

/** Events that publish are the newest of a release, so this covers all hooks that get them. */
const maxDeliveries = 200;

/** What mends a delivery, by its outcome. */
const remedies: Record<string, string> = {
  'failed: ECONNREFUSED': ': no receiver runs there; start it',
  'failed: HTTP 401':
    ': its WEBHOOK_SECRET is not the secret of this hook; “service hooks rotate ID” prints a new one',
};

/** The steps of a published release, up to readers. */
async function way({ deps, site, user }: Visit, release: Release): Promise<(Html | string)[][]> {
  const deliveries = await listDeliveries(deps.db, { release: release.id, limit: maxDeliveries });
  const published = deliveries.filter(({ name }) => name === 'release.published');
  const sent = published.map(({ url, outcome, due_at, attempts }): Step => {
    const name = `Received by ${new URL(url).host}`;
    if (outcome === 'delivered') return { name, state: 'done' };
    const isReplaced = outcome === 'superseded';
    const why = isReplaced ? 'a later event is sent to it instead' : (outcome ?? 'not sent yet');
    const state = due_at === null && !isReplaced ? 'stopped' : 'waiting';
    const advice = remedies[why] ?? '';
    return { name, state, why: `${why} (attempts: ${attempts})${advice}` };
  });
  const why = 'no hook gets release.published: “service hooks add” adds the receiver';
  if (sent.length === 0) sent.push({ name: 'Received by the site', state: 'stopped', why });
  // The site's folder may have files that cannot be read.
  const steps = await site.steps(release).catch((error: Error): Step[] => {
    return [{ name: 'The site', state: 'stopped', why: explainTo(user, error) }];
  });
  const first: Step = { name: 'Published', state: 'done' };
  return [first, ...sent, ...steps].map(({ name, state, why = '', href }) => {
    return [name, state, href === undefined ? why : html`<a href="${href}">See it</a>`];
  });
}
