import type { z } from 'zod';
import { ownFile } from '../lib/processes/command.ts';
import { parseYaml } from '../lib/yaml.ts';
import { SettingsError } from '../model/errors.ts';

/** Parses a file of settings. @throws SettingsError that lists every problem, with its line */
export function parseYamlFile<T>(
  file: string,
  text: string,
  { schema, docs }: { schema: z.ZodType<T>; docs: string },
): T {
  const parsed = parseYaml(text, schema);
  if (!parsed.problems) return parsed.value;
  const lines = parsed.problems.map(({ line, message }) => `${file}:${line}: ${message}`);
  throw new SettingsError(
    `${file} cannot be used:\n${lines.join('\n')}\nSee ${ownFile(`docs/${docs}.md`)}.`,
  );
}
