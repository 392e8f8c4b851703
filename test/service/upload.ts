import type { Running } from './start.ts';

/** A multipart body with files, as browsers and curl send it. */
export async function formOf(...files: { bytes: BlobPart; type?: string; name?: string }[]) {
  const form = new FormData();
  for (const { bytes, type = 'application/octet-stream', name = 'a.bin' } of files)
    form.append('file', new File([bytes], name, { type }));
  const { headers, bytes } = await toRequest(form);
  return { method: 'POST', headers, body: bytes } satisfies RequestInit;
}

async function toRequest(body: FormData) {
  const request = new Request('http://localhost', { method: 'POST', body });
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  return { headers, bytes: await request.bytes() };
}

export async function upload(service: Pick<Running, 'call'>, bytes: BlobPart, type?: string) {
  return await service.call('/v1/files', await formOf({ bytes, ...(type && { type }) }));
}

/** The names of all stored files. */
export async function filesOf({ db }: Pick<Running, 'db'>): Promise<string[]> {
  const rows = await db.selectFrom('file').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}
