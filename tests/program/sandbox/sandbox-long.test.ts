/** The allowed actions of a student's program, and the messages about its mistakes. */
import { describe, expect, test } from 'vitest';
import { withValue } from '../../../src/engine/scenario/scenario.ts';
import { ProgramRunError } from '../../../src/program/fault.ts';
import type { PrintedLine } from '../../../src/program/printed-line.ts';
import { ProgramError } from '../../../src/program/program-error.ts';
import { compileProgram } from '../../../src/program/sandbox/program-policy.ts';
import { ProgramSandbox } from '../../../src/program/sandbox/sandbox.ts';
import { openRunOfPolicy } from '../../../src/runs/open-run-of-policy.ts';
import { findEvent } from '../../../src/runs/run-questions.ts';
import { SeekableRun } from '../../../src/runs/seekable-run.ts';
import { amount, chosen } from '../../amount.ts';
import { compiled, interpreter, opening, policy, run, templateOf } from '../program.ts';

/** The message about a program that cannot be read. */
function refusal(source: string): string {
  try {
    compiled(source);
  } catch (error) {
    if (error instanceof ProgramError) return `${error.line ?? '-'}: ${error.message}`;
    throw error;
  }
  return 'taken';
}

/** The message about a program that fails in the opening scenario. */
function fault(source: string, seconds = 3): string {
  try {
    run(compiled(source), seconds);
  } catch (error) {
    if (error instanceof ProgramRunError) return error.message;
    throw error;
  }
  return 'none';
}

const WHOLE = 'function enqueue() {} function dequeue() {}';
const DEQUEUE = 'function dequeue() { return queue.shift(); }';

describe('the same algorithm gives the same verdicts', () => {
  test.each([
    ['droptail', 'droptail'],
    ['random-drop', 'random-drop'],
    ['red', 'red'],
  ])('the template %s and the policy %s have one digest in the opening scenario', (template, id) => {
    const seconds = amount(3, 8);
    const theirs = run(compiled(templateOf(template)), seconds);
    const ours = run(policy(id), seconds);
    expect(theirs.digest()).toBe(ours.digest());
    expect(theirs.summary().dropped).toBe(ours.summary().dropped);
    expect(ours.summary().dropped).toBeGreaterThan(0);
  });

  test('the CoDel-like template keeps the delay near its target where DropTail fills the buffer', () => {
    const delay = (source: string) => run(compiled(source), 10).summary().meanDelayMs;
    expect(delay(templateOf('codel'))).toBeLessThan(delay(templateOf('droptail')) / 2);
  });
});

describe('what a program prints', () => {
  const QUEUE = `const queue = []; ${DEQUEUE}
    function enqueue(packet) { if (!fits(packet)) { drop(packet); return; } queue.push(packet); BODY }`;
  const printing = (body: string, seconds = 3) => {
    const lines: PrintedLine[] = [];
    const definition = compileProgram(interpreter, QUEUE.replace('BODY', body), (line) => lines.push(line));
    const simulation = run(definition, seconds);
    return { lines, digest: simulation.digest() };
  };

  test('values as text, with the time and the number of the line', () => {
    const { lines } = printing(
      'const own = {}; own.own = own; if (packet.id < 2) console.log("a", 1.5, [1, { b: 2 }], null, undefined, own, 3n, Symbol("s"));',
    );
    expect(lines.map(({ index, text }) => [index, text])).toEqual([
      [0, 'a 1.5 [1,{"b":2}] null undefined an object 3 Symbol(s)'],
      [1, 'a 1.5 [1,{"b":2}] null undefined an object 3 Symbol(s)'],
    ]);
    expect(lines[0]?.timeNs).toBeGreaterThan(0);
    for (const name of ['info', 'warn', 'error', 'debug'])
      expect(printing(`if (packet.id === 1) console.${name}('x')`).lines).toMatchObject([{ index: 0, text: 'x' }]);
  });

  test('100 lines of 200 characters; later ones are only counted', () => {
    const { lines } = printing('console.log("é".repeat(1000))');
    expect(lines.length).toBeGreaterThan(200);
    expect(lines[99]?.text).toBe(`${'é'.repeat(199)}…`);
    expect(lines.slice(100).every(({ text }) => text === undefined)).toBe(true);
    expect(lines.map(({ index }) => index)).toEqual([...lines.keys()]);
  });

  test('printing changes no verdict, and an endless line ends as any other loop does', () => {
    expect(printing('console.log(packet)').digest).toBe(printing('').digest);
    expect(() => printing('for (;;) console.log(1);')).toThrow('a loop does not end');
    expect(() => printing('console.log("x".repeat(1e8));')).toThrow('MB');
  });

  test('a run that goes back prints the same lines with the same numbers', () => {
    const lines: PrintedLine[] = [];
    const source = QUEUE.replace('BODY', 'if (packet.id % 50 === 0) console.log(packet.id);');
    const seekable = new SeekableRun(
      compileProgram(interpreter, source, (line) => lines.push(line)),
      { scenario: opening, policyValues: {}, seed: 1, edits: [] },
    );
    while (!seekable.seek(2e9));
    const before = lines.splice(0);
    while (!seekable.seek(1e9));
    lines.splice(0);
    while (!seekable.seek(2e9));
    expect(lines.length).toBeGreaterThan(0);
    expect(before.slice(-lines.length)).toEqual(lines);
  });
});

