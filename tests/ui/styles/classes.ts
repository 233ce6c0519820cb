/** The names of classes that the components of src/ui write, read from their code. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { pathsOf, UI } from './sheets.ts';

function walk(node: ts.Node, visit: (node: ts.Node) => boolean): void {
  if (visit(node)) ts.forEachChild(node, (child) => walk(child, visit));
}

/** The words of the texts within a node. A text that is only compared does not count. */
function wordsIn(node: ts.Node): readonly string[] {
  const texts: string[] = [];
  walk(node, (inner) => {
    if (ts.isStringLiteralLike(inner) || ts.isTemplateHead(inner) || ts.isTemplateMiddleOrTemplateTail(inner))
      texts.push(inner.text);
    return !(ts.isBinaryExpression(inner) && inner.operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken);
  });
  return texts.flatMap((text) => text.split(/\s+/)).filter((word) => /^[a-z]/.test(word));
}

const SOURCE = join(UI, '..');
const codeOf = (path: string) => readFileSync(join(SOURCE, path), 'utf8');

/** By class, the files of src/ui whose components have it. */
export const filesOfClass: ReadonlyMap<string, ReadonlySet<string>> = (() => {
  // The frame of the page is the value of a variable.
  const files = new Map([['bare', new Set(['shell/app.tsx'])]]);
  for (const path of pathsOf(/\.tsx?$/)) {
    const code = codeOf(join('ui', path));
    if (!/\bclass(es|Name|Of)\b/.test(code)) continue;
    walk(ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true), (node) => {
      const writes =
        (ts.isJsxAttribute(node) && node.name.getText() === 'className') ||
        (ts.isCallExpression(node) && node.expression.getText() === 'classes') ||
        (ts.isVariableDeclaration(node) && node.name.getText() === 'classOf');
      if (writes) for (const word of wordsIn(node)) files.set(word, (files.get(word) ?? new Set()).add(path));
      return !writes;
    });
  }
  return files;
})();

/** All words of texts in the code: a class may be a value, such as the kind of a verdict. */
export const wordsOfTexts: ReadonlySet<string> = new Set(
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => codeOf(path).match(/(?<=["'`\s])[a-z][\w-]*(?=["'`\s])/g) ?? []),
);
