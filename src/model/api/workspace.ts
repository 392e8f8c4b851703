import { z } from 'zod';
import { Id } from './primitives.ts';

/** A type of change in releases (docs/api.md, "Workspace"). */
export const ChangeType = z.object({ id: Id, title: z.string(), color: z.string() });
export type ChangeType = z.infer<typeof ChangeType>;

/** A column of the roadmap (docs/api.md, "Workspace"). */
export const StatusType = z.object({
  id: Id,
  title: z.string(),
  color: z.string(),
  stage: z.string(),
});
export type StatusType = z.infer<typeof StatusType>;

/** A workspace (docs/api.md, "Workspace"). `url` is the public changelog's address. */
export const Workspace = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  url: z.string(),
  release_change_types: z.array(ChangeType),
  roadmap_status_types: z.array(StatusType),
});
export type Workspace = z.infer<typeof Workspace>;

/** Id of the bundled sample workspace. A sync may always replace its content. */
export const sampleWorkspaceId = 'waymark-sample';

/** Name of the bundled sample workspace, and the time of its newest update. */
export const bundledSample = { name: 'Waymark', updatedAt: '2026-11-20T15:25:00.000Z' };
