import { z } from 'zod';
import { parseForeignJson } from '../../lib/json.ts';
import { ContentChanged } from '../../model/api/content-changed.ts';
import { DateTime } from '../../model/api/primitives.ts';
import { RowId } from '../../model/api/rows.ts';

/** What an event asks to be looked for. */
interface Wanted {
  /** The release's id; undefined where the event names none: any run will do. */
  release: string | undefined;
  /** When to look; undefined for as soon as may be. */
  at: Date | undefined;
}

export interface EventSubject {
  /** The event's own name, where it has one. */
  type: string | undefined;
  /** Undefined for an event that says nothing about what is public. */
  wanted: Wanted | undefined;
}

const longestId = 255;
const longestType = 100;

const Event = z.object({
  type: z
    .string()
    .min(1)
    .transform((type) => type.slice(0, longestType)),
  data: z
    .object({
      id: RowId.max(longestId).optional().catch(undefined),
      scheduled_at: DateTime.optional().catch(undefined),
    })
    .catch({}),
});

/**
 * What a genuine delivery hints at. It is never data: what it says decides when to look and for
 * what, and the API alone what is published. A body that is no event asks for a look as such.
 */
export function readEvent(body: Uint8Array): EventSubject {
  const event = Event.safeParse(parseJson(body));
  if (!event.success) return { type: undefined, wanted: anything };
  const { type, data } = event.data;
  const { id: release, scheduled_at } = data;
  if (type === 'release.published') return { type, wanted: { release, at: undefined } };
  if (type === 'release.scheduled')
    return { type, wanted: { release, at: scheduled_at ? new Date(scheduled_at) : undefined } };
  // Whatever changed, a look at everything finds it: what the event names is not asked for.
  if (type === ContentChanged.shape.type.value) return { type, wanted: anything };
  return { type, wanted: undefined };
}

/** Any run will do, as soon as may be. */
export const anything: Wanted = { release: undefined, at: undefined };

function parseJson(body: Uint8Array): unknown {
  try {
    return parseForeignJson(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
