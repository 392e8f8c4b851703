import type { DataSet } from '../../src/service/data-set/schema.ts';

const words =
  'the release brings faster builds and calmer pages with fewer surprises for readers who follow every change since the last one while maintainers keep their notes in one place'.split(
    ' ',
  );

/**
 * Generates a workspace of `count` public releases with bodies of about 2 kB, always the same for
 * the same count.
 */
export function generateDataSet(count: number): DataSet {
  const random = mulberry32(count);
  const some = (length: number) =>
    Array.from({ length }, () => words[Math.floor(random() * words.length)]).join(' ');
  // A list of the API reaches 1,100 rows. With this many projects, no project has more releases.
  const projects = Array.from({ length: Math.max(3, Math.ceil(count / 800)) }, (_, index) => ({
    id: `prj_${index}`,
    name: `Project ${index}`,
    slug: `project-${index}`,
  }));
  const labels = ['Speed', 'Safety', 'Design', 'Docs'].map((name) => ({
    id: `lbl_${name}`,
    name,
    slug: name.toLowerCase(),
    color: '#2563eb',
  }));
  // At most three releases a day, which is ten thousand in nine years; more are set closer
  // together, so that none is in the future.
  const first = Date.UTC(2016, 0, 1);
  const betweenMs = Math.min(8 * 3_600_000, (Date.UTC(2026, 0, 1) - first) / count);
  const types = ['New', 'Fixed'].map((title) => ({ id: `type_${title}`, title, color: '#16a34a' }));
  const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)] as T;
  const releases = Array.from({ length: count }, (_, index): DataSet['releases'][number] => {
    const at = new Date(first + index * betweenMs).toISOString();
    return {
      id: `rel_${index}`,
      title: `Release ${index}: ${some(4)}`,
      body: `<h2>${some(4)}</h2>${Array.from({ length: 5 }, () => `<p>${some(50)}</p>`).join('')}<pre><code>${some(20)}</code></pre>`,
      slug: `release-${index}`,
      status: 'RELEASED',
      version: `1.${index}.0`,
      is_pinned: false,
      is_public: true,
      is_pre_release: random() < 0.1,
      summary: some(20),
      hero: null,
      changes: types.map(({ id }, number) => ({
        id: `change_${index}_${number}`,
        change_id: id,
        content: `<p>${some(12)}</p>`,
      })),
      project: pick(projects),
      labels: [pick(labels)],
      attachments: [],
      contributors: [],
      released_at: at,
      created_at: at,
      updated_at: at,
    };
  });
  return {
    workspace: {
      id: `bench-${count}`,
      name: 'Bench',
      slug: 'bench',
      url: 'https://bench.example',
      release_change_types: types,
      roadmap_status_types: [],
    },
    projects,
    labels,
    contributors: [],
    releases,
    milestones: [],
    subscribers: [],
    subscriber_lists: [],
    incoming_webhooks: [],
  };
}

/**
 * Gives each release three of twenty labels and one of two projects, and adds subscribers who are
 * each in two of ten lists.
 */
export function withLists(data: DataSet, subscribers: number): DataSet {
  const labels = Array.from({ length: 20 }, (_, n) => ({
    id: `lbl_${n}`,
    name: `Label ${n}`,
    slug: `label-${n}`,
    color: '#2563eb',
  }));
  const lists = Array.from({ length: 10 }, (_, n) => ({ id: `list_${n}`, name: `List ${n}` }));
  const some = <T>(all: T[], count: number, index: number): T[] =>
    Array.from({ length: count }, (_, n) => all[(index * 7 + n * 3) % all.length] as T);
  return {
    ...data,
    labels,
    releases: data.releases.map((one, index) => ({
      ...one,
      labels: some(labels, 3, index),
      project: data.projects[index % 2] ?? null,
    })),
    subscribers: Array.from({ length: subscribers }, (_, index) => {
      const at = new Date(Date.UTC(2016, 0, 1) + index * 60_000).toISOString();
      const id = `sub_${index}`;
      const email = `${id}@example.com`;
      return { id, email, lists: some(lists, 2, index), created_at: at, updated_at: at };
    }),
  };
}

/** Small seeded random number generator, so that every run generates the same words. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