describe('a part of JavaScript that is missing is named, with its replacement', () => {
  const QUEUE = `const queue = []; ${DEQUEUE}`;
  const bodyFault = (body: string) =>
    fault(
      `${QUEUE} function enqueue(packet) { if (fits(packet)) queue.push(packet); else drop(packet);\n${body} }`,
      0.5,
    );
  test.each([
    ['Date.now()', /^line 2, .*Date is not available.*port\.now/],
    ['new Date()', /Date is not available.*port\.now/],
    ['performance.now()', /performance is not available.*port\.now/],
    ['setTimeout(() => {}, 1)', /setTimeout is not available.*wakeAt/],
    ['setInterval(() => {}, 1)', /setInterval is not available.*wakeAt/],
    ['new Promise(() => {})', /Promise is not available.*wakeAt/],
    ['fetch("x")', /fetch is not available.*packet, port/],
    ['window.x = 1', /window is not available.*Variables/],
    ['new Proxy({}, {})', /Proxy is not available.*objects/],
    ['new RegExp("a")', /RegExp is not available.*indexOf/],
    ['"a".match("a")', /regular expression is not available.*indexOf/],
    ['import("fs")', /import is not available.*by their names/],
    ['const later = async () => 1; later();', /async is not available/],
    ['alert("x")', /alert is not available.*console\.log/],
    ['console.table([1])', /function of console is not available.*console\.log/],
    ['console.log(1); console.assert(true)', /function of console is not available.*console\.log/],
    // Another cause: the words in a text or a comment do not mislead.
    ['"await"(); // async\n', /TypeError: not a function/],
    ['other', /ReferenceError: 'other' is not defined/],
  ])('%s', (body, message) => {
    expect(bodyFault(body)).toMatch(message);
  });

  test.each([
    ["import fs from 'fs';", /^1: import is not available/],
    ['export default 1;', /^1: export is not available/],
    ["const fs = require('fs');", /^1: require is not available/],
    ['\nmodule.exports = {};', /^2: module is not available/],
    ['const a = /a/;', /^1: A regular expression is not available/],
    ['await 1;', /^1: await is not available/],
    ['async function wake() {}', /^1: async is not available/],
  ])('%s', (first, message) => {
    expect(refusal(`${first}\n${WHOLE}`)).toMatch(message);
  });

  test('classes and generators are there', () => {
    expect(
      bodyFault('class Pair { constructor() { this.both = [...gen()]; } } function* gen() { yield 1; } new Pair();'),
    ).toBe('none');
  });
});

