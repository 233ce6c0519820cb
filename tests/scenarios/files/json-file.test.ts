/** Faults of JSON: their place and what is expected, beside the parser of the platform. */
import { expect, test } from 'vitest';
import { RandomStream } from '../../../src/engine/numbers/random.ts';
import { parseScenarioFile } from '../../../src/scenarios/files/file.ts';
import { jsonFault } from '../../../src/scenarios/files/json-file.ts';

test.each([
  ['{\n  "link": {"rateBps": 1e6,}\n}', 2, 27, '}', 'a name in double quotes'],
  ['{"a": 1\n "b": 2}', 2, 2, '"b": 2}', 'a comma, or } at the end of the object'],
  ["{'a': 1}", 1, 2, "'a': 1}", 'a name in double quotes, or } at the end of the object'],
  ['{"a" 1}', 1, 6, '1}', 'a : behind the name'],
  ['{"a": [1, 2}', 1, 12, '}', 'a comma, or ] at the end of the list'],
  ['{"a": [1, ]}', 1, 11, ']}', 'a value: a number, a text in double quotes, true, false, null, { or ['],
  ['{"a": 1', 1, 8, 'the end of the file', 'a comma, or } at the end of the object'],
  ['{} // mine', 1, 4, '// mine', 'nothing more'],
  ['', 1, 1, 'the end of the file', 'a value: a number, a text in double quotes, true, false, null, { or ['],
])('%s', (text, line, column, found, expected) => {
  expect(jsonFault(text)).toEqual({ line, column, foundText: found, expectedText: expected });
});

test('it finds a fault in each text that the parser refuses, and in no other', () => {
  const random = new RandomStream(1, 'faults');
  const whole = '{"a": [1, -2.5e3, {"b": "x\\n\\u00e9"}], "c": null, "d": {"e": []}, "f": true}';
  const isJson = (text: string) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  let refused = 0;
  for (let run = 0; run < 3000; run++) {
    const at = random.integer(whole.length);
    const extra = ['', '{', '}', '[', ']', ',', ':', '"', '0', 'n', '\n'][random.integer(11)];
    const text = whole.slice(0, at) + extra + whole.slice(at + random.integer(3));
    if (!isJson(text)) refused++;
    expect(jsonFault(text) === undefined, text).toBe(isJson(text));
  }
  expect(refused).toBeGreaterThan(1000);
});

test('a scenario file says the place, and the result of a run is named with the command that gives it', () => {
  expect(parseScenarioFile('{"a": 1,}').problems).toEqual([
    { path: 'file', given: 'line 1, column 9: }', allowed: 'a name in double quotes' },
  ]);
  const result = { scenario: 'opening', seed: 3, lanes: [{ policy: 'red' }, { policy: 'pie' }], digest: 'ab' };
  const { problems } = parseScenarioFile(JSON.stringify(result));
  expect(problems).toHaveLength(1);
  expect(problems[0]?.allowed).toBe('a scenario; run it again: sim run opening --seed 3 --policy red --policy pie');
});
