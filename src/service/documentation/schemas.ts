import { z } from 'zod';
import { Attachment, Change, Contributor, Hero, Label, Project } from '../../model/api/parts.ts';
import { Release } from '../../model/api/release.ts';
import { ChangeType, StatusType, Workspace } from '../../model/api/workspace.ts';
import { ErrorBody } from '../../model/errors.ts';
import {
  AddSubscriber,
  CreateRelease,
  NameSubscriberList,
  PublishRelease,
  UpdateIncomingWebhook,
  UpdateRelease,
} from '../contract/requests.ts';
import {
  IncomingWebhook,
  Milestone,
  Subscriber,
  SubscriberList,
  UploadedFile,
} from '../contract/resources.ts';

/** Schemas that the OpenAPI document defines once, by name, and refers to in all other places. */
const named = {
  AddSubscriber,
  Attachment,
  Change,
  ChangeType,
  Contributor,
  CreateRelease,
  ErrorBody,
  Hero,
  IncomingWebhook,
  Label,
  Milestone,
  NameSubscriberList,
  Project,
  PublishRelease,
  Release,
  StatusType,
  Subscriber,
  SubscriberList,
  UpdateIncomingWebhook,
  UpdateRelease,
  UploadedFile,
  Workspace,
};

const registry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });

type JsonSchema = Record<string, unknown>;

// With `io: 'input'`, schemas allow unknown fields. So generated clients accept fields that later
// versions add.
const options = { io: 'input', metadata: registry, uri: toReference } as const;

/** All named schemas, for `components.schemas` of the OpenAPI document. */
export function componentSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, options);
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, bare(schema)]));
}

/** The schema of a body, with references to named schemas. */
export function toSchema(schema: z.ZodType): JsonSchema {
  const text = JSON.stringify(bare(z.toJSONSchema(schema, options)));
  return JSON.parse(text.replaceAll('"#/$defs/', `"${toReference('')}`));
}

/** The schema of a query parameter after parsing: for example, a number instead of text. */
export function toParameterSchema(schema: z.ZodType): JsonSchema {
  return bare(z.toJSONSchema(schema, { ...options, io: 'output' }));
}

export function toReference(id: string): string {
  return `#/components/schemas/${id}`;
}

/** Removes keys that are only valid in a standalone JSON Schema document. */
function bare({ $schema, $id, id, $defs, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
