import { toReference } from './schemas.ts';

/** The answer to `If-None-Match`, wherever an answer has a tag. */
export const notModified = {
  description: 'It has not changed since the answer whose `ETag` is in `If-None-Match`.',
};

/** What an error's body is. */
export const errorContent = { 'application/json': { schema: { $ref: toReference('ErrorBody') } } };

/** The body of an upload; the part may have another name. */
export const uploadBody = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
      },
    },
  },
};

/** `/files/{name}`, which is no row of the API: it answers with bytes. */
export const filePath = {
  get: {
    operationId: 'readFile',
    summary: 'A picture or download that a release or milestone refers to',
    tags: ['Files'],
    security: [],
    parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
    responses: {
      200: { description: 'Its bytes, under its own type.', content: { '*/*': {} } },
      304: notModified,
      400: { description: 'The name is no name of a file.', content: errorContent },
      404: { description: 'There is no such file.', content: errorContent },
    },
  },
};
