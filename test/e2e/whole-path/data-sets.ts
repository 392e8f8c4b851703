import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DataSet } from '../../../src/service/data-set/schema.ts';

/** The bundled sample workspace. */
export const sampleFile = resolve('scripts/sample/workspace.json');

/** A realistic export, if there is one next to the checkout. */
export const realFiles = [resolve('../shared/data/real-small.json')].filter(existsSync);

/** All data sets that the whole path is tested with. */
export const dataSetFiles = [sampleFile, ...realFiles];

export interface Expected {
  publicReleases: DataSet['releases'];
  publicMilestones: DataSet['milestones'];
  /** Texts that must not be public. */
  secrets: string[];
}

/** What should and should not be public of a data set, computed from the file itself. */
export function expectedOf(file: string, now: Date): Expected {
  const data = DataSet.parse(JSON.parse(readFileSync(file, 'utf8')));
  const isPublic = (one: DataSet['releases'][number]) =>
    one.status === 'RELEASED' &&
    one.is_public === true &&
    one.released_at !== null &&
    new Date(one.released_at) <= now;
  const publicReleases = data.releases.filter(isPublic);
  const publicMilestones = data.milestones.filter(({ is_public }) => is_public);
  const shown = JSON.stringify([publicReleases, publicMilestones]);
  const hidden = [
    ...data.releases.filter((one) => !isPublic(one)),
    ...data.milestones.filter(({ is_public }) => !is_public),
  ];
  const secrets = hidden
    .flatMap((one) => [one.title, ...sentences(one.body), ...changesOf(one)])
    .filter((text) => text.length > 12 && !shown.includes(JSON.stringify(text).slice(1, -1)));
  return {
    publicReleases,
    publicMilestones,
    secrets: [...secrets, ...data.subscribers.map(({ email }) => email)],
  };
}

function changesOf(one: DataSet['releases'][number] | DataSet['milestones'][number]): string[] {
  return 'changes' in one ? one.changes.flatMap(({ content }) => sentences(content)) : [];
}

/** Pieces of plain text, which sanitising does not change. */
function sentences(html: string): string[] {
  return html.split(/<[^>]*>|&\w+;|\n/).map((text) => text.trim());
}
