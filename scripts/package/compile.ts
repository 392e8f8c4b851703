import { dirname, resolve } from 'node:path';
import ts from 'typescript';

/**
 * Compiles modules and their imports to JavaScript, without checking types. Returns the errors.
 * @param files relative to the working folder
 */
export function compile(files: readonly string[], outDir: string): string[] {
  const options = { ...ownOptions(), outDir, noLib: true, types: [], removeComments: true };
  const program = ts.createProgram([...files], options, ownModulesAlone(options));
  return messages(program.emit().diagnostics);
}

/** Writes type declarations for modules and for those that their declarations import. */
export function declare(files: readonly string[], declarationDir: string): string[] {
  const declarations = { declaration: true, emitDeclarationOnly: true, declarationDir };
  const program = ts.createProgram(['src/env.d.ts', ...files], {
    ...ownOptions(),
    ...declarations,
  });
  const sources = new Set(files.map((file) => program.getSourceFile(resolve(file))));
  const errors: string[] = [];
  // The loop also reaches files that it adds to the set.
  for (const source of sources) {
    if (!source) continue;
    const { diagnostics } = program.emit(source, (path, text) => {
      ts.sys.writeFile(path, text);
      const { importedFiles } = ts.preProcessFile(text);
      for (const { fileName } of importedFiles)
        sources.add(program.getSourceFile(resolve(dirname(source.fileName), fileName)));
    });
    errors.push(...messages(diagnostics));
  }
  return errors;
}

function messages(diagnostics: readonly ts.Diagnostic[]): string[] {
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