describe('a program that cannot be read', () => {
  test.each([
    ['let a = ;', '1: SyntaxError: unexpected token'],
    ['\n\nfunction enqueue(packet) {\n  queue.push(packet;\n}', '4: SyntaxError'],
    ['function dequeue() {}', 'no function enqueue(packet)'],
    ['function enqueue() {}', 'no function dequeue()'],
    ['const enqueue = 5; function dequeue() {}', 'enqueue must be a function'],
    ['\nnothing();', "2: ReferenceError: 'nothing' is not defined"],
    [`policy({ colour: 1 }); ${WHOLE}`, 'allowed: name, summary'],
    [
      `policy({\n  parameters: {\n    speed: { default: 5, min: 7, max: 9 } } }); ${WHOLE}`,
      '3: policy(): the default 5 is outside',
    ],
    [
      `policy({ parameters: {\n speed: { default: 'buffer + 1' } } }); ${WHOLE}`,
      "2: policy(): the default 'buffer + 1' is not allowed",
    ],
    [`policy({ parameters: { speed: { default: 1, min: NaN } } }); ${WHOLE}`, 'min must be a number'],
    ['policy({ reasons: { refuse: {} } });', "1: policy(): reasons has 'refuse'; allowed: accept, mark, drop"],
    [`policy({ signals: { a: { axis: 5 } } }); ${WHOLE}`, 'axis must be one of'],
    // Names that mean something in a pattern: the line is found all the same, and at once.
    [`policy({ parameters: {\n '*avg': { default: 'buffer + 1' } } }); ${WHOLE}`, '*avg'],
    [`policy({ parameters: {\n '(a+)+$': { default: 'buffer + 1' } } });\n'${'a'.repeat(40)}!';\n${WHOLE}`, '(a+)+$'],
    ['policy({}); policy({});', 'may be called once'],
    ['const all = {}; all.self = all; policy({ name: all });', 'cannot be written as data'],
    ['Math.random();', 'Math.random() is not allowed'],
    [`${' '.repeat(1_000_000)}`, '1\u202f000\u202f000 characters; allowed: at most 64\u202f000'],
    ['\n\nfor (;;) {}', '3: The call took more than 1\u202f000\u202f000 steps: a loop does not end.'],
    ['const all = []; for (;;) all.push(new Array(1000).fill(all.length));', 'uses more than 8 MB'],
    ["'x'.repeat(1e9);", 'uses more than 8 MB'],
    ['Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);', 'works on too many values'],
    ['10n ** 100000000n;', 'works on too many values'],
    [`${'['.repeat(20_000)}`, 'too deep'],
    ['function f() { f(); } f();', 'too deeply'],
    ['throw 5;', 'The program threw 5'],
    ['throw undefined;', 'The program threw undefined.'],
    ["throw Symbol('x');", 'The program threw a symbol, or a value without a text.'],
    ["throw '';", 'The program threw "".'],
    ['throw new Error();', 'Error without a message.'],
    ["throw { message: '' };", 'Error without a message.'],
    ["throw { message: 'a long queue' };", 'a long queue.'],
    ['throw { get message() { for (;;); } };', ''],
  ])('%#', (source, words) => {
    const refusedWith = refusal(source);
    expect(refusedWith).not.toBe('taken');
    expect(refusedWith).toContain(words);
  });
});

