/**
 * Uploads the local pictures that a release's file refers to by relative path, and replaces these
 * paths in the text with the addresses of the uploads.
 */
import { SettingsError } from '../../../src/model/errors.ts';
import { limits } from '../../../src/model/limits.ts';
import { RefusedError } from '../../../src/service/refused-error.ts';
import type { StoredFile } from '../../../src/service/resources/files.ts';
import { prepareFile } from '../../../src/service/resources/uploads/prepare-file.ts';
import { readBeside } from '../../../src/sources/local-files.ts';
import { type Fields, mapPictures } from '../../../src/sources/markdown/map-pictures.ts';
import { addNothingChanged } from './unchanged.ts';

/**
 * Maximum size of all pictures of a release together. They are held in memory until they are stored
 * in one transaction.
 */
const maxBytes = 10 * limits.file;

/**
 * @param origin the service's origin; needed because the address of a hero picture must be absolute
 */
export async function withUploads(
  file: string,
  fields: Fields,
  origin: string,
): Promise<{ fields: Fields; uploads: StoredFile[] }> {
  const paths = new Set<string>();
  mapPictures(fields, (path) => {
    paths.add(path);
    return path;
  });
  const uploads = new Map<string, StoredFile>();
  let total = 0;
  for (const path of paths) {
    const upload = await prepare(file, path);
    total += upload.bytes.length;
    if (total > maxBytes)
      throw new SettingsError(
        `The pictures of ${file} are over ${maxBytes / 2 ** 20} MiB together. Make them smaller. Nothing was changed.`,
      );
    uploads.set(path, upload);
  }
  const mapped = mapPictures(fields, (path) => `/files/${uploads.get(path)?.name}`, origin);
  return { fields: mapped, uploads: [...uploads.values()] };
}

async function prepare(file: string, path: string): Promise<StoredFile> {
  const bytes = await addNothingChanged(() => readBeside(file, path));
  const refused = (why: string) =>
    new SettingsError(`${file}: ${path} cannot be uploaded. ${why}\nNothing was changed.`);
  const prepared = await prepareFile(bytes).catch((error: unknown) => {
    throw error instanceof RefusedError ? refused(error.message) : error;
  });
  if (/^(?:image|video)\//.test(prepared.type)) return prepared;
  throw refused('It is neither a picture nor a video.');
}
