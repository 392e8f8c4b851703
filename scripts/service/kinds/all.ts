import type { Command } from 'commander';
import { addKind } from './commands.ts';
import { incomingWebhooks } from './incoming-webhooks.ts';
import { milestones } from './milestones.ts';
import { changeTypes, contributors, labels, projects, statusTypes } from './parts.ts';
import { subscriberLists, subscribers } from './people.ts';

/** Adds commands for resources that the API cannot change. */
export function addKindCommands(program: Command): void {
  addKind(program, milestones);
  addKind(program, labels);
  addKind(program, projects);
  addKind(program, contributors);
  addKind(program, statusTypes);
  addKind(program, changeTypes);
  addKind(program, incomingWebhooks);
  addKind(program, subscribers);
  addKind(program, subscriberLists);
}
