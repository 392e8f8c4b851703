import { z } from 'zod';
import { commaList, type Definition, hookAddress, token, wholeNumber } from './setting-schemas.ts';

/** Settings of `npm run webhook`. */
export const receiverSettings = {
  WEBHOOK_PROOF: {
    schema: z.enum(['standard', 'hmac', 'token']).default('standard'),
    expected: 'how deliveries are authenticated: "standard", "hmac" or "token"',
    example: 'standard',
  },
  WEBHOOK_SECRET: {
    schema: commaList(z.string().regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/)),
    expected:
      'the secret that signs events: whsec_ and at least 24 bytes in base64; during a rotation, the new and the old secret, separated by a comma',
    example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
    secret: true,
  },
  WEBHOOK_GITHUB_SECRET: secretOfForge('GitHub'),
  WEBHOOK_FORGEJO_SECRET: secretOfForge("Forgejo's or Gitea"),
  WEBHOOK_HMAC_SECRET: {
    schema: commaList(token(16)),
    expected:
      'the key of the HMAC: at least 16 characters without spaces and commas; during a rotation, the new and the old key, separated by a comma',
    example: '5f2b0c1e9d8a47b6',
    secret: true,
  },
  WEBHOOK_HMAC_HEADER: {
    schema: z
      .string()
      .regex(/^[\w-]+$/)
      .default('X-Hub-Signature-256'),
    expected: 'the name of the header that contains sha256=<HMAC in hex>',
    example: 'X-Hub-Signature-256',
  },
  WEBHOOK_TOKEN: {
    schema: token(32),
    expected: 'a token of at least 32 characters without spaces',
    example: 'b7f1d3c09a5e4826b1f7d3c09a5e4826',
    secret: true,
  },
  WEBHOOK_HOST: {
    schema: z.string().min(1).default('127.0.0.1'),
    expected: 'the address that the receiver listens on',
    example: '127.0.0.1',
  },
  WEBHOOK_PORT: {
    schema: wholeNumber.pipe(z.number().max(65535)).default(4020),
    expected: 'a port number from 0 to 65535 (0: any free one)',
    example: '4020',
  },
  WEBHOOK_INBOX: {
    schema: z.string().min(1).default('webhook.db'),
    expected: 'the file that stores events until they are processed',
    example: 'webhook.db',
  },
  WEBHOOK_RATE_LIMIT: {
    schema: wholeNumber.default(1200),
    expected: 'the number of requests per minute for each client address (0: no limit)',
    example: '1200',
  },
  WEBHOOK_POLL_MINUTES: {
    schema: wholeNumber.pipe(z.number().max(1440)).default(10),
    expected:
      'the number of minutes without an event after which everything is synced, up to 1440 (0: never)',
    example: '10',
  },
  WEBHOOK_ACTION: {
    schema: z.enum(['local', 'command', 'hook']).default('local'),
    expected: 'how to build after an event: "local", "command" or "hook"',
    example: 'local',
  },
  DEPLOY_COMMAND: {
    schema: z.string().min(1),
    expected: 'a command for sh, with OUT_DIR and GENERATION in its environment',
    example: 'rclone sync "$OUT_DIR/" cdn:changelog',
  },
  DEPLOY_TIMEOUT: {
    schema: wholeNumber.pipe(z.number().min(1).max(86_400)).default(600),
    expected: 'the timeout of the command in seconds, from 1 to 86400',
    example: '600',
  },
  DEPLOY_HOOKS: {
    schema: commaList(z.string().transform(hookAddress)),
    expected:
      'https:// addresses of build hooks (http:// only for this machine), separated by commas',
    example: 'https://api.netlify.com/build_hooks/5f2b0c1e9d8a47b6',
    secret: true,
  },
  DEPLOY_HOOK_TOKEN: {
    schema: token(16),
    expected: "the token for GitHub's repository_dispatch, without spaces",
    example: 'github_pat_11AAAAAAA0123456789',
    secret: true,
  },
} satisfies Record<string, Definition>;

/** @param forge whose webhook has the secret, before `'s` */
function secretOfForge(forge: string) {
  return {
    schema: commaList(token(16)).optional(),
    expected: `the secret of ${forge}'s webhook: at least 16 characters without spaces and commas; during a rotation, the new and the old secret, separated by a comma`,
    example: '5f2b0c1e9d8a47b65f2b0c1e9d8a47b6',
    secret: true as const,
  };
}
