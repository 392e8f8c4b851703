import ts from 'typescript';

/**
 * Writes modules, with all that they import, as JavaScript. Their types are the type check's to judge.
 * @param files from the working folder @returns what went wrong, in words
 */
export function compile(files: readonly string[], outDir: string): string[] {
  return emit(files, {
    outDir,
    rewriteRelativeImportExtensions: true,
    removeComments: true,
  });
}

/** Writes what modules export as declarations, with those of all that these mention. */
export function declare(files: readonly string[], declarationDir: string): string[] {
  return emit(files, {
    declaration: true,
    emitDeclarationOnly: true,
    declarationDir,
    rewriteRelativeImportExtensions: true,
  });
}

function emit(files: readonly string[], options: ts.CompilerOptions): string[] {
  const own = ts.getParsedCommandLineOfConfigFile('tsconfig.json', {}, host);
  const program = ts.createProgram(['src/env.d.ts', ...files], {
    ...own?.options,
    noCheck: true,
    noEmit: false,
    rootDir: process.cwd(),
    ...options,
  });
  const { diagnostics } = program.emit();
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

const host: ts.ParseConfigFileHost = {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
  },
};
