/** Parts of JavaScript that a program cannot use, and what it can use in their place. */

const MODULES =
  'A program is one file without modules. Leave this out: the simulator finds enqueue and dequeue by their names';
const CLOCK = 'Use port.now, the simulated time in ns: 5 * ms is 5 ms';
const TIMERS = 'Use wakeAt(time) and a function wake(), in simulated time';
const OUTPUT = 'Use console.log(value) to print, and show(signal, value) to plot';
const PAGE = 'A program has no page and no storage. Variables outside of all functions keep their values between calls';
const NETWORK = 'A program has no network, no files and no other threads. Use packet, port and its own parameters';
const PROMISES = `Each call ends before the next one begins, so nothing can be awaited. ${TIMERS}`;
const PATTERNS = 'Compare texts with ===, indexOf, startsWith or split';
const PLAIN_DATA = 'Use objects, arrays, Map, Set or typed arrays';

const ADVICE_BY_NAME: Readonly<Record<string, string>> = Object.fromEntries(
  (
    [
      [MODULES, ['require', 'module', 'exports']],
      [CLOCK, ['Date', 'performance', 'Temporal']],
      [
        TIMERS,
        [
          'setTimeout',
          'setInterval',
          'setImmediate',
          'clearTimeout',
          'clearInterval',
          'requestAnimationFrame',
          'queueMicrotask',
        ],
      ],
      [OUTPUT, ['print', 'alert', 'process']],
      [PAGE, ['window', 'document', 'self', 'global', 'localStorage', 'sessionStorage', 'navigator', 'location']],
      [NETWORK, ['fetch', 'XMLHttpRequest', 'WebSocket', 'Worker', 'Deno']],
      [PROMISES, ['Promise']],
      [PATTERNS, ['RegExp']],
      [PLAIN_DATA, ['Proxy', 'WeakRef', 'FinalizationRegistry', 'Buffer', 'SharedArrayBuffer', 'Atomics']],
      ['Use random(), which draws from the seed of this run', ['crypto']],
      ['Write the copy yourself, or use JSON.parse(JSON.stringify(value))', ['structuredClone']],
      ['Use toFixed(digits) or String(value)', ['Intl']],
    ] as const
  ).flatMap(([advice, names]) => names.map((name) => [name, advice])),
);

const advise = (name: string, advice: string) => `${name} is not available in a program. ${advice}`;

/** Words in the text of a program that cause errors of syntax, and errors of a run. */
const ADVICE_BY_WORD: readonly (readonly [name: string, word: RegExp, advice: string])[] = [
  ['import', /(^|[;{}])\s*import\b|\bimport\s*[.(]/, MODULES],
  ['export', /(^|[;{}])\s*export\b/, MODULES],
  ['await', /\bawait\b/, PROMISES],
  ['async', /\basync\b/, PROMISES],
];
/** Calls of these functions are correct syntax. They fail only in a run. */
const ADVICE_BY_CALL: typeof ADVICE_BY_WORD = [
  ['This function of console', /\bconsole\s*\.\s*(?!(log|info|warn|error|debug)\b)\w+\s*\(/, OUTPUT],
  ['A function with a regular expression', /\.(match|matchAll|search)\s*\(/, PATTERNS],
];

/** The name of an asynchronous function. The interpreter cannot call it. */
const ASYNC_FUNCTION = /\basync\s+function\s*\*?\s*(\w+)|\b(\w+)\s*=\s*async\b/g;

/**
 * The message about a part of JavaScript that is missing; undefined if the error has another cause.
 * @param error name and message as the interpreter reports them
 * @param source the program
 * @param line the line at which the interpreter reports the error, from 1; undefined if it is not known
 */
export function absentNameMessage(
  error: { name: string; message: string },
  source: string,
  line: number | undefined,
): string | undefined {
  const { name, message } = error;
  const absentName = name === 'ReferenceError' ? /^'?(\w+)'? is not defined$/.exec(message)?.[1] : undefined;
  if (absentName !== undefined)
    return Object.hasOwn(ADVICE_BY_NAME, absentName) ? advise(absentName, ADVICE_BY_NAME[absentName]) : undefined;
  if (/^RegExp are not supported/i.test(message)) return advise('A regular expression', PATTERNS);
  const isSyntaxError = name === 'SyntaxError';
  const isPossibleError = isSyntaxError || message === 'not a function' || message.endsWith('must be a function');
  if (!isPossibleError) return undefined;
  const code = (source.split('\n')[(line ?? 0) - 1] ?? '').replace(/\/\/.*/, '').replace(/'[^']*'|"[^"]*"/g, "''");
  const callsAsync = [...source.matchAll(ASYNC_FUNCTION)].some(([, first, second]) =>
    code.includes(`${first ?? second}(`),
  );
  if (callsAsync && !isSyntaxError) return advise('async', PROMISES);
  const advice = isSyntaxError ? ADVICE_BY_WORD : [...ADVICE_BY_WORD, ...ADVICE_BY_CALL];
  const match = advice.find(([, word]) => word.test(code));
  return match === undefined ? undefined : advise(match[0], match[2]);
}
