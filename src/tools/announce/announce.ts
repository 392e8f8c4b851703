import type { PostClient } from '../../client/post-once.ts';
import { createCollections } from '../../collections/collections.ts';
import { parseSiteConfig } from '../../config/site-config.ts';
import { type Waiting, waitForLock } from '../../lib/files/lock.ts';
import { forAll } from '../../lib/for-all.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { ReleaseEntry } from '../../model/content/content.ts';
import { releaseMark } from '../../model/content/release-mark.ts';
import { SettingsError } from '../../model/errors.ts';
import type { SiteContext } from '../../site/base/context.ts';
import { stringsFor } from '../../site/base/strings/languages/languages.ts';
import { createUrls, paths } from '../../site/base/urls.ts';
import { readConsistently } from '../../store/read/read-consistently.ts';
import { readWorkspaceEntry } from '../../store/read/read-for-page.ts';
import { readTables } from '../../store/read/read-tables.ts';
import type { Target } from './announce-file.ts';
import { type Ledger, type Row, readLedger, withRows, writeLedger } from './ledger.ts';
import { type LivePage, waitUntilLive } from './live-page.ts';
import { announcementOf } from './messages/announcement.ts';
import { type Message, messageFor } from './messages/message.ts';
import { wordsIn } from './messages/words.ts';
import { type AnnouncePlan, type Batch, type Item, planAnnouncements } from './plan.ts';
import { readItems } from './read-items.ts';
import { type Sent, sendMessage } from './send.ts';

export interface AnnounceOptions extends Waiting {
  contentDir: string;
  siteUrl: string;
  basePath: string;
  ledgerFile: string;
  targets: readonly Target[];
  clock: Clock;
  client: PostClient;
  /** How long to wait for pages and for targets that are busy, in milliseconds. */
  waitMs: number;
  dryRun: boolean;
  yes: boolean;
  retryUnknown: boolean;
  /**
   * Called when the claims are in the ledger, before anything is sent. If it rejects, the ledger
   * gets its former content, and nothing is sent.
   */
  onClaimed?: (() => Promise<void>) | undefined;
}

export interface AnnounceReport extends Pick<AnnouncePlan, 'baseline' | 'disabled' | 'withdrawn'> {
  /** What runs of the last week did, and what is open. */
  rows: Row[];
  /** When this run began to send, RFC 3339 in UTC. */
  since: string;
  /** The messages of a dry run. */
  messages: { target: string; message: Message }[];
}

/**
 * Announces new releases at all targets, at most once each.
 * @throws SettingsError if the ledger is damaged, WaymarkError if the content cannot be read
 */
export async function announce(options: AnnounceOptions): Promise<AnnounceReport> {
  const { ledgerFile, clock, dryRun } = options;
  using _lock = await lockLedger(options);
  const before = await readLedger(ledgerFile);
  const content = await readContent(options);
  const now = clock.now();
  const planWith = (yes: boolean) =>
    planAnnouncements(before, content.items, options.targets, { ...options, yes, now });
  const plan = planWith(options.yes);
  // A dry run shows what is held, too.
  const { batches } = dryRun ? planWith(true) : plan;
  // Read before the wait, during which a sync may change the content.
  const entries = await readEntries(batches, content);
  const since = now.toISOString();
  if (dryRun) {
    const messages = batches.map((batch) => {
      const message = prepare(batch, new Map(), { ...content, entries }, options);
      return { target: batch.target.name, message };
    });
    return { ...plan, since, rows: openRows(plan.ledger, options), messages };
  }
  const until = clock.now().getTime() + options.waitMs;
  const pages = await waitForPages(plan.batches, content, { ...options, until });
  const ledger = await claim(plan, pages, before, options);
  const messages = { ...content, entries };
  const after = await sendAll(plan.batches, pages, messages, { ...options, ledger });
  return { ...plan, since, rows: openRows(after, options), messages: [] };
}

async function lockLedger({ ledgerFile, ...waiting }: AnnounceOptions): Promise<Disposable> {
  try {
    return await waitForLock(`${ledgerFile}.lock`, 'another announcement is running', waiting);
  } catch (error) {
    if (!('code' in (error as object))) throw error;
    throw new SettingsError(
      `The ledger ${ledgerFile} cannot be written: ${(error as Error).message}. Set ANNOUNCE_LEDGER to another file.`,
      { cause: error },
    );
  }
}

type Content = Awaited<ReturnType<typeof readContent>>;
type Entries = ReadonlyMap<string, ReleaseEntry>;
type Pages = ReadonlyMap<string, LivePage | { why: string }>;

function readContent({ contentDir, siteUrl, basePath, ...waiting }: AnnounceOptions) {
  return readConsistently(contentDir, waiting, async () => {
    const config = parseSiteConfig({}, 'site.config.ts');
    const { readCollection, readEntry } = createCollections(contentDir, config);
    const releases = await readCollection('releases');
    const workspace = await readWorkspaceEntry(contentDir);
    const { releaseLog, state } = await readTables(contentDir);
    const site: SiteContext = {
      workspace,
      config,
      urls: createUrls(siteUrl, basePath),
      strings: stringsFor(config.locale),
      hasRoadmap: false,
      links: [],
      projects: new Map((await readCollection('projects')).map((one) => [one.id, one])),
      labels: new Map((await readCollection('labels')).map((one) => [one.id, one])),
    };
    const items = readItems(releases, { releaseLog, state, site });
    const marks = new Map(releases.map((one) => [one.id, releaseMark(one)]));
    return { site, releaseLog, items, marks, readEntry };
  });
}

