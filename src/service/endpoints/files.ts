import { UploadedFile } from '../contract/resources.ts';
import { type Endpoint, endpointsIn } from '../http/endpoint.ts';
import { saveUpload } from '../resources/uploads/uploads.ts';
import type { Deps } from './deps.ts';

const endpoint = endpointsIn('Files');

/** See docs/api.md, "Files". */
export function fileEndpoint({ db, clock, maxFileBytes }: Deps): Endpoint {
  return endpoint('POST /v1/files', {
    operationId: 'uploadFile',
    summary: 'Upload a picture or other file for releases',
    takesFile: true,
    status: 201,
    answer: UploadedFile,
    handle: async ({ file, origin }) => {
      await saveUpload(db, file, { clock, maxBytes: maxFileBytes });
      const path = `/files/${file.name}`;
      return { path, url: origin + path, type: file.type, size: file.bytes.length };
    },
  });
}
