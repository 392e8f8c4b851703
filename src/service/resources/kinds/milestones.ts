import { randomUUID } from 'node:crypto';
import type { Attachment } from '../../../model/api/parts.ts';
import type { StatusType } from '../../../model/api/workspace.ts';
import { MilestoneInput } from '../../contract/inputs.ts';
import type { Milestone } from '../../contract/resources.ts';
import type { Db } from '../../database/schema.ts';
import { defined } from '../defined.ts';
import { findFile } from '../files.ts';
import { deleteMilestone, listMilestones, readMilestone, saveMilestone } from '../milestones.ts';
import { findLabels, findProject } from '../parts.ts';
import { referredFiles } from '../referred-files.ts';
import { checkSlug } from '../slugs.ts';
import { readWorkspace } from '../workspace.ts';
import type { Kind, Problems, Writing } from './kind.ts';
import { typeNamed, withStatus } from './status-types.ts';

type MilestoneWriting = Writing<Milestone, MilestoneInput>;

export const milestoneKind: Kind<Milestone, MilestoneInput> = {
  one: 'milestone',
  added: MilestoneInput,
  list: (db) => listMilestones(db, {}),
  find: readMilestone,
  check,
  write,
  publicChange: ({ id, is_public }) => (is_public ? { kind: 'milestone', id } : undefined),
  remove: deleteMilestone,
};

async function check(db: Db, writing: MilestoneWriting): Promise<Problems> {
  const { id, input } = writing;
  const { project_id, label_ids = [], attachments = [] } = input;
  const isProjectKnown = !project_id || (await findProject(db, project_id)) !== undefined;
  const areLabelsKnown = !(await findLabels(db, label_ids)).includes(undefined);
  return {
    ...(await checkSlug(db, 'milestone', { id, slug: input.slug })),
    ...(!isProjectKnown && { project_id: 'expected the id of a project' }),
    ...(!areLabelsKnown && { label_ids: 'expected ids of labels' }),
    ...((await toAttachments(db, attachments)).includes(undefined) && {
      attachments: 'expected an uploaded file. Upload it with POST /v1/files',
    }),
    ...checkStatus(writing, (await readWorkspace(db)).roadmap_status_types),
  };
}

function checkStatus({ input, before }: MilestoneWriting, types: StatusType[]): Problems {
  const named = input.status ?? before?.status ?? '';
  const type = typeNamed(types, named);
  if (input.status !== undefined && !type)
    return { status: `expected one of ${types.map(({ title }) => `"${title}"`).join(', ')}` };
  if (input.stage === undefined)
    return type?.stage || before
      ? {}
      : { stage: `expected a stage, because "${named}" has no stage` };
  if (!type?.stage || input.stage === type.stage) return {};
  return { stage: `expected ${type.stage}, the stage of "${type.title}", or no stage` };
}

async function write(db: Db, writing: MilestoneWriting): Promise<void> {
  const { id, before, input, now } = writing;
  const { status, stage, project_id, label_ids, attachments, ...fields } = input;
  const updated_at = now.toISOString();
  const made = before ?? { ...blank, id, created_at: updated_at, number: await nextNumber(db) };
  const labels = label_ids && (await findLabels(db, label_ids));
  const changed = {
    ...(await moved(db, { ...made, updated_at }, writing)),
    ...defined({
      ...fields,
      project: typeof project_id === 'string' ? await findProject(db, project_id) : project_id,
      labels: labels?.filter((label) => label !== undefined),
      attachments: (attachments && (await toAttachments(db, attachments)))?.filter(
        (one) => one !== undefined,
      ),
    }),
    ...(fields.started_at !== undefined && { started_on: undefined }),
    ...(fields.ended_at !== undefined && { ended_on: undefined }),
  };
  await saveMilestone(db, changed, now);
}

/**
 * Converts inputs to attachments, in the same order. If the file of an input does not exist, its
 * attachment is undefined.
 */
async function toAttachments(
  db: Db,
  input: NonNullable<MilestoneInput['attachments']>,
): Promise<(Attachment | undefined)[]> {
  return Promise.all(
    input.map(async ({ url, title }) => {
      const id = randomUUID();
      if (!url.startsWith('/files/')) return { id, type: 'LINK', content: { title, url } };
      const [named = ''] = referredFiles(url);
      const file = await findFile(db, named);
      if (!file) return undefined;
      const { name, type, size } = file;
      return { id, type: 'FILE', content: { title: title ?? name, url, size, type } };
    }),
  );
}

async function moved(
  db: Db,
  milestone: Milestone,
  { input: { status, stage }, now }: MilestoneWriting,
): Promise<Milestone> {
  if (status === undefined && stage === undefined) return milestone;
  const { roadmap_status_types: types } = await readWorkspace(db);
  const type = typeNamed(types, status ?? milestone.status);
  const { title = milestone.status } = type ?? {};
  return withStatus(milestone, { title, stage: type?.stage || stage || '' }, now);
}

/** Default values of a new milestone. New milestones are private. */
const blank: Omit<Milestone, 'id' | 'number' | 'created_at' | 'updated_at'> = {
  title: '',
  body: '',
  slug: '',
  status: '',
  stage: '',
  is_public: false,
  upvote_count: 0,
  project: null,
  labels: [],
  attachments: [],
  started_at: null,
  ended_at: null,
};

async function nextNumber(db: Db): Promise<number> {
  const row = await db
    .selectFrom('milestone')
    .select(({ fn }) => fn.max<number | null>('number').as('highest'))
    .executeTakeFirst();
  return Number(row?.highest ?? 0) + 1;
}
