import { z } from 'zod';
import { entryOfKind } from '../../config/entry-of-kind.ts';
import { parsePrivateAddress } from '../../config/setting-schemas.ts';
import type { Env } from '../../config/settings.ts';
import { parseYamlFile } from '../../config/yaml-file.ts';
import { SettingsError } from '../../model/errors.ts';

// `announce.yaml` lists the targets of announcements. It names environment variables instead of
// addresses, because an address is a secret: with it, anyone can post.

const Variable = z
  .string()
  .regex(/^ANNOUNCE_[A-Z0-9_]+$/, 'expected the name of a variable that begins with ANNOUNCE_')
  .refine((name) => name !== 'ANNOUNCE_LEDGER', 'ANNOUNCE_LEDGER is the file of the ledger');
const Names = z.array(z.string().min(1)).min(1);

const rules = {
  /** Name in the ledger and in reports. */
  name: z.string().min(1).max(100).optional(),
  /** Only releases of these projects. */
  projects: Names.optional(),
  /** Only releases with one of these labels. */
  labels: Names.optional(),
  /** Only releases with changes of one of these types. */
  types: Names.optional(),
  /** Whether pre-releases are left out. */
  stable: z.boolean().default(false),
  /** Also announces changes of published releases that need action. */
  corrections: z.literal('action').optional(),
};
const kinds = {
  slack: z.strictObject({ slack: Variable, ...rules }),
  discord: z.strictObject({
    discord: Variable,
    style: z.enum(['embed', 'text']).default('embed'),
    ...rules,
  }),
  webhook: z.strictObject({ webhook: Variable, ...rules }),
};

/** The forms of addresses. */
const forms = {
  slack: /^https:\/\/hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/./,
  discord:
    /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+(?:\?|$)/,
  webhook: /^https:/,
};
const examples = {
  slack: 'https://hooks.slack.com/services/…',
  discord: 'https://discord.com/api/webhooks/…',
  webhook: 'https://…',
};
/** The kinds of targets. */
type Side = keyof typeof forms;
const sides = Object.keys(forms) as Side[];

/** Which releases a target gets. */
export type TargetRules = z.infer<z.ZodObject<typeof rules>>;

export interface Target extends TargetRules {
  name: string;
  side: Side;
  style: 'embed' | 'text';
  variable: string;
  address: URL;
  /** Secret that signs a webhook's messages. */
  secret: string | undefined;
}

/** A target as the file lists it, without its address. */
type TargetEntry = Omit<Target, 'address' | 'secret'>;

const AnnounceFile = z.strictObject({
  site: z.url({ protocol: /^https?$/ }),
  targets: z
    .array(entryOfKind(kinds, `expected one of ${sides.join(', ')}`).transform(toTarget))
    .min(1)
    .refine(
      (all) => new Set(all.map(({ name }) => name)).size === all.length,
      'two targets have the same name; give one of them another "name"',
    ),
});

function toTarget(entry: z.infer<(typeof kinds)[Side]>): TargetEntry {
  const side = sides.find((one) => one in entry) ?? 'webhook';
  const variable = (entry as Partial<Record<Side, string>>)[side] ?? '';
  return { style: 'text', ...entry, side, variable, name: entry.name ?? `${side} ${variable}` };
}

/** Parses `announce.yaml`. @throws SettingsError that lists every problem */
export function parseAnnounceFile(file: string, text: string): z.infer<typeof AnnounceFile> {
  return parseYamlFile(file, text, { schema: AnnounceFile, docs: 'announcing' });
}

/**
 * Reads the addresses of targets.
 * @throws SettingsError that lists every problem, without any part of an address
 */
export function readTargets(targets: readonly TargetEntry[], env: Env): Target[] {
  const problems = targets.flatMap((target) => problemOf(target, env) ?? []);
  if (problems.length > 0) throw new SettingsError(problems.join('\n'));
  return targets.map((target) => ({
    ...target,
    address: new URL(env[target.variable] ?? ''),
    secret: env[`${target.variable}_SECRET`],
  }));
}

/** What is wrong with an address. Names the side that it looks like, but no part of the address. */
function problemOf({ name, side, variable }: TargetEntry, env: Env): string | undefined {
  const value = env[variable];
  if (!value) return `${variable} is not set. Set it to the address of ${name}.`;
  const url = parsePrivateAddress(value);
  const like = sides.find((one) => one !== 'webhook' && url && forms[one].test(url.href));
  if (like && like !== side)
    return `${variable} looks like an address of ${like}, but is listed as ${side}.`;
  // Addresses of this machine are for tests and relays.
  if (!url || (url.protocol === 'https:' && !forms[side].test(url.href)))
    return `${variable} is no address for ${side}. It needs the form ${examples[side]}, without a user name or a password.`;
  if (side === 'webhook' && !/^whsec_[\w+/=-]{32,}$/.test(env[`${variable}_SECRET`] ?? ''))
    return `${variable}_SECRET is missing or has another form. Set it to whsec_ and at least 24 random bytes in base64.`;
  return undefined;
}
