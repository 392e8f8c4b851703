import { z } from 'zod';
import { entryOfKind } from '../../config/entry-of-kind.ts';
import { digest as digestText } from '../../lib/digest.ts';
import { parseYaml } from '../../lib/yaml.ts';
import { SettingsError } from '../../model/errors.ts';
import { type Side, sides } from './messages/sides.ts';

// `announce.yaml` lists the targets of announcements. It names environment variables instead of
// addresses, because an address is a secret: with it, anyone can post.

const Variable = z
  .string()
  .regex(/^ANNOUNCE_[A-Z0-9_]+$/, 'expected the name of a variable that begins with ANNOUNCE_')
  .refine((name) => name !== 'ANNOUNCE_LEDGER', 'ANNOUNCE_LEDGER is the file of the ledger');
const Names = z.array(z.string().min(1)).min(1);

const common = {
  name: z.string().min(1).max(100).describe('Name in the ledger and in reports.').optional(),
  projects: Names.describe('Only releases of these projects.').optional(),
  labels: Names.describe('Only releases with one of these labels.').optional(),
  types: Names.describe('Only releases with changes of one of these types.').optional(),
  stable: z.boolean().describe('Whether pre-releases are left out.').default(false),
  corrections: z
    .literal('action')
    .describe('Also announces changes of published releases that need action.')
    .optional(),
};
const kinds = {
  slack: z.strictObject({ slack: Variable, ...common }),
  discord: z.strictObject({
    discord: Variable,
    style: z.enum(['embed', 'text']).default('embed'),
    ...common,
  }),
  webhook: z.strictObject({ webhook: Variable, ...common }),
};
type Entry = z.infer<(typeof kinds)[Side]>;

const TargetEntry = entryOfKind(kinds, `expected one of ${sides.join(', ')}`);

const AnnounceFile = z
  .strictObject({ site: z.url({ protocol: /^https?$/ }), targets: z.array(TargetEntry).min(1) })
  .superRefine(
    ({ targets }, context) => {
      const names = targets.map((target) => (target === z.NEVER ? undefined : nameOf(target)));
      for (const [index, name] of names.entries())
        if (name !== undefined && names.indexOf(name) < index) {
          const message = `${name} is listed twice; give one of them another "name"`;
          context.addIssue({ code: 'custom', path: ['targets', index], message });
        }
    },
    { when: ({ value }) => Array.isArray((value as { targets?: unknown } | undefined)?.targets) },
  );

/** Which releases a target gets. */
export type TargetRules = z.infer<z.ZodObject<typeof common>>;

/** A target with its address. */
export interface Target extends TargetRules {
  name: string;
  side: Side;
  style: 'embed' | 'text';
  variable: string;
  address: URL;
  /** Secret that signs a webhook's messages. */
  secret: string | undefined;
  /** Digest of the address, to notice another one. */
  digest: string;
}

/**
 * Parses `announce.yaml`, and reads the addresses of its targets.
 * @throws SettingsError that lists every problem, without any part of an address
 */
export function parseAnnounceFile(
  file: string,
  text: string,
  env: Record<string, string | undefined>,
): { site: string; targets: Target[] } {
  const { site, targets } = parse(file, text);
  const read = targets.map((entry) => readTarget(entry, env));
  const problems = read.flatMap((one) => ('problem' in one ? one.problem : []));
  if (problems.length > 0) throw new SettingsError(problems.join('\n'));
  return {
    site,
    targets: read.flatMap((one) => ('problem' in one ? [] : one)),
  };
}

/** Parses `announce.yaml` without the addresses of its targets. @throws SettingsError */
export function parseTargets(file: string, text: string): (TargetRules & { name: string })[] {
  return parse(file, text).targets.map((entry) => ({ ...entry, name: nameOf(entry) }));
}

function parse(file: string, text: string): z.infer<typeof AnnounceFile> {
  const parsed = parseYaml(text, AnnounceFile);
  if (!parsed.problems) return parsed.value;
  const lines = parsed.problems.map(({ line, message }) => `${file}:${line}: ${message}`);
  throw new SettingsError(`${file} cannot be used:\n${lines.join('\n')}\nSee docs/announcing.md.`);
}

function nameOf(entry: Entry): string {
  return entry.name ?? `${sideOf(entry)} ${variableOf(entry)}`;
}

function sideOf(entry: Entry): Side {
  return sides.find((side) => side in entry) ?? 'webhook';
}

function variableOf(entry: Entry): string {
  if ('slack' in entry) return entry.slack;
  return 'discord' in entry ? entry.discord : entry.webhook;
}

function readTarget(
  entry: Entry,
  env: Record<string, string | undefined>,
): Target | { problem: string } {
  const [side, variable] = [sideOf(entry), variableOf(entry)];
  const value = env[variable];
  if (!value)
    return { problem: `${variable} is not set. Set it to the address of ${nameOf(entry)}.` };
  const address = URL.parse(value);
  const problem = address ? problemOf(side, address) : 'is not an address';
  if (!address || problem) return { problem: `${variable} ${problem}.` };
  const secret = side === 'webhook' ? env[`${variable}_SECRET`] : undefined;
  if (side === 'webhook' && !/^whsec_[\w+/=-]{32,}$/.test(secret ?? ''))
    return {
      problem: `${variable}_SECRET is missing or has another form. Set it to whsec_ and at least 24 random bytes in base64.`,
    };
  const style = 'style' in entry ? entry.style : 'text';
  const digest = digestText(value, 16);
  return { ...entry, name: nameOf(entry), side, style, variable, address, secret, digest };
}

const forms: Record<Side, { host: RegExp; path: RegExp; form: string }> = {
  slack: {
    host: /^hooks\.slack(?:-gov)?\.com$/,
    path: /^\/(?:services|workflows|triggers)\/\S+/,
    form: 'https://hooks.slack.com/services/…',
  },
  discord: {
    host: /^(?:(?:ptb|canary)\.)?discord(?:app)?\.com$/,
    path: /^\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+$/,
    form: 'https://discord.com/api/webhooks/…',
  },
  webhook: { host: /^/, path: /^/, form: 'https://…' },
};

/** What is wrong with an address. Names the side that it looks like, but no part of the address. */
function problemOf(
  side: Side,
  { protocol, hostname, pathname, username, password }: URL,
): string | undefined {
  const isHere = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  if (protocol !== 'https:' && !(isHere && protocol === 'http:'))
    return 'has to begin with https://';
  if (username || password) return 'holds a user name or a password. Use an address without';
  const like = sides.find((other) => other !== 'webhook' && forms[other].host.test(hostname));
  if (like && like !== side) return `looks like an address of ${like}, but is listed as ${side}`;
  const { host, path, form } = forms[side];
  return isHere || (host.test(hostname) && path.test(pathname))
    ? undefined
    : `is no address of a ${side} webhook. Such an address has the form ${form}`;
}
