import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface Step {
  name?: string;
  id?: string;
  if?: string;
  uses?: string;
  with?: Record<string, string | boolean>;
  shell?: string;
  env?: Record<string, string>;
  run?: string;
}

interface Action {
  inputs: Record<string, { description: string; required?: boolean; default?: string }>;
  runs: { using: string; steps: Step[] };
}

export const actionText = readFileSync('action.yml', 'utf8');
export const action: Action = parse(actionText);
