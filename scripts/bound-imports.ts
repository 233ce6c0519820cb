import type { Plugin } from 'vite';

const nameOf = (node: { type: string; name?: string; value?: unknown }) =>
  node.type === 'Identifier' ? node.name : undefined;

/**
 * Vitest only: binds what a module imports when the module is loaded. Otherwise Vitest reads an import at each use,
 * through a getter of the other module, and a run takes twice as long as in the built page. Nothing is read too early
 * or too late by this: no module exports a variable that changes, and none imports itself through others
 * (`tests/architecture.test.ts`). Components keep Vitest's way, so that a test can replace what they import.
 */
export const boundImports: Plugin = {
  name: 'bufferscope:bound-imports',
  enforce: 'post',
  transform(code, id) {
    if (process.env.VITEST === undefined || !/\/src\/.*\.ts$/.test(id)) return undefined;
    let text = '';
    let copied = 0;
    for (const statement of this.parse(code).body) {
      if (statement.type === 'ExportNamedDeclaration' && /^export (let|var)\b/.test(code.slice(statement.start)))
        this.error(`${id} exports a variable: its importers would keep its first value`);
      if (statement.type !== 'ImportDeclaration' || !statement.source.value.startsWith('.')) continue;
      const names = statement.specifiers.map((specifier) => ({
        imported: specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : undefined,
        local: specifier.local.name,
      }));
      if (names.length === 0 || names.some(({ imported }) => imported === undefined)) continue;
      const imports = names.map(({ imported, local }) => `${imported} as imported_${local}`);
      const constants = names.map(({ local }) => `${local} = imported_${local}`);
      const lines = code.slice(statement.start, statement.end).split('\n').length;
      text += code.slice(copied, statement.start);
      text += `import { ${imports} } from '${statement.source.value}'; const ${constants};${'\n'.repeat(lines - 1)}`;
      copied = statement.end;
    }
    return copied === 0 ? undefined : { code: text + code.slice(copied), map: null };
  },
};
