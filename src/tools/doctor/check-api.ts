import { z } from 'zod';
import { ApiError } from '../../client/api-error.ts';
import { type Finding, fine, mend } from '../../lib/finding.ts';
import { oneLine, shorten } from '../../lib/text/text.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { ApiWorkspace } from '../../model/api/rows.ts';
import type { ApiSettings } from '../../receiver/run/connect.ts';
import { askOnce } from './ask-once.ts';
import { checkClock } from './check-clock.ts';

const patienceMs = 15_000;

/** Whether the API answers to the key, and whether its clock and this machine's go together. */
export async function checkApi(api: ApiSettings, clock: Clock): Promise<Finding[]> {
  try {
    const { body, headers, ms } = await askOnce(api, 'workspace', { clock, ms: patienceMs });
    const date = headers.get('date') ?? undefined;
    return [workspaceOf(body, api.baseUrl, ms), checkClock(date, clock.now(), ms)];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const [found = ''] = error.message.split('\n');
    return [mend('API', found, error.next)];
  }
}

/** A text that is JSON of a workspace. */
const Answer = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('no JSON');
      return z.NEVER;
    }
  })
  .pipe(ApiWorkspace);

function workspaceOf(body: Buffer, baseUrl: string, ms: number): Finding {
  const workspace = Answer.safeParse(body.toString('utf8'));
  if (!workspace.success)
    return mend(
      'API',
      `${baseUrl} answers, and not with a workspace.`,
      'Check API_BASE_URL: it is the address of the API without /v1.',
    );
  const name = shorten(oneLine(workspace.data.name ?? 'without a name'), 60);
  return fine('API', `${baseUrl} knows the key, and is “${name}”; it took ${ms} ms.`);
}
