import ts from 'typescript';

/**
 * Compiles modules and their imports to JavaScript, without checking types. Returns the errors.
 * @param files relative to the working folder
 */
export function compile(files: readonly string[], outDir: string): string[] {
  const options = { ...ownOptions(), outDir, noLib: true, types: [], removeComments: true };
  return emit(ts.createProgram([...files], options, ownModulesAlone(options)));
}

/** Writes type declarations for modules and everything that their types refer to. */
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

/**
 * A compiler host that does not read the types of packages. Generating JavaScript does not need
 * these types, and reading them would take most of the time.
 */
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
