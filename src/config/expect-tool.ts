import { SettingsError } from '../model/errors.ts';

/**
 * Returns an optional tool that a setting needs.
 * @param name the tool's folder
 * @throws SettingsError if this installation lacks the tool
 */
export function expectTool<T>(tool: T | undefined, setting: string, name: string): T {
  if (tool) return tool;
  throw new SettingsError(
    `${setting} is set, but this installation lacks the tool for it. Unset ${setting}, or restore src/tools/${name} and its line in scripts/tools.ts.`,
  );
}
