// The mutations that a source file allows, found in its syntax tree, and a draw of some of them by a seed.
import { createHash } from 'node:crypto';
import ts from 'typescript';

/** Operators, and the operator that a mutant has instead. */
const operatorSwaps = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '/=': '*=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '++': '--',
  '--': '++',
};
const methodSwaps = { min: 'max', max: 'min' };

const has = (type, flag) => (type.isUnion() ? type.types : [type]).every((part) => (part.flags & flag) !== 0);
const isNumber = (type) => has(type, ts.TypeFlags.NumberLike);
const isBoolean = (type) => has(type, ts.TypeFlags.BooleanLike);

/** A parameter is declared by an object with a `kind` and a `label`. Only its default acts in a run. */
function isDeclaration(node) {
  if (!ts.isObjectLiteralExpression(node)) return false;
  const names = node.properties.map((property) => property.name?.getText());
  return names.includes('kind') && names.includes('label');
}

/** Messages that are thrown, types, imports, and all of a parameter's declaration but its default. */
function isLeftAlone(node) {
  if (ts.isThrowStatement(node) || ts.isTypeNode(node) || ts.isImportDeclaration(node)) return true;
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  return node.parent !== undefined && isDeclaration(node.parent) && node.name?.getText() !== 'default';
}

/** The step of a `for` is no candidate: its mutants only loop for ever. */
const isLoopStep = (node) => ts.isForStatement(node.parent) && node.parent.incrementor === node;

const isEquality = ({ operatorToken }) => ['===', '!=='].includes(operatorToken?.getText());

/** The value of a number, increased by 1; 1 becomes 0. */
function otherNumber(text) {
  const value = Number(text.replaceAll('_', ''));
  if (!Number.isFinite(value)) return undefined;
  return String(value === 1 ? 0 : value + 1);
}

/** @returns the mutations of one node, as the nodes that they replace with the new texts */
function mutationsOf(node, checker) {
  const negated = (condition) => (isEquality(condition) ? [] : [[condition, `!(${condition.getText()})`]]);
  if (ts.isBinaryExpression(node)) {
    const mutated = operatorSwaps[node.operatorToken.getText()];
    const isText = node.operatorToken.getText().startsWith('+') && !isNumber(checker.getTypeAtLocation(node));
    return mutated === undefined || isText ? [] : [[node.operatorToken, mutated]];
  }
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const text = ts.tokenToString(node.operator);
    if ((text !== '++' && text !== '--') || isLoopStep(node)) return [];
    return [[node, node.getText().replace(text, operatorSwaps[text])]];
  }
  if (ts.isPropertyAccessExpression(node) && node.expression.getText() === 'Math') {
    const mutated = methodSwaps[node.name.text];
    return mutated === undefined ? [] : [[node.name, mutated]];
  }
  if (ts.isNumericLiteral(node)) {
    const mutated = ts.isPropertyName(node) && node.parent.name === node ? undefined : otherNumber(node.getText());
    return mutated === undefined ? [] : [[node, mutated]];
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [[node, 'false']];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [[node, 'true']];
  if (ts.isExpressionStatement(node)) {
    const isSuper = node.expression.expression?.kind === ts.SyntaxKind.SuperKeyword;
    return isSuper ? [] : [[node, ';']];
  }
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return negated(node.expression);
  if (ts.isConditionalExpression(node)) return negated(node.condition);
  if (ts.isReturnStatement(node) && node.expression !== undefined && !ts.isLiteralExpression(node.expression)) {
    const type = checker.getTypeAtLocation(node.expression);
    if (/^(Number\.|true$|false$)/.test(node.expression.getText())) return [];
    if (isNumber(type)) return [[node.expression, `(${node.expression.getText()}) + 1`]];
    if (isBoolean(type)) return negated(node.expression);
  }
  return [];
}

/** @returns the candidates of a file in the order of their places: line and column count from 1 */
export function candidatesOf(source, file, checker) {
  const lines = source.text.split('\n');
  const found = [];
  const visit = (node) => {
    if (isLeftAlone(node)) return;
    for (const [replaced, mutated] of mutationsOf(node, checker)) {
      const { line, character } = source.getLineAndCharacterOfPosition(replaced.getStart());
      found.push({
        file,
        line: line + 1,
        column: character + 1,
        original: replaced.getText(),
        mutated,
        lineText: lines[line],
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.sort((a, b) => a.line - b.line || a.column - b.column);
}

/** Candidates in the order of the hashes of their seed and their contents: any order, but always the same. */
function shuffle(candidates, seed) {
  const hash = (candidate) =>
    createHash('sha256')
      .update(`${seed} ${JSON.stringify(candidate)}`)
      .digest('hex');
  return candidates
    .map((candidate) => ({ candidate, place: hash(candidate) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ candidate }) => candidate);
}

/**
 * Draws `count` candidates: one of each file, and the others from all that are left, so that a file gets them in
 * proportion to its candidates. A draw of more contains the draw of fewer.
 */
export function drawMutants(candidates, count, seed) {
  const shuffled = shuffle(candidates, seed);
  const files = new Set();
  const first = shuffled.filter(({ file }) => !files.has(file) && files.add(file));
  const others = shuffled.filter((candidate) => !first.includes(candidate));
  return [...first, ...others].slice(0, Math.max(count, first.length));
}

const indent = (line) => line.length - line.trimStart().length;

/**
 * The place of a mutant in the present text of its file: its old place, or else the nearest line with the same text.
 * @returns the offset, or undefined if the line is gone
 */
export function offsetOfMutant(text, { line, column, original, lineText }) {
  const lines = text.split('\n');
  const near = lines
    .map((present, index) => ({ present, index }))
    .filter(({ present }) => present.trim() === lineText.trim())
    .sort((a, b) => Math.abs(a.index + 1 - line) - Math.abs(b.index + 1 - line))[0];
  if (near === undefined) return undefined;
  const lineStart = lines.slice(0, near.index).reduce((sum, { length }) => sum + length + 1, 0);
  // The line may be indented anew.
  const start = lineStart + column - 1 + indent(near.present) - indent(lineText);
  return text.startsWith(original, start) ? start : undefined;
}

/** @returns the text with the mutation, or undefined if the mutated line is gone */
export function withMutant(text, mutant) {
  const start = offsetOfMutant(text, mutant);
  if (start === undefined) return undefined;
  return text.slice(0, start) + mutant.mutated + text.slice(start + mutant.original.length);
}
