import { z } from 'zod';
import { Contributor, Project } from '../../model/api/parts.ts';
import { Workspace } from '../../model/api/workspace.ts';
import { ListContributors, ListProjects } from '../contract/lists.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { listContributors, listProjects } from '../resources/parts.ts';
import { readWorkspace } from '../resources/workspace.ts';
import type { Deps } from './deps.ts';

/** See docs/api.md, "Workspace" and "Projects, contributors". */
export function workspaceEndpoints({ db }: Deps): Endpoint[] {
  return [
    endpoint({
      tag: 'Workspace',
      operationId: 'readWorkspace',
      method: 'GET',
      path: '/v1/workspace',
      summary: 'Read the workspace',
      answer: Workspace,
      handle: () => readWorkspace(db),
    }),
    endpoint({
      tag: 'Projects, contributors',
      operationId: 'listProjects',
      method: 'GET',
      path: '/v1/projects',
      summary: 'List projects, sorted by name',
      query: ListProjects,
      answer: z.array(Project),
      handle: ({ query }) => listProjects(db, query),
    }),
    endpoint({
      tag: 'Projects, contributors',
      operationId: 'listContributors',
      method: 'GET',
      path: '/v1/contributors',
      summary: 'List contributors, sorted by name',
      query: ListContributors,
      answer: z.array(Contributor),
      handle: ({ query }) => listContributors(db, query),
    }),
  ];
}
