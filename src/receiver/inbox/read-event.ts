import { z } from 'zod';
import { parseForeignJson } from '../../lib/json.ts';
import { ContentChanged } from '../../model/api/content-changed.ts';
import { DateTime } from '../../model/api/primitives.ts';
import { RowId } from '../../model/api/rows.ts';

interface Target {
  /**
   * Id of the release. Undefined if the event names no release; any full sync then fulfils the
   * event.
   */
  release: string | undefined;
  /** When the run should start. Undefined means at once. */
  at: Date | undefined;
}

export interface EventSubject {
  type: string | undefined;
  /** Undefined if the event does not concern public content. */
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
 * Reads the id of the release and the time of the run from a verified delivery. All published data
 * comes from the API, not from the delivery. A body that is not an event requests a full sync.
 */
export function readEvent(body: Uint8Array): EventSubject {
  const event = Event.safeParse(parseJson(body));
  if (!event.success) return { type: undefined, target: anything };
  const { type, data } = event.data;
  const { id: release, scheduled_at } = data;
  if (type === 'release.published') return { type, target: { release, at: undefined } };
  if (type === 'release.scheduled')
    return { type, target: { release, at: scheduled_at ? new Date(scheduled_at) : undefined } };
  // The event may name a resource that is not a release. A full sync finds every change.
  if (type === ContentChanged.shape.type.value) return { type, target: anything };
  return { type, target: undefined };
}

/** Requests a full sync at once. */
export const anything: Target = { release: undefined, at: undefined };

/** Parses the body of a delivery; undefined if it is not valid. */
export function parseJson(body: Uint8Array): unknown {
  try {
    return parseForeignJson(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