describe('a program that breaks off in mid-run names its line and the simulated time', () => {
  test.each([
    [
      `const queue = [];\nfunction enqueue(packet) {\n  if (average > 5) drop(packet);\n  queue.push(packet);\n}\n${DEQUEUE}`,
      /^line 3, in enqueue\(\) at 0\.\d{6} s: ReferenceError: 'average' is not defined/,
    ],
    [
      `const queue = [];\nfunction enqueue(packet) { queue.push(packet); }\nfunction dequeue() {\n  for (;;) {}\n}`,
      /^line 4, in dequeue\(\) .*does not end/,
    ],
    [
      `const queue = [];\nfunction enqueue(packet) { drop(packet); drop(packet); }\n${DEQUEUE}`,
      /^line 2, .*no longer in the buffer/,
    ],
    [
      `const queue = [];\nfunction enqueue(packet) { drop({ id: 3, bytes: 5 }); }\n${DEQUEUE}`,
      /^line 2, .*drop\(\) needs a packet, but it got an object/,
    ],
    [
      `const queue = [];\nfunction enqueue(packet) {\n  mark(packet); }\n${DEQUEUE}`,
      /^line 3, .*does not understand marks/,
    ],
    [
      `const queue = [];\nfunction enqueue(packet) {\n  drop(packet, 'fulll'); }\n${DEQUEUE}`,
      /^line 3, .*'fulll' is not a reason.*no reasons/,
    ],
    [
      `policy({ reasons: { drop: { early: 'p = {p}' } } });\nfunction enqueue(packet) {\n  drop(packet, 'early', { p: 0 / 0 }); }\nfunction dequeue() {}`,
      /^line 3, .*the reason 'early' needs the number p, but it got NaN/,
    ],
    [
      `policy({ signals: { average: {} } });\nfunction enqueue(packet) {\n  show('average', 0 / 0); }\nfunction dequeue() {}`,
      /^line 3, .*needs a number, but it got NaN/,
    ],
    ...['1 / 0', '-1 / 0'].flatMap((infinite): [string, RegExp][] => [
      [
        `policy({ reasons: { drop: { early: 'p = {p}' } } });\nfunction enqueue(packet) {\n  drop(packet, 'early', { p: ${infinite} }); }\nfunction dequeue() {}`,
        /^line 3, .*the reason 'early' needs the number p, but it got -?Infinity/,
      ],
      [
        `policy({ reasons: { accept: { fine: 'p = {p}' } } });\nfunction enqueue(packet) {\n  accept(packet, 'fine', { p: ${infinite} }); }\nfunction dequeue() {}`,
        /^line 3, .*the reason 'fine' needs the number p, but it got -?Infinity/,
      ],
      [
        `policy({ signals: { average: {} } });\nfunction enqueue(packet) {\n  show('average', ${infinite}); }\nfunction dequeue() {}`,
        /^line 3, .*needs a number, but it got -?Infinity/,
      ],
    ]),
    [
      `const queue = [];\nfunction enqueue(packet) { queue.push(packet); }\nfunction dequeue() { return 5; }`,
      /^line 3, in dequeue\(\).*must return a packet or nothing, but it returned 5|in dequeue\(\)/,
    ],
    [
      `const queue = [];\nfunction enqueue(packet) { queue.push(packet); }\nfunction dequeue() { return queue[0]; }`,
      /in dequeue\(\).*is no longer in the buffer/,
    ],
    [
      `function enqueue(packet) {}\nfunction dequeue() {}`,
      /^line 2, in dequeue\(\) .*returned no packet, but 1 accepted packet waits/,
    ],
    [
      `const queue = [];\nfunction enqueue(packet) { drop(packet); }\n${DEQUEUE}`,
      /^line 2, in enqueue\(\) .*dropped 1000 packets in a row/,
    ],
    [
      `const queue = [];\nfunction enqueue(packet) { queue.push(packet); wakeAt(5); }\n${DEQUEUE}`,
      /^line 2, .*wakeAt\(\) needs a/,
    ],
    [
      `const queue = [];\nfunction enqueue(packet) { queue.push(packet); for (let i = 0; i < 20_000; i++) {} }\n${DEQUEUE}`,
      /more than 50\u202f000 steps each on average/,
    ],
    [
      `const queue = [];\nfunction enqueue(packet) { if (fits(packet)) queue.push(packet); else drop(packet); wakeAt(port.now); }\n${DEQUEUE}\nfunction wake() { wakeAt(port.now); }`,
      /^line \d, in wake\(\) at 0\.\d+ s: wake\(\) is called more than 100\u202f000 times per second and 10 times for each packet/,
    ],
    [
      `const queue = [];\nfunction enqueue(packet) { if (fits(packet)) queue.push(packet); else drop(packet); wakeAt(port.now + 1); }\n${DEQUEUE}\nfunction wake() { wakeAt(port.now + 1 * us); }`,
      /^line \d, in wake\(\) at 0\.\d+ s: wake\(\) is called more than 100\u202f000 times per second and 10 times for each packet/,
    ],
    [
      `const queue = [];\nfunction enqueue(packet) { const error = new Error('a'); error.name = '\\u0007'.repeat(100_000); throw error; }\n${DEQUEUE}`,
      /^in enqueue\(\) .*too many values/,
    ],
    [
      `const queue = []; const all = [];\nfunction enqueue(packet) {\n  if (fits(packet)) queue.push(packet); else drop(packet); all.push(new Array(1000).fill(packet)); }\n${DEQUEUE}`,
      /^line 3, .*uses more than 8 MB/,
    ],
    [
      `const queue = [];\nfunction enqueue(packet) {\n  try { for (;;) {} } catch { queue.push(packet); } }\n${DEQUEUE}`,
      /^line 3, .*does not end/,
    ],
    [
      `const queue = [];\nfunction enqueue(packet) { queue.push(packet); }\n${DEQUEUE}`,
      /^line 2, in enqueue\(\) .*kept a packet, but the buffer holds only 120 packets/,
    ],
    [
      `Array.prototype.push = 5; const queue = [];\nfunction enqueue(packet) {\n  queue.push(packet); }\n${DEQUEUE}`,
      /^line 3, .*TypeError/,
    ],
  ])('%#', (source, words) => {
    expect(fault(source, 60)).toMatch(words);
  });

  test('an endless loop is stopped at the same step in every run', () => {
    const source = `const queue = []; let i = 0;\nfunction enqueue(packet) { queue.push(packet); show('i', i); while (i >= 0) i++; }\n${DEQUEUE}`;
    const definition = compiled(`policy({ signals: { i: {} } });${source}`);
    const counts = [1, 2].map(() => {
      const simulation = openRunOfPolicy(definition, { scenario: opening, seed: 1 });
      expect(() => simulation.advance(1e9)).toThrow('does not end');
      return simulation.clock.executedEventCount;
    });
    expect(counts[0]).toBe(counts[1]);
  });
});

