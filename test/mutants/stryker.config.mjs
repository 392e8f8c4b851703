// @ts-check

// Settings of StrykerJS, which changes one expression of a file at a time and runs the tests that
// reach it (`run.ts`).

export default {
  // Wordings, and the values of options, are not the subject.
  mutator: { excludedMutations: ['StringLiteral', 'ObjectLiteral', 'ArrayDeclaration'] },
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutants/vitest.config.ts' },
  // It would add comments to every file.
  disableTypeChecks: false,
  concurrency: 2,
  tempDirName: '.cache/mutants',
  ignorePatterns: ['/compiled', '/generations', '/bench', '/docs', '/content/assets', '/.demo'],
  reporters: ['json'],
  jsonReporter: { fileName: '.cache/mutants.json' },
};
