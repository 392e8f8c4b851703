import { parseSettings } from '../../../src/config/settings.ts';
import { systemClock } from '../../../src/lib/time/clock.ts';
import type { Release } from '../../../src/model/api/release.ts';
import { SettingsError } from '../../../src/model/errors.ts';
import { CreateRelease, UpdateRelease } from '../../../src/service/contract/requests.ts';
import type { Db } from '../../../src/service/database/schema.ts';
import { inTransaction } from '../../../src/service/database/transaction.ts';
import { RefusedError } from '../../../src/service/refused-error.ts';
import { readRelease } from '../../../src/service/resources/releases/releases.ts';
import {
  createRelease,
  updateRelease,
  type Written,
} from '../../../src/service/resources/releases/write-release.ts';
import { saveUpload } from '../../../src/service/resources/uploads/uploads.ts';
import type { Fields } from '../../../src/sources/markdown/map-pictures.ts';
import { fitSlug } from '../../../src/sources/past/names.ts';
import { chosenId } from '../kinds/commands.ts';
import { createUnknownError } from '../kinds/problems.ts';
import { serviceOrigin } from '../public-address.ts';
import type { Json } from '../with-database.ts';
import { type ReleaseInput, readInput } from './read-given.ts';

interface NewOptions extends Json {
  id?: string;
}

/** The fields that a new release need not name. The slug is made of the title. */
export function preset({ title }: Fields): object {
  return { status: 'DRAFT', slug: fitSlug(String(title ?? ''), '', new Set()) };
}

/** Adds a draft and its pictures in one transaction. @throws SettingsError */
export async function addRelease(db: Db, options: NewOptions): Promise<Release> {
  const id = chosenId(options.id);
  const origin = serviceOrigin();
  const given = await readInput(CreateRelease, { ...options }, { origin, preset });
  return write(db, given, async (db) => {
    if (await readRelease(db, id))
      throw new SettingsError(`Another release has the id ${id}. Choose another id.`);
    return createRelease(db, { id, input: given.input }, { clock: systemClock, origin });
  });
}

/** Updates the given fields and adds pictures in one transaction. @throws SettingsError */
export async function editRelease(db: Db, id: string, options: Json): Promise<Release> {
  const origin = serviceOrigin();
  const given = await readInput(UpdateRelease, { ...options }, { origin });
  return write(
    db,
    given,
    (db) => updateRelease(db, { id, input: given.input }, { clock: systemClock, origin }),
    id,
  );
}

function write<T>(
  db: Db,
  { uploads, invalid }: ReleaseInput<T>,
  work: (db: Db) => Promise<Written>,
  id = '',
): Promise<Release> {
  const { FILES_MAX_MB } = parseSettings(process.env, ['FILES_MAX_MB']);
  const storing = { clock: systemClock, maxBytes: FILES_MAX_MB * 2 ** 20 };
  // An error also rolls back the pictures.
  return inTransaction(db, async (db) => {
    for (const upload of uploads) await saveUpload(db, upload, storing);
    return (await work(db)).release;
  }).catch((error: unknown) => {
    if (!(error instanceof RefusedError)) throw error;
    if (error.details) throw invalid(error.details);
    if (error.refusal === 'missing')
      throw createUnknownError({ kind: { one: 'release' }, command: 'releases' }, id);
    throw new SettingsError(`${error.message} Nothing was changed.`);
  });
}
