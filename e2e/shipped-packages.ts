/** The packages that the page and its workers import, by their sources. */
import { readdirSync, readFileSync } from 'node:fs';

export function shippedPackages(): readonly string[] {
  const root = new URL('../', import.meta.url);
  const sources = ['src/', 'workers/'].flatMap((place) =>
    readdirSync(new URL(place, root), { recursive: true, withFileTypes: true })
      .filter((item) => /\.tsx?$/.test(item.name) && !/src\/(cli|library)\b/.test(item.parentPath))
      // Only the command line prints the schema of lessons.
      .filter(({ name }) => name !== 'lesson-schema.ts')
      .map((item) => readFileSync(`${item.parentPath}/${item.name}`, 'utf8')),
  );
  const imports = sources.flatMap((text) => [
    ...text.matchAll(/^(?!import type).*(?:from |import\(?)'((?:@[\w-]+\/)?[a-z][\w-]*)(?:\/[^']*)?'/gm),
  ]);
  return [...new Set(imports.map(([, name]) => name as string))];
}
