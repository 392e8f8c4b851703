import { bundledSample, sampleWorkspaceId } from '../../model/api/workspace.ts';
import { readContent } from '../../store/read/read-content.ts';

/** Whether a content folder holds the bundled sample, unchanged. */
export async function isBundledSample(contentDir: string): Promise<boolean> {
  const { workspace, releases, milestones } = await readContent(contentDir);
  if (workspace?.id !== sampleWorkspaceId || workspace.name !== bundledSample.name) return false;
  const entries = [...releases.values(), ...milestones.values()];
  return entries.every(({ updated_at: at }) => (at ?? '') <= bundledSample.updatedAt);
}
