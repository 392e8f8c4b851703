import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DataSet } from '../../../src/service/data-set/schema.ts';

/** The bundled sample workspace. */
export const sampleFile = resolve('scripts/sample/workspace.json');

/** An export of a real-looking workspace, where one lies beside the checkout. */
export const realFiles = [resolve('../shared/data/real-small.json')].filter(existsSync);

/** The whole path is walked with each of these. */
export const dataSetFiles = [sampleFile, ...realFiles];

export interface Expected {
  publicReleases: DataSet['releases'];
  publicMilestones: DataSet['milestones'];
  /** Texts that no reader may ever see. */
  secrets: string[];
}

/** What may be seen of a data set and what may not, counted from the file itself. */
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

/** Runs of plain text, which come through sanitising as they are. */
function sentences(html: string): string[] {
  return html.split(/<[^>]*>|&\w+;|\n/).map((text) => text.trim());
}
