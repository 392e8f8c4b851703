/**
 * Takes a release as a file describes it; returns it with the pictures beside that file replaced by
 * uploads, and these uploads. Addresses with a scheme or a leading slash stay.
 */
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';
import { SettingsError } from '../../../src/model/errors.ts';
import { limits } from '../../../src/model/limits.ts';
import type { StoredFile } from '../../../src/service/resources/files.ts';
import { prepareFile } from '../../../src/service/resources/uploads/prepare-file.ts';
import { readBeside } from './local-files.ts';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];
type Fields = Record<string, unknown>;

/** All pictures of one release are in memory until they are stored together. */
const maxBytes = 10 * limits.file;

/** @param origin where the service is: a hero's address is absolute */
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
  const prepared = await prepareFile(await readBeside(file, path));
  const why =
    prepared.kind === 'prepared' ? 'It is neither a picture nor a video.' : prepared.error;
  if (prepared.kind === 'prepared' && /^(?:image|video)\//.test(prepared.file.type))
    return prepared.file;
  throw new SettingsError(`${file}: ${path} cannot be uploaded. ${why}\nNothing was changed.`);
}

function mapPictures(fields: Fields, map: (path: string) => string, origin = ''): Fields {
  const { body, hero } = fields;
  const url = isRecord(hero) && typeof hero.url === 'string' ? localPath(hero.url) : undefined;
  return {
    ...fields,
    ...(typeof body === 'string' && { body: mapSources(body, map) }),
    ...(isRecord(hero) && url !== undefined && { hero: { ...hero, url: origin + map(url) } }),
  };
}

/** Replaces addresses where they are written, so that the rest of the HTML stays as it is. */
function mapSources(html: string, map: (path: string) => string): string {
  const edits: { from: number; to: number; text: string }[] = [];
  const nodes: Node[] = [parseFragment(html, { sourceCodeLocationInfo: true })];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if ('content' in node) nodes.push(node.content);
    if ('childNodes' in node) nodes.push(...node.childNodes);
    if ('attrs' in node) edits.push(...editsOf(node, map));
  }
  return edits
    .toSorted((a, b) => b.from - a.from)
    .reduce((text, edit) => text.slice(0, edit.from) + edit.text + text.slice(edit.to), html);
}

const sources: Record<string, readonly string[]> = {
  img: ['src'],
  video: ['src', 'poster'],
  source: ['src'],
};

function editsOf({ tagName, attrs, sourceCodeLocation }: Element, map: (path: string) => string) {
  return attrs.flatMap(({ name, value }) => {
    const place = sourceCodeLocation?.attrs?.[name];
    const path = sources[tagName]?.includes(name) ? localPath(value) : undefined;
    if (!place || path === undefined) return [];
    return [{ from: place.startOffset, to: place.endOffset, text: `${name}="${map(path)}"` }];
  });
}

/** The path of an address without scheme, host and leading slash. */
function localPath(address: string): string | undefined {
  const [path = ''] = address.trim().split(/[?#]/);
  if (path === '' || /^(?:[a-z][a-z\d+.-]*:|[/\\])/i.test(path)) return undefined;
  try {
    return decodeURIComponent(path.replace(/^(?:\.\/)+/, ''));
  } catch {
    return path;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
