import { WaymarkError } from '../../../../model/errors.ts';

/** Thrown if the store does not support conditional writes. */
export class ConditionUnknownError extends WaymarkError {}

/** The fields of an S3 client's error that are used here. */
interface Answered {
  name?: string;
  message?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

export function isMissingKey(error: unknown): boolean {
  const { name } = error as Answered;
  return name === 'NoSuchKey' || name === 'NotFound';
}

/**
 * Converts an error of a store into a message for people.
 * @param name name of the store
 */
export function storeError(name: string, error: unknown): unknown {
  if (error instanceof WaymarkError || !(error instanceof Error)) return error;
  const status = statusOf(error);
  const known = explained[error.name] ?? (status === 403 ? denied : undefined);
  const { message, code = message ? `${error.name}: ${message.split('\n')[0]}` : error.name } =
    error as Error & Answered;
  // Only the code and name are shown, because they cannot contain a secret.
  const said = status === undefined ? code : `${status} ${error.name}`;
  return new WaymarkError(`${name} could not be used (${said}). ${known ?? unexplained}`, {
    cause: error,
  });
}

const denied =
  'The credentials lack a permission: they have to allow listing the bucket, and reading, writing and deleting objects in it.';
const unexplained =
  'Check PUBLISH_BUCKET, BUCKET_ENDPOINT and BUCKET_REGION, and publish again: that continues where this run stopped.';
const credentials =
  'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or other credentials that AWS tools read.';

const explained: Record<string, string> = {
  NoSuchBucket: 'Create the bucket, or set PUBLISH_BUCKET or BUCKET_STATE to an existing one.',
  CredentialsProviderError: credentials,
  InvalidAccessKeyId: credentials,
  SignatureDoesNotMatch: credentials,
  RequestTimeTooSkewed: "This machine's clock is wrong: set it.",
  PermanentRedirect: 'The bucket is in another region: set BUCKET_REGION to it.',
  AuthorizationHeaderMalformed: 'The bucket is in another region: set BUCKET_REGION to it.',
  AccessDenied: denied,
};

export function statusOf(error: unknown): number | undefined {
  return (error as Answered).$metadata?.httpStatusCode;
}
