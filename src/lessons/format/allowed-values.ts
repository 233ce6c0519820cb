/** The values that the schema allows, in words, for the message about a refused value. */
import type * as v from 'valibot';

const itemNoun = (issue: v.BaseIssue<unknown>) => (Array.isArray(issue.input) ? 'entries' : 'characters');
const formatExpectedTypes = (expectedTypes: string | null) =>
  (expectedTypes ?? '').replace(/["()]/g, '').replaceAll(' | ', ', ');

/** Our own checks, and patterns, contain their own message. */
export function formatAllowedOfIssue(issue: v.BaseIssue<unknown>): string {
  const { type, requirement, expected, message } = issue;
  switch (type) {
    case 'non_empty':
      return 'at least one character';
    case 'min_length':
      return `at least ${requirement} ${itemNoun(issue)}`;
    case 'max_length':
      return `at most ${requirement} ${itemNoun(issue)}`;
    case 'min_value':
      return `at least ${requirement}`;
    case 'max_value':
      return `at most ${requirement}`;
    case 'gt_value':
      return `more than ${requirement}`;
    case 'string':
      return 'a text';
    case 'number':
    case 'finite':
      return 'a number';
    case 'integer':
      return 'a whole number';
    case 'boolean':
      return 'true or false';
    case 'array':
      return 'a list';
    case 'picklist':
    case 'literal':
    case 'variant':
      return formatExpectedTypes(expected);
    case 'object':
    case 'strict_object':
      return expected === 'never' ? 'no field of this name' : expected === 'Object' ? 'fields' : 'a value';
    case 'union':
      return formatExpectedTypes(expected).toLowerCase().replace('object', 'fields').replace(', ', ' or ');
    default:
      return message;
  }
}

/**
 * The most useful issues. If a value may have several kinds and clearly has one of them, these are the issues of this
 * kind. Their paths begin at the value that was read.
 */
export function relevantIssues(issue: v.BaseIssue<unknown>): readonly v.BaseIssue<unknown>[] {
  if (issue.type !== 'union' || issue.issues === undefined) return [issue];
  const nestedIssues = issue.issues.filter(({ path }) => path !== undefined);
  if (nestedIssues.length === 0 || nestedIssues.length === issue.issues.length) return [issue];
  return nestedIssues.map((candidate) => ({
    ...candidate,
    path: [...(issue.path ?? []), ...(candidate.path ?? [])] as unknown as NonNullable<typeof candidate.path>,
  }));
}
