/** Numbers in texts for people have one form: a narrow no-break space between groups of digits. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.tsx?$/.test(file),
);

const COMMENT = /^\s*(?:\/\/|\/?\*)/;
const TEXT_WITH_COMMA = /['"`>].*(?<![\d{])\d{1,3},\d{3}(?!\d)/;

test('no text has a comma between groups of digits', () => {
  const found = files.flatMap((file) =>
    readFileSync(join(root, 'src', file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        !COMMENT.test(line) && (TEXT_WITH_COMMA.test(line) || line.includes('.toLocaleString('))
          ? `${file}:${index + 1}: ${line.trim()}`
          : [],
      ),
  );
  expect(found).toEqual([]);
});
