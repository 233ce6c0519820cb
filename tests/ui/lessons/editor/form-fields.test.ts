/** The form of the lesson editor follows the lesson's schema: every field has words and begins as its schema allows. */
import { describe, expect, test } from 'vitest';
import { stepKinds, stepSchemas } from '../../../../src/lessons/format/lesson.ts';
import { parseLessonData } from '../../../../src/lessons/format/parse-lesson.ts';
import {
  createDraftStep,
  draftOfLesson,
  lessonOfDraft,
  parseStepFields,
  stepTemplate,
  stepWithKind,
} from '../../../../src/ui/lessons/editor/editor-draft.ts';
import { hasFieldText } from '../../../../src/ui/lessons/editor/field-texts.ts';
import {
  blankFieldValue,
  formField,
  hasField,
  type Schema,
  unwrapOptional,
} from '../../../../src/ui/lessons/editor/form-fields.ts';
import { ownLessons } from '../../../lessons/own-lessons.ts';

/** The names of all fields of a schema, and of the fields inside them. */
function namesOf(schema: Schema): readonly string[] {
  const field = formField(schema);
  if (field.kind === 'list') return namesOf(field.item);
  if (field.kind === 'alternatives')
    return field.alternatives.flatMap((alternative) =>
      alternative.schema === undefined ? [] : namesOf(alternative.schema),
    );
  if (field.kind !== 'fields') return [];
  return Object.entries(field.entries).flatMap(([name, own]) => {
    const inner = formField(own);
    // A field that distinguishes alternatives has no control of its own.
    return inner.kind === 'choice' && inner.options.length === 1 ? [] : [name, ...namesOf(own)];
  });
}

describe.each(stepKinds)('the form of a step to %s', (kind) => {
  const schema = stepSchemas[kind] as Schema;

  test('has words for every field', () => {
    const names = namesOf(schema);
    expect(names).toContain('title');
    expect(names.filter((name) => !hasFieldText(name))).toEqual([]);
  });

  test('begins with a step that the reader takes; made from a step of any kind, it keeps the title', () => {
    const runs = { one: { title: 'One', link: '#v=1&p=single-tcp&lanes=droptail' } };
    const lessonOf = (...steps: unknown[]) => ({
      bufferscopeLesson: 1,
      id: 'a',
      title: 'A',
      summary: 'A.',
      minutes: 5,
      runs,
      steps,
    });
    for (const other of stepKinds) {
      const step = stepWithKind(
        kind,
        { ...stepTemplate(other, 'one'), title: 'Mine' } as Record<string, unknown>,
        'one',
      );
      expect(parseLessonData(lessonOf(step)).problems).toEqual([]);
      expect(step).toMatchObject({ kind, title: 'Mine' });
    }
    // A blank step is not complete, and each thing that is missing has its field.
    const blank = { ...(blankFieldValue(schema, 'one') as object), kind };
    const { problems } = parseLessonData(lessonOf(blank));
    expect(problems.length).toBeGreaterThan(0);
    for (const { path } of problems) expect(hasField(schema, blank, path.split('.').slice(2)), path).toBe(true);
  });
});

test.each(ownLessons)('every field of %s is in the form, and the draft gives the same file', (_, text) => {
  const draft = draftOfLesson(text);
  const { steps } = JSON.parse(text);
  expect(JSON.parse(lessonOfDraft(draft).text).steps).toEqual(steps);
  const leaves = (value: unknown, path: readonly string[]): readonly (readonly string[])[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, own]) => leaves(own, [...path, key]))
      : [path];
  for (const step of draft.steps) {
    const fields = parseStepFields(step.text) as Record<string, unknown>;
    const schema = stepSchemas[fields.kind as keyof typeof stepSchemas] as Schema;
    for (const path of leaves(fields, [])) expect(hasField(schema, fields, path), path.join('.')).toBe(true);
  }
});

test('values without a field are not in the form', () => {
  const schema = stepSchemas.predict as Schema;
  const step = parseStepFields(createDraftStep(stepTemplate('predict', 'one')).text) as Record<string, unknown>;
  expect(hasField(schema, step, ['colour'])).toBe(false);
  expect(hasField(schema, step, ['ask', 'options', '0', 'colour'])).toBe(false);
  expect(hasField(schema, step, ['ask', 'options', '7', 'text'])).toBe(false);
  expect(unwrapOptional(schema).isOptional).toBe(false);
});
