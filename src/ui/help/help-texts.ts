import type { Parameter } from '../../params/schema.ts';

/** The build fills this list and replaces each help by its position (`scripts/help-texts.ts`). */
const helpTexts: readonly string[] = [];

export function helpOfParameter({ help }: Parameter): string {
  const position: unknown = help;
  return typeof position === 'number' ? (helpTexts[position] ?? '') : help;
}