/** The entries of all releases in the batches, by slug. */
async function readEntries(batches: readonly Batch[], { readEntry }: Content): Promise<Entries> {
  const slugs = new Set(batches.flatMap(({ items }) => items.map(({ slug }) => slug)));
  const read = [...slugs].map(async (slug) => [slug, await readEntry('releases', slug)] as const);
  return new Map(await Promise.all(read));
}

/** The pages of all releases in the batches, by id of the release. */
async function waitForPages(
  batches: readonly Batch[],
  { site, marks }: Content,
  options: AnnounceOptions & { until: number },
): Promise<Pages> {
  const releases = new Map(
    batches.flatMap(({ items }) => items.map((item) => [item.release, item.slug])),
  );
  const pages = new Map<string, LivePage | { why: string }>();
  await forAll([...releases], 4, async ([id, slug]) => {
    const url = site.urls.absolute(paths.release(slug));
    pages.set(id, await waitUntilLive(url, marks.get(id) ?? '', options));
  });
  return pages;
}

/** Writes the claims, and the reasons why items are held. */
async function claim(
  { ledger, batches }: AnnouncePlan,
  pages: Pages,
  before: Ledger,
  { ledgerFile, clock, onClaimed }: AnnounceOptions,
): Promise<Ledger> {
  const at = clock.now().toISOString();
  // What may have arrived stays unknown, so that it is not sent later without being asked for.
  const isUnknown = (target: string, id: string) =>
    ledger.rows.some((row) => row.target === target && row.item === id && row.state === 'unknown');
  const rows = batches.flatMap(({ target, items }) =>
    items.flatMap(({ id, release }): Row[] => {
      const page = pages.get(release);
      const row = { target: target.name, item: id, at };
      if (!page || !('why' in page)) return [{ ...row, state: 'claimed' }];
      return isUnknown(target.name, id)
        ? []
        : [{ ...row, state: 'held', why: `its page ${page.why}` }];
    }),
  );
  const claimed = withRows(ledger, rows);
  await writeLedger(ledgerFile, claimed);
  if (!rows.some(({ state }) => state === 'claimed')) return claimed;
  await onClaimed?.().catch(async (error) => {
    await writeLedger(ledgerFile, before);
    throw error;
  });
  return claimed;
}

async function sendAll(
  batches: readonly Batch[],
  pages: Pages,
  content: Content & { entries: Entries },
  options: AnnounceOptions & { ledger: Ledger },
): Promise<Ledger> {
  let { ledger } = options;
  // The wait for pages may have taken all of its own time.
  const until = options.clock.now().getTime() + options.waitMs;
  let writing = Promise.resolve();
  const live = batches.flatMap(({ target, items }) => {
    const shown = items.filter(({ release }) => !('why' in (pages.get(release) ?? {})));
    return shown.length > 0 ? [{ target, items: shown }] : [];
  });
  const byTarget = [...Map.groupBy(live, ({ target }) => target).values()];
  await forAll(byTarget, 4, async (own) => {
    let gone: Sent | undefined;
    for (const batch of own) {
      const message = prepare(batch, pages, content, options);
      const sent = gone ?? (await sendMessage(message, batch.target, { ...options, until }));
      if (sent.isGone) gone = { state: 'failed', why: sent.why ?? '', isGone: true };
      ledger = record(ledger, batch, sent, options.clock.now().toISOString());
      const written = ledger;
      writing = writing.then(() => writeLedger(options.ledgerFile, written));
      await writing;
    }
  });
  return ledger;
}

function record(ledger: Ledger, { target, items }: Batch, sent: Sent, at: string): Ledger {
  const { state, why, isGone } = sent;
  const rows = items.map(
    ({ id }): Row => ({ target: target.name, item: id, state, at, ...(why && { why }) }),
  );
  const known = ledger.targets[target.name] ?? { since: at };
  const targets = isGone
    ? { ...ledger.targets, [target.name]: { ...known, disabled: target.digest } }
    : ledger.targets;
  return { ...withRows(ledger, rows), targets };
}

function prepare(
  { target, items }: Batch,
  pages: Pages,
  { site, releaseLog, entries }: Content & { entries: Entries },
  { clock }: AnnounceOptions,
): Message {
  const found = items.map(({ release }) => pages.get(release));
  const [first] = found.filter((page) => page && 'language' in page);
  const all = items.flatMap((item: Item, at) => {
    const page = found[at];
    const picture = page && 'picture' in page ? page.picture : undefined;
    const correction = item.isCorrection
      ? releaseLog?.corrections.find((one) => `${one.release}@${one.at}` === item.id)
      : undefined;
    const entry = entries.get(item.slug);
    return entry ? announcementOf(entry, site, { correction, picture }) : [];
  });
  return messageFor(target, all, {
    site: site.urls.absolute(paths.home()),
    words: wordsIn(first && 'language' in first ? first.language : 'en'),
    now: clock.now(),
  });
}

const reportedMs = 7 * 24 * 3600_000;

/** Rows of the last week that belong to a target of now. */
function openRows({ rows }: Ledger, { targets, clock }: AnnounceOptions): Row[] {
  const names = new Set(targets.map(({ name }) => name));
  const since = clock.now().getTime() - reportedMs;
  return rows.filter(({ target, at }) => names.has(target) && Date.parse(at) >= since);
}
