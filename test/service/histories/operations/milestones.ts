import fc from 'fast-check';
import { stages } from '../../../../src/model/api/stages.ts';
import type { MilestoneInput } from '../../../../src/service/contract/inputs.ts';
import type { Milestone } from '../../../../src/service/contract/resources.ts';
import type { Kind } from '../../../../src/service/resources/kinds/kind.ts';
import { milestoneKind } from '../../../../src/service/resources/kinds/milestones.ts';
import { forgetFilesOf, type Model, type ModelMilestone, storedFile } from '../expected.ts';
import { commandsOf } from './commands.ts';
import { body, isSlug, isSlugTaken, mostly, pick, ref, slug, title, type World } from './draw.ts';
import { statusTypeOf, withStatus } from './status.ts';

// Commands on milestones.

const time = fc.constantFrom(null, '2026-02-01T10:00:00.000Z', '2026-02-01T12:00:00+05:00');
const often = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 1, nil: undefined });
const seldom = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

/** The title or id of a status type, in various case, or an unknown status. */
const status = fc.record({ of: ref, as: fc.constantFrom('title', 'id', 'TITLE') });

/** The input of a command before it is parsed. */
type Given = Omit<MilestoneInput, 'stage' | 'attachments' | 'upvote_count'> & {
  stage?: string | undefined;
  attachments?: string[];
  upvote_count?: string | undefined;
};

const link = 'https://example.com/more';
const attachments = fc.array(
  fc.record({
    at: fc.oneof(ref, mostly([link], 'javascript:alert(1)')),
    title: fc.constantFrom('', ' More of it'),
  }),
  { maxLength: 2 },
);

const milestones = commandsOf({
  kind: milestoneKind as unknown as Kind<Milestone, Given>,
  drawn: fc.record({
    title,
    slug,
    status,
    is_public: fc.constantFrom(true, true, true, false),
    body: often(body),
    project: often(fc.option(ref)),
    labels: often(fc.array(ref, { maxLength: 3 })),
    stage: seldom(fc.constantFrom('planned', 'IN_PROGRESS', 'COMPLETED', 'NOWHERE')),
    started_at: seldom(time),
    ended_at: seldom(time),
    attachments,
    upvote_count: mostly(['0', '12'], '-1'),
  }),
  all: ({ milestones }) => milestones,
  given: (model, { status, project, labels, attachments, ...plain }) => {
    const { statusTypes, projects } = model;
    return {
      ...plain,
      ...(status && { status: statusText(model, pick(statusTypes.keys(), status.of), status.as) }),
      ...(project !== undefined && {
        project_id: project === null ? null : pick(projects.keys(), project),
      }),
      ...(labels && { label_ids: labels.map((at) => pick(model.labels.keys(), at)) }),
      ...(attachments && {
        attachments: attachments.map(({ at, title }) => {
          const address = typeof at === 'string' ? at : `/files/${pick(model.files, at)}`;
          return address + title;
        }),
      }),
    };
  },
  malformed: ({ title = '···', slug = 'any', stage, attachments = [], upvote_count = '0' }) => [
    ...(title.length < 3 ? ['title'] : []),
    ...(isSlug(slug) ? [] : ['slug']),
    ...(stage === undefined || known(stage) ? [] : ['stage']),
    ...(attachments.some((one) => one.startsWith('javascript:')) ? ['attachments'] : []),
    ...(upvote_count.startsWith('-') ? ['upvote_count'] : []),
  ],
  wrong: (model, { id, given }) => [
    ...(isSlugTaken(model.milestones, given.slug, id) ? ['slug'] : []),
    ...(given.project_id && !model.projects.has(given.project_id) ? ['project_id'] : []),
    ...((given.label_ids ?? []).every((label) => model.labels.has(label)) ? [] : ['label_ids']),
    ...((given.attachments ?? []).some((one) => one.startsWith('/files/nobody'))
      ? ['attachments']
      : []),
    ...wrongStatus(model, model.milestones.get(id), given),
  ],
  write,
  remove(model, id) {
    const gone = model.milestones.get(id);
    model.milestones.delete(id);
    if (gone) forgetFilesOf(model, gone);
  },
});

export const milestoneOperations = [{ weight: 12, arbitrary: milestones }];

function statusText({ statusTypes }: Model, id: string, as: string): string {
  const title = statusTypes.get(id)?.title ?? 'Nowhere';
  if (as === 'id') return id;
  return as === 'title' ? title : title.toUpperCase();
}

const known = (stage: string) => (stages as readonly string[]).includes(stage.toUpperCase());

function wrongStatus(model: Model, before: ModelMilestone | undefined, given: Partial<Given>) {
  const type = statusTypeOf(model, given.status ?? before?.status ?? '');
  if (given.status !== undefined && !type) return ['status'];
  if (given.stage === undefined) return type?.stage || before ? [] : ['stage'];
  return type?.stage && type.stage !== given.stage.toUpperCase() ? ['stage'] : [];
}

function write(
  { model, service }: World,
  { id, given, thing }: { id: string; given: Partial<Given>; thing: Milestone },
): void {
  const { status, stage, project_id, label_ids, started_at, ended_at, ...others } = given;
  const { attachments, upvote_count, ...plain } = others;
  const now = service.clock.now().toISOString();
  const before = model.milestones.get(id) ?? blank(id, highest(model) + 1, now);
  const type = statusTypeOf(model, status ?? before.status);
  const to = {
    title: type?.title ?? before.status,
    stage: type?.stage || stage?.toUpperCase() || before.stage,
  };
  const isMoved = status !== undefined || stage !== undefined;
  const moved = isMoved ? withStatus(before, to, service.clock) : before;
  const defined = Object.entries(plain).filter(([, value]) => value !== undefined);
  const written = {
    ...moved,
    ...Object.fromEntries(defined),
    ...(project_id !== undefined && { project: project_id }),
    ...(label_ids && { labels: [...new Set(label_ids)] }),
    ...(started_at !== undefined && { started_at: inUtc(started_at) }),
    ...(ended_at !== undefined && { ended_at: inUtc(ended_at) }),
    ...(upvote_count !== undefined && { upvote_count: Number(upvote_count) }),
    ...(attachments && { attachments: attached(attachments, thing) }),
    updated_at: now,
  };
  model.milestones.set(id, written);
}

function attached(given: string[], thing: Milestone): Milestone['attachments'] {
  return given.map((text, n) => {
    const [url = '', ...words] = text.split(' ');
    const title = words.join(' ') || null;
    const id = thing.attachments[n]?.id ?? '';
    if (url === link) return { id, type: 'LINK', content: { title, url } };
    const name = url.slice('/files/'.length);
    return { id, type: 'FILE', content: { title: title ?? name, url, ...storedFile(name) } };
  });
}

const inUtc = (time: string | null) => time && new Date(time).toISOString();

function highest({ milestones }: Model): number {
  return Math.max(0, ...[...milestones.values()].map(({ number }) => number));
}

function blank(id: string, number: number, at: string): ModelMilestone {
  return {
    id,
    number,
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
    created_at: at,
    updated_at: at,
  };
}
