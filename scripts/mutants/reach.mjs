// Marks the places of mutants in a source file, so that a run of the tests shows which test files reach which mutant.
import ts from 'typescript';
import { offsetOfMutant } from './candidates.mjs';

const mark = (id) => `globalThis.reachedMutants?.add(${id})`;

const isInStatementList = ({ parent }) =>
  ts.isBlock(parent) || ts.isSourceFile(parent) || ts.isCaseOrDefaultClause(parent);

function innermostNode(source, offset) {
  let node = source;
  for (let inner = source; inner !== undefined; ) {
    node = inner;
    inner = ts.forEachChild(node, (child) => (child.getStart() <= offset && offset < child.end ? child : undefined));
  }
  return node;
}

/** @returns the texts to insert before and after the part of the code that is done if the mutant is reached */
function insertionsFor(source, offset, id) {
  for (let node = innermostNode(source, offset); node.parent !== undefined; node = node.parent) {
    const { parent } = node;
    const isArrowBody = ts.isArrowFunction(parent) && parent.body === node && !ts.isBlock(node);
    const isFieldValue = ts.isPropertyDeclaration(parent) && parent.initializer === node;
    if (isArrowBody || isFieldValue) {
      return [
        { at: node.getStart(), text: `(${mark(id)}, (` },
        { at: node.end, text: '))' },
      ];
    }
    if (!ts.isStatement(node) || ts.isBlock(node)) continue;
    if (isInStatementList(node)) return [{ at: node.getStart(), text: `${mark(id)}; ` }];
    return [
      { at: node.getStart(), text: `{ ${mark(id)}; ` },
      { at: node.end, text: ' }' },
    ];
  }
  return [{ at: 0, text: `${mark(id)};\n` }];
}

/** @returns the text of a file whose code reports each of `mutants` that it reaches; lost mutants are left out */
export function withMarks(text, mutants) {
  const source = ts.createSourceFile('marked.ts', text, ts.ScriptTarget.ES2022, true);
  const insertions = mutants.flatMap((mutant) => {
    const offset = offsetOfMutant(text, mutant);
    return offset === undefined ? [] : insertionsFor(source, offset, mutant.id);
  });
  // From the end of the text to its start. An end at the same place as a start comes before it.
  const isEnd = ({ text: inserted }) => /^[ )]/.test(inserted);
  insertions.sort((a, b) => b.at - a.at || Number(isEnd(a)) - Number(isEnd(b)));
  return insertions.reduce((marked, { at, text: added }) => marked.slice(0, at) + added + marked.slice(at), text);
}
