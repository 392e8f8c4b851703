import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { projectOf } from '../../src/sources/past-rows.ts';
import type { SourceSet } from '../../src/sync/read/sources/upstream.ts';
import { releaseRow } from '../support/rows.ts';
import { palettePng } from '../sync/pictures.ts';
import { down, memorySource } from '../sync/read/sources/start-sources.ts';
import { openFrom } from './open-from.ts';
import { type SourceFolder, sourceFolder } from './source-folder.ts';

const workspace = 'workspace: { id: w-1, name: Sample }\n';
const sources = [
  'sources:',
  '  - markdown: releases\n    roadmap: roadmap',
  '  - changelog: packages/*/CHANGELOG.md',
].join('\n');

/** Markdown files, changelogs and a source in memory that change at random. */
export class RandomHistory implements AsyncDisposable {
  readonly #folder: SourceFolder;
  readonly #random: () => number;
  readonly #files = new Map<string, string>();
  readonly #other = memorySource('other');
  #count = 0;

  private constructor(folder: SourceFolder, random: () => number) {
    this.#folder = folder;
    this.#random = random;
  }

  static async start(random: () => number): Promise<RandomHistory> {
    const folder = await sourceFolder({ 'releases/picture.png': await palettePng() });
    const history = new RandomHistory(folder, random);
    await history.fill();
    return history;
  }

  /** Makes one random change to one of the sources. */
  async step(): Promise<void> {
    const below = this.#pick(['releases', 'releases', 'roadmap', 'packages', 'other']);
    const own = [...this.#files.keys()].filter((path) => path.startsWith(below));
    const path = own.length > 0 ? this.#pick(own) : undefined;
    const act = this.#pick(['add', 'edit', 'edit', 'rename', 'remove']);
    if (below === 'other') this.#changeOther(act);
    else if (path === undefined || act === 'add') await this.#add(below);
    else if (act === 'edit') await this.#write(path);
    else {
      const text = this.#files.get(path) ?? '';
      await this.#remove(path);
      if (act === 'rename') await this.#put(this.#newPath(below), text);
    }
  }

  /**
   * Removes every file with an error or a duplicate id, and adds an entry to every empty source.
   */
  async fill(): Promise<void> {
    const ids = new Set<string>();
    for (const [path, text] of [...this.#files]) {
      const [id] = /^id: .*$/m.exec(text) ?? [];
      if (text.includes('wrong:') || (id !== undefined && ids.has(id))) await this.#remove(path);
      else if (id !== undefined) ids.add(id);
    }
    for (const below of ['releases', 'roadmap', 'packages'])
      if (![...this.#files.keys()].some((path) => path.startsWith(below)))
        await this.#put(this.#newPath(below), this.#textOf(below, true));
    if (this.#other.releases.length === 0) this.#changeOther('add');
  }

  /** Opens the sources; if `mayFail`, the one in memory fails at times. */
  async open(mayFail: boolean): Promise<SourceSet> {
    const isOtherDown = mayFail && this.#random() < 0.3;
    this.#other.failure = isOtherDown ? down : undefined;
    const set = await openFrom(this.#folder.path, workspace + sources);
    return { ...set, sources: [...set.sources, this.#other] };
  }

  /** Does some work while one of the folders is renamed. */
  async withoutFolder<T>(work: () => Promise<T>): Promise<T> {
    const place = join(this.#folder.path, this.#pick(['releases', 'roadmap', 'packages']));
    await rename(place, `${place}-moved`);
    try {
      return await work();
    } finally {
      await rename(`${place}-moved`, place);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#folder[Symbol.asyncDispose]();
  }

  #changeOther(act: string): void {
    const { releases } = this.#other;
    const index = Math.floor(this.#random() * releases.length);
    const project = this.#pick([null, 'Board', 'App']);
    const over = {
      title: `Title ${this.#next()}`,
      project: project === null ? null : projectOf(project),
      is_public: this.#random() < 0.9,
    };
    if (act === 'remove' && releases.length > 1) releases.splice(index, 1);
    else if (act === 'edit' && releases.length > 0)
      releases[index] = releaseRow(releases[index]?.id ?? '', over);
    else releases.push(releaseRow(`other-${this.#next()}`, { ...over, is_public: true }));
  }

  async #add(below: string): Promise<void> {
    await this.#write(this.#newPath(below));
  }

  async #write(path: string): Promise<void> {
    const [below = ''] = path.split('/');
    await this.#put(path, this.#textOf(below, false));
  }

  async #put(path: string, text: string): Promise<void> {
    this.#files.set(path, text);
    await this.#folder.put({ [path]: text });
  }

  async #remove(path: string): Promise<void> {
    this.#files.delete(path);
    await this.#folder.put({ [path]: null });
  }

  #newPath(below: string): string {
    const name = this.#next();
    return below === 'packages' ? `packages/p${name}/CHANGELOG.md` : `${below}/${name}.md`;
  }

  #textOf(below: string, isRight: boolean): string {
    if (below === 'packages') return this.#changelog();
    const wrong = !isRight && this.#random() < 0.15 ? 'wrong: true\n' : '';
    const project = this.#pick(['', 'project: Board\n', 'project: App\n']);
    const labels = this.#pick(['', 'labels: [Speed]\n', 'labels: [Speed, Safety]\n']);
    const title = `title: Title ${this.#next()}\n`;
    if (below === 'roadmap') {
      const status = this.#pick(['', 'status: Now\n', 'status: Done\n', 'status: Planned\n']);
      return `---\n${title}${status}${project}${labels}${wrong}---\nSoon.\n`;
    }
    const id = this.#random() < 0.3 ? `id: own-${Math.floor(this.#random() * 4)}\n` : '';
    const date = !isRight && this.#random() < 0.1 ? 'status: DRAFT\n' : 'released_at: 2026-01-31\n';
    const body = this.#pick([
      'Text.',
      '![x](picture.png)',
      '## Added\n\n- One\n\n## Fixed\n\n- Two',
    ]);
    return `---\n${id}${title}${date}${project}${labels}${wrong}---\n${body}\n`;
  }

  #changelog(): string {
    const count = 1 + Math.floor(this.#random() * 3);
    const versions = Array.from({ length: count }, (_, n) => {
      const yanked = this.#random() < 0.1 ? ' [YANKED]' : '';
      return `## 1.${n}.0 - 2026-01-${10 + n}${yanked}\n\n### ${this.#pick(['Added', 'Fixed'])}\n\n- ${this.#next()}\n`;
    });
    return versions.toReversed().join('\n');
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }

  /** @param all must not be empty */
  #pick<T>(all: readonly T[]): T {
    return all[Math.floor(this.#random() * all.length)] as T;
  }
}
