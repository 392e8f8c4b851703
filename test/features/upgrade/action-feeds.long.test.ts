import { beforeAll, test } from 'vitest';
import { languages } from '../../../src/site/base/strings/languages/languages.ts';
import { attacks } from '../../sync/prepare/html/attacks.ts';
import { hostileBodies } from '../../sync/prepare/html/hostile-bodies.ts';
import { expectValid, preparedBodies } from './action-releases.ts';

let bodies: string[];
beforeAll(async () => {
  bodies = await preparedBodies([...attacks, ...Object.values(hostileBodies).flat()]);
});

test.each(languages)('in %s, is valid with hostile texts, and when it is empty', (language) =>
  expectValid(bodies, language),
);
