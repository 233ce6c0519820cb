/** The published JSON Schema of a lesson file. The page's first load and its lessons do not need it. */
import { toJsonSchema } from '@valibot/to-json-schema';
import { lessonSchema } from './lesson.ts';

/** The whole schema, as `sim -- lesson-schema` prints it. */
export function lessonJsonSchema(): object {
  // Checks in words, such as "give below, above, or both", have no counterpart in JSON Schema.
  const schema = toJsonSchema(lessonSchema, { target: 'draft-2020-12', errorMode: 'ignore', typeMode: 'input' });
  return { title: 'A lesson of Bufferscope', ...schema };
}
