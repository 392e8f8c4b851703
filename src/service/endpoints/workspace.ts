import { z } from 'zod';
import { Contributor, Project } from '../../model/api/parts.ts';
import { Workspace } from '../../model/api/workspace.ts';
import { ListContributors, ListProjects } from '../contract/lists.ts';
import { type Endpoint, endpointsIn } from '../http/endpoint.ts';
import { listContributors, listProjects } from '../resources/parts.ts';
import { readWorkspace } from '../resources/workspace.ts';
import type { Deps } from './deps.ts';

const ofWorkspace = endpointsIn('Workspace');
const ofParts = endpointsIn('Projects, contributors');

/** See docs/api.md, "Workspace" and "Projects, contributors". */
export function workspaceEndpoints({ db }: Deps): Endpoint[] {
  return [
    ofWorkspace('GET /v1/workspace', {
      operationId: 'readWorkspace',
      summary: 'Read the workspace',
      answer: Workspace,
      handle: () => readWorkspace(db),
    }),
    ofParts('GET /v1/projects', {
      operationId: 'listProjects',
      summary: 'List projects, sorted by name',
      query: ListProjects,
      answer: z.array(Project),
      handle: ({ query }) => listProjects(db, query),
    }),
    ofParts('GET /v1/contributors', {
      operationId: 'listContributors',
      summary: 'List contributors, sorted by name',
      query: ListContributors,
      answer: z.array(Contributor),
      handle: ({ query }) => listContributors(db, query),
    }),
  ];
}