describe('rewinding', () => {
  test.each(chosen(['red', 'two-priorities', 'codel'], (id) => id === 'red'))(
    '%s: a run that goes back and forward is the straight run',
    (id) => {
      const definition = compiled(templateOf(id));
      const seconds = amount(2, 10);
      const scenario = withValue(opening, 'run.durationSeconds', 1.2 * seconds);
      const seekable = new SeekableRun(definition, { scenario, seed: 1 });
      for (const part of [0.3, 0.9, 0.1, 0.85, 0.4, 1]) while (!seekable.seek(Math.round(part * seconds * 1e9))) {}
      while (seekable.runAhead(20_000)) {}
      while (!seekable.seek(seconds * 5e8)) {}
      const frame = seekable.takeFrame();
      const straight = run(definition, seconds / 2);
      expect(frame.events).toBe(straight.clock.executedEventCount);
      while (!seekable.seek(seconds * 1e9)) {}
      expect(seekable.takeFrame().events).toBe(run(definition, seconds).clock.executedEventCount);
    },
  );

  test('a question that reaches the failure of a program is answered, and the run before it is unchanged', () => {
    const late = `${templateOf('droptail')}
const sends = dequeue;
dequeue = () => { if (port.now > 2e9) throw new Error('over'); return sends(); };`;
    const seekable = new SeekableRun(compiled(late), { scenario: opening, seed: 1 });
    const answerTo = (kind: 'drop' | 'mark') => {
      while (!seekable.seek(0.5e9)) {}
      const question = seekable.ask(findEvent(kind, 0.5e9, true));
      for (;;) {
        const step = question.step(Number.POSITIVE_INFINITY);
        if (step.state !== 'open') return step;
      }
    };
    const whole = compiled(templateOf('droptail'));
    let dropNs = 0;
    openRunOfPolicy(whole, {
      scenario: opening,
      seed: 1,
      trace: ({ reason, timeNs }) => {
        if (whole.reasons[reason]?.verdict === 'drop' && dropNs === 0) dropNs = timeNs;
      },
    }).advance(2e9);
    expect(dropNs).toBeGreaterThan(0.5e9);
    expect(answerTo('drop')).toEqual({ state: 'answered', answer: dropNs });
    // DropTail marks nothing, and the run breaks down at 2 s.
    expect(answerTo('mark')).toEqual({ state: 'answered', answer: undefined });
    while (!seekable.seek(1.9e9)) {}
    expect(seekable.takeFrame().events).toBe(run(whole, 1.9).clock.executedEventCount);
    expect(() => seekable.seek(2.5e9)).toThrow('over');
  });

  test('a checkpoint restores the state of the program', () => {
    const straight = run(compiled(templateOf('red')), 5);
    const simulation = openRunOfPolicy(compiled(templateOf('red')), { scenario: opening, seed: 1 });
    simulation.advance(2e9);
    const checkpoint = simulation.checkpoint();
    simulation.advance(3.5e9);
    const later = simulation.checkpoint();
    checkpoint.restore();
    simulation.advance(5e9);
    expect(simulation.digest()).toBe(straight.digest());
    later.restore();
    simulation.advance(5e9);
    expect(simulation.digest()).toBe(straight.digest());
  });
});

