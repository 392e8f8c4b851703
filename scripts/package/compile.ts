import ts from 'typescript';

/**
 * Writes modules, with all that they import, as JavaScript. Their types are the type check's to judge.
 * @param files from the working folder @returns what went wrong, in words
 */
export function compile(files: readonly string[], outDir: string): string[] {
  const options = { ...ownOptions(), outDir, noLib: true, types: [], removeComments: true };
  return emit(ts.createProgram([...files], options, ownModulesAlone(options)));
}

/** Writes what modules export as declarations, with those of all that these mention. */
export function declare(files: readonly string[], declarationDir: string): string[] {
  const declarations = { declaration: true, emitDeclarationOnly: true, declarationDir };
  return emit(ts.createProgram(['src/env.d.ts', ...files], { ...ownOptions(), ...declarations }));
}

function emit(program: ts.Program): string[] {
  const { diagnostics } = program.emit();
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

function ownOptions(): ts.CompilerOptions {
  const own = ts.getParsedCommandLineOfConfigFile('tsconfig.json', {}, host);
  return {
    ...own?.options,
    noCheck: true,
    noEmit: false,
    rootDir: process.cwd(),
    rewriteRelativeImportExtensions: true,
  };
}

const host: ts.ParseConfigFileHost = {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
  },
};

/** Reads no types of packages, for which JavaScript has no use: that takes most of the time. */
function ownModulesAlone(options: ts.CompilerOptions): ts.CompilerHost {
  const own = ts.createCompilerHost(options);
  own.resolveModuleNameLiterals = (literals, file) =>
    literals.map(({ text }) =>
      text.startsWith('.')
        ? ts.resolveModuleName(text, file, options, own)
        : { resolvedModule: undefined },
    );
  return own;
}
