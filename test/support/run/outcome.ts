import { writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** What `scripts/test.ts` prints at the end. */
export interface Outcome {
  passed: number;
  /** A line for each failed test, suite or error outside of tests. */
  failures: string[];
}

/**
 * A reporter that writes the outcome of a run to the file that `OUTCOME_FILE` names. It also counts
 * suites whose hooks failed and files that could not be loaded, for which no test fails.
 */
export default class implements Reporter {
  async onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly { message: string }[],
  ): Promise<void> {
    const { OUTCOME_FILE } = process.env;
    if (!OUTCOME_FILE) return;
    const outcome: Outcome = {
      passed: modules.flatMap((one) => [...one.children.allTests('passed')]).length,
      failures: [
        ...modules.flatMap(failuresOf),
        ...errors.map(({ message }) => `outside of tests: ${firstLine(message)}`),
      ],
    };
    await writeFile(OUTCOME_FILE, JSON.stringify(outcome));
  }
}

function failuresOf(module: TestModule): string[] {
  const file = relative(process.cwd(), module.moduleId);
  const suites = [module, ...module.children.allSuites()].flatMap((suite) =>
    suite.errors().map(({ message }) => {
      const name = suite.type === 'suite' ? ` > ${suite.fullName}` : '';
      return `${file}${name} (suite): ${firstLine(message)}`;
    }),
  );
  const tests = [...module.children.allTests('failed')].map((test) => {
    const [error] = test.result().errors ?? [];
    return `${file} > ${test.fullName}: ${firstLine(error?.message ?? '')}`;
  });
  return [...suites, ...tests];
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