test('parameters change in mid-run as those of RED do', () => {
  const edits = [{ timeNs: 2e9, path: 'policy.minThreshold', value: 5 }];
  const digests = [compiled(templateOf('red')), policy('red')].map((definition) => {
    const simulation = openRunOfPolicy(definition, { scenario: opening, seed: 1, edits });
    simulation.advance(4e9);
    return simulation.digest();
  });
  expect(digests[0]).toBe(digests[1]);
  expect(digests[0]).not.toBe(run(policy('red'), 4).digest());
});

test('the numbers of a verdict reach its explanation, and asking for them changes nothing', () => {
  const definition = compiled(templateOf('random-drop'));
  const drawn: unknown[] = [];
  const simulation = openRunOfPolicy(definition, {
    scenario: opening,
    seed: 1,
    trace: ({ reason, operands }) => {
      if (definition.reasons[reason]?.id === 'drawn') drawn.push(operands);
    },
  });
  simulation.advance(3e9);
  expect(drawn.length).toBeGreaterThan(0);
  for (const operands of drawn) expect(operands).toEqual({ place: expect.any(Number), waiting: expect.any(Number) });
  expect(simulation.digest()).toBe(run(definition, 3).digest());
});

test('wakeAt brings the program back at its time', () => {
  // A shaper: no packet leaves before 20 ms have passed since it arrived.
  const source = `const queue = [];
function enqueue(packet) { if (fits(packet)) queue.push(packet); else drop(packet); }
function dequeue() {
  if (queue.length === 0) return;
  const due = queue[0].arrived + 20 * ms;
  if (port.now >= due) return queue.shift();
  wakeAt(due);
}
function wake() {}`;
  const held = run(compiled(source), 5).summary();
  expect(held.departed).toBeGreaterThan(100);
  for (const { meanDelayMs } of held.classes) expect(meanDelayMs).toBeGreaterThanOrEqual(20);
});

test('a program that is woken every 11 us runs on', () => {
  const source = `let woken = 0; policy({ signals: { woken: {} } }); const queue = []; wakeAt(0);
function enqueue(packet) { if (fits(packet)) queue.push(packet); else drop(packet); }
function dequeue() { return queue.shift(); }
function wake() { show('woken', ++woken); wakeAt(port.now + 11 * us); }`;
  const simulation = run(compiled(source), 3);
  expect(simulation.summary().departed).toBeGreaterThan(100);
});

test('a program has no clock, network, storage or randomness, and cannot see other programs', () => {
  const names = [
    'Date',
    'fetch',
    'XMLHttpRequest',
    'WebSocket',
    'Worker',
    'importScripts',
    'postMessage',
    'self',
    'window',
  ];
  const more = [
    'document',
    'localStorage',
    'indexedDB',
    'caches',
    'navigator',
    'process',
    'require',
    'setTimeout',
    'crypto',
  ];
  const most = ['performance', 'WebAssembly', 'SharedArrayBuffer', 'Atomics', 'Promise', 'Intl', 'print', 'std', 'os'];
  const list = [...names, ...more, ...most];
  const source = `const found = ${JSON.stringify(list)}.filter((name) => name in globalThis || (function () { try { return eval('typeof ' + name) !== 'undefined'; } catch { return false; } })());
if (found.length > 0) throw new Error(found.join());
if (Function('return typeof this.process')() !== 'undefined') throw new Error('process');
function enqueue() {} function dequeue() {}`;
  expect(refusal(source)).toBe('taken');
  expect(refusal(`import('fs'); ${DEQUEUE}`)).not.toBe('taken');
  expect(refusal(`import fs from 'fs'; ${DEQUEUE}`)).not.toBe('taken');
  const box = new ProgramSandbox(interpreter, () => {});
  box.load('globalThis.left = 1; function enqueue() {} function dequeue() {}', {});
  const other = new ProgramSandbox(interpreter, () => {});
  expect(() => other.load('left; function enqueue() {} function dequeue() {}', {})).toThrow("'left' is not defined");
});
