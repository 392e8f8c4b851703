import { oneLine } from '../../lib/text/text.ts';
import { addressOf, type Definitions } from '../markdown/definitions.ts';
import { withoutMarkup } from '../text/section-titles.ts';
import { dateIn } from './dates.ts';

/** What the heading of a version says. */
export interface VersionHeading {
  /** As it is written, without a `v`; undefined of what is not released. */
  version: string | undefined;
  /** What stands behind it, such as the name of the release. */
  name: string;
  /** The package whose version it is, of `package@1.0.0`. */
  package: string | undefined;
  /** As `2026-01-31`. */
  day: string | undefined;
  /** A date that there is not, as it is written. */
  wrongDate: string | undefined;
  isYanked: boolean;
  /** Where the heading leads to: as a rule, to the changes in the code. */
  url: string | undefined;
}

/** The text of a heading as one of a version; undefined where it is another. */
export function readVersionHeading(
  heading: string,
  definitions: Definitions = new Map(),
): VersionHeading | undefined {
  if (heading.length > longest) return undefined;
  const link = linkIn(oneLine(withoutMarkup(heading)), definitions);
  const date = dateIn(link.text);
  const isYanked = yanked.test(link.text);
  const plain = link.text.replace(date?.written ?? '', ' ').replace(yanked, ' ');
  const found = versionIn(trimmed(plain), date !== undefined);
  if (!found) return undefined;
  const { day } = date ?? {};
  const wrongDate = date && !day ? date.written : undefined;
  const version = found.version ?? (found.isDated ? date?.written : undefined);
  return {
    version,
    name: found.name,
    package: found.package,
    day,
    wrongDate,
    isYanked,
    url: link.url,
  };
}

const longest = 1000;
const yanked = /[[(]?\byanked\b[\])]?/i;

/** `[1.0.0](address)`, `[1.0.0][label]`, or `[1.0.0]`, which is a label itself. */
function linkIn(text: string, definitions: Definitions): { text: string; url: string | undefined } {
  const [whole = '', label = '', address, other] =
    /\[([^[\]]+)\](?:\(([^()\s]*)[^()]*\)|\[([^[\]]*)\])?/.exec(text) ?? [];
  if (whole === '' || yanked.test(whole)) return { text, url: undefined };
  return {
    text: text.replace(whole, () => ` ${label} `),
    url: address ?? addressOf(other || label, definitions),
  };
}

interface Found {
  version?: string;
  name: string;
  package?: string | undefined;
  /** The date is the version. */
  isDated?: true;
}

const number = 'v?(\\d{1,20}(?:\\.\\d{1,20}){1,5}(?:[-+._]?[a-z\\d][\\w.+-]{0,80})?)';
const start = '^(?:(?:version|release|rel\\.?)\\s+)?';

/** What may stand between a version and its name: a name without it would make it a sentence. */
const name = '\\s*(?:$|(?=[-–—:,;(“"|/]))(.*)$';

const forms = [
  { pattern: new RegExp(`${start}()${number}${name}`, 'i') },
  { pattern: new RegExp(`^(@?[\\w./-]{1,100})@${number}${name}`, 'i'), isPackage: true },
  // A name before a version may be a sentence, but for a version of three numbers or a date.
  { pattern: new RegExp(`^([\\w.@/-]{1,100})\\s+${number}()$`, 'i'), wantsMore: true },
  { pattern: /^(?:()version\s+v?(\d{1,9})|()v(\d{1,9}))\s*(?:$|(?=[-–—:,;(“"|/]))(.*)$/i },
  { pattern: /^()(\d{1,9})()$/, wantsDate: true },
] as const;

function versionIn(text: string, hasDate: boolean): Found | undefined {
  if (text === '') return hasDate ? { name: '', isDated: true } : undefined;
  if (unreleased.test(text)) return { name: '' };
  for (const { pattern, ...form } of forms) {
    const groups = pattern
      .exec(text)
      ?.slice(1)
      .filter((group) => group !== undefined);
    if (!groups) continue;
    const [before = '', version = '', after = ''] = groups;
    const isSure = hasDate || /^\d+\.\d+\.\d/.test(version);
    if (('wantsMore' in form && !isSure) || ('wantsDate' in form && !hasDate)) continue;
    const own = 'isPackage' in form ? { package: before } : {};
    return { version: version.replace(/[.\-+_]+$/, ''), name: nameOf(after), ...own };
  }
  return undefined;
}

const unreleased =
  /^(?:unreleased|upcoming|next|next (?:version|release)|vnext|in development|work in progress)(?: changes)?$/i;

function nameOf(text: string): string {
  const name = trimmed(text);
  return unreleased.test(name) || /^(?:tb[ad]|wip|pending|stable)$/i.test(name) ? '' : name;
}

/** Without what separates a version from a date and a name, and without brackets around nothing. */
function trimmed(text: string): string {
  const edge = /[\s\-–—:,;|/()[\]“”"*_`·]/;
  const emptied = text.replace(/\(\s*\)|\[\s*\]/g, ' ');
  let [from, to] = [0, emptied.length];
  while (from < to && edge.test(emptied[from] ?? '')) from += 1;
  while (to > from && edge.test(emptied[to - 1] ?? '')) to -= 1;
  return emptied.slice(from, to).replace(/^\p{Extended_Pictographic}\ufe0f?\s*/u, '');
}
