import { z } from 'zod';
import { parseForeignJson } from '../../lib/json.ts';
import { ContentChanged } from '../../model/api/content-changed.ts';
import { DateTime } from '../../model/api/primitives.ts';
import { RowId } from '../../model/api/rows.ts';

interface Target {
  /** Id of the release; undefined if the event names none, so that any run will do. */
  release: string | undefined;
  /** When to run; undefined for at once. */
  at: Date | undefined;
}

export interface EventSubject {
  type: string | undefined;
  /** Undefined for events that do not concern public content. */
  target: Target | undefined;
}

const maxIdLength = 255;
const maxTypeLength = 100;

const Event = z.object({
  type: z
    .string()
    .min(1)
    .transform((type) => type.slice(0, maxTypeLength)),
  data: z
    .object({
      id: RowId.max(maxIdLength).optional().catch(undefined),
      scheduled_at: DateTime.optional().catch(undefined),
    })
    .catch({}),
});

/**
 * Reads the release and time from a verified delivery. These only decide when to sync and which
 * release; published data comes from the API. A body that is no event requests a full sync.
 */
export function readEvent(body: Uint8Array): EventSubject {
  const event = Event.safeParse(parseJson(body));
  if (!event.success) return { type: undefined, target: anything };
  const { type, data } = event.data;
  const { id: release, scheduled_at } = data;
  if (type === 'release.published') return { type, target: { release, at: undefined } };
  if (type === 'release.scheduled')
    return { type, target: { release, at: scheduled_at ? new Date(scheduled_at) : undefined } };
  // May name a resource other than a release; a full sync finds every change.
  if (type === ContentChanged.shape.type.value) return { type, target: anything };
  return { type, target: undefined };
}

/** A full sync, at once. */
export const anything: Target = { release: undefined, at: undefined };

function parseJson(body: Uint8Array): unknown {
  try {
    return parseForeignJson(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
