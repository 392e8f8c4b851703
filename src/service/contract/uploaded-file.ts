import { z } from 'zod';

/** docs/api.md, "UploadedFile": `path` is for an attachment, `url` for a hero or a body. */
export const UploadedFile = z.object({
  path: z.string(),
  url: z.string(),
  type: z.string(),
  size: z.int(),
});
