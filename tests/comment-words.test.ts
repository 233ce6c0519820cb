/**
 * Words of code in comments exist: those in backticks, and others with a capital inside. Words of a source are in
 * square brackets, such as [BtlBwFilter], or in the list below. Each tag of a comment begins a line.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Words of others, by their source. */
const FOREIGN_WORDS: Readonly<Record<string, readonly string[]>> = {
  'RFC 6582, 6675, 8289, 8985, 9332 and 9937': [
    ...['DupThresh', 'HighRxt', 'RecoveryPoint', 'RescueRxt', 'SetPipe'],
    ...['control_law', 'count_', 'dodequeue', 'drop_next_', 'first_above_time_', 'lastcount_'],
    ...['dualpi2_dequeue', 'dualpi2_enqueue', 'dualpi2_update', 'laqm', 'p_Cmax', 'recur'],
  ],
  'RFC 8033 and ns-3': ['CoDelQueueDisc', 'CobaltQueueDisc', 'DQ_THRESHOLD', 'PieQueueDisc', 'calculate_drop_prob'],
  'the Linux kernel': [
    ...['SFQ_MAX_DEPTH', 'UML_TIME_TRAVEL_SUPPORT', '__tcp_ack_snd_check', 'cake_set_rate', 'calc_wheel_index'],
    ...['fq_fastpath_check', 'pie_calculate_probability', 'red_adaptative_algo', 'sfq_dec', 'sfq_inc'],
    ...['tcp_sack_new_ofo_skb'],
  ],
  'programs and formats': [
    ...['CMIString4096', 'CodeMirror', 'DuckDB', 'EtherTypes', 'FreeBSD', 'IndexedDB', 'KaTeX', 'LINKTYPE_ETHERNET'],
    ...['MathML', 'MurmurHash3_x86_32', 'OpenBSD', 'QuickJS', 'TCP_MAERTS', 'TCP_STREAM', 'TrueType', 'TypeScript'],
    ...['UDP_STREAM', 'epb_flags', 'sent_ns', 'sfq1'],
  ],
  'an example of a name': ['myControlGain'],
};
const foreignWords = new Set(Object.values(FOREIGN_WORDS).flat());

const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`\w\\])\/\/[^\n]*/g;
/** Messages to the linter, and the tags of the format. */
const OTHER_PARTS = /biome-ignore[^\n]*|@\w+|https?:\/\/\S+|\[[^\]]*\]/g;
const WORD = /[A-Za-z_$][\w$]*/g;
const CAPITAL_INSIDE = /(?<![\w-])(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[A-Z]+_[A-Z_]+)/g;

const named = (folders: readonly string[], pattern: RegExp) =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => pattern.test(name))
      .map((name) => join(folder, name)),
  );

const sources = named(['src', 'workers', 'scripts'], /\.(?:tsx?|mjs|css)$/).map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}));

/** The comments of a text, each as one line without the stars at the beginnings of its lines. */
const commentsOf = (text: string): string[] =>
  (text.match(COMMENT) ?? []).map((comment) => comment.replace(OTHER_PARTS, ' ').replace(/\n\s*\*?/g, ' '));

/** The words of a comment that look like code. Capitals alone, as in `FILE=PATH`, are places for a word. */
function codeWordsOf(comment: string): string[] {
  const quotedWords = (comment.match(/`[^`]*`/g) ?? []).flatMap((part) => part.match(WORD) ?? []);
  const otherWords = comment.replace(/`[^`]*`/g, ' ').match(CAPITAL_INSIDE) ?? [];
  return [...quotedWords, ...otherWords].filter((word) => !/^[A-Z]+$/.test(word));
}

/** Words of all code, of its texts, and of the names of files. */
function wordsOfCode(): Set<string> {
  const words = new Set<string>();
  const paths = [
    ...named(['src', 'workers', 'scripts', 'tests', 'e2e', 'examples'], /\.(?:tsx?|mjs|css|html|json)$/),
    ...named(['public'], /\.(?:js|html)$/),
    ...['package.json', 'vite.config.ts', 'index.html'],
  ].filter((path) => path !== 'tests/comment-words.test.ts');
  for (const path of paths) {
    const text = readFileSync(join(root, path), 'utf8');
    for (const word of `${path} ${path.endsWith('.json') ? text : text.replace(COMMENT, ' ')}`.match(WORD) ?? [])
      words.add(word);
  }
  return words;
}

test('the check finds words in backticks and words with a capital inside, and leaves out those of a source', () => {
  const comment = '/** `noSuchName` or noOtherName [BtlBw]: `a.b()`, FILE. */';
  expect(commentsOf(`${comment}\nconst aName = 1;`).flatMap(codeWordsOf)).toEqual([
    'noSuchName',
    'a',
    'b',
    'noOtherName',
  ]);
});

test('each word of code in a comment exists in the code', () => {
  const known = wordsOfCode();
  // A beginning of names, such as `FROM_…`.
  const isKnown = (word: string) =>
    known.has(word) ||
    foreignWords.has(word) ||
    (word.endsWith('_') && [...known].some((name) => name.startsWith(word)));
  const used = sources.flatMap(({ path, text }) =>
    commentsOf(text).flatMap((comment) => codeWordsOf(comment).map((word) => ({ path, word }))),
  );
  expect(used.length).toBeGreaterThan(2_000);
  expect(used.filter(({ word }) => !isKnown(word))).toEqual([]);
  const usedWords = new Set(used.map(({ word }) => word));
  expect([...foreignWords].filter((word) => !usedWords.has(word) || known.has(word))).toEqual([]);
});

test('each tag of a comment begins a line', () => {
  const wrong = sources.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        /^\s*(?:\/\*\*|\*)\s.*\S\s+@(?:param|returns|throws|typeParam)\b/.test(line) ? [`${path}:${index + 1}`] : [],
      ),
  );
  expect(wrong).toEqual([]);
});
