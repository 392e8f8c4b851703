import { UploadedFile } from '../contract/resources.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { saveUpload } from '../resources/uploads/uploads.ts';
import type { Deps } from './deps.ts';

/** See docs/api.md, "Files". */
export function fileEndpoint({ db, clock, maxFileBytes }: Deps): Endpoint {
  return endpoint({
    tag: 'Files',
    operationId: 'uploadFile',
    method: 'POST',
    path: '/v1/files',
    summary: 'Upload a picture or other file for releases',
    takesFile: true,
    status: 201,
    answer: UploadedFile,
    handle: async ({ file, origin }) => {
      const stored = await saveUpload(db, file, { clock, maxBytes: maxFileBytes });
      if (stored.kind !== 'stored') return stored;
      const { name, type, bytes } = stored.file;
      const path = `/files/${name}`;
      return { kind: 'ok', body: { path, url: origin + path, type, size: bytes.length } };
    },
  });
}
