/** Archives of a class, with entries that are too large, damaged or too many. */
import { strToU8, type Zippable, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { isNoise, ZipReader } from '../../../src/lessons/class/zip-reader.ts';

function read(archive: Uint8Array, maxEntryBytes = 1_000) {
  const entries: Record<string, string> = {};
  const refused: Record<string, string> = {};
  const reader = new ZipReader(maxEntryBytes, {
    onEntry: (name, bytes) => {
      entries[name] = new TextDecoder().decode(bytes);
    },
    onRefused: (name, reason) => {
      refused[name] = reason;
    },
  });
  let problem = '';
  try {
    reader.push(archive);
    reader.end();
  } catch (error) {
    problem = (error as Error).message;
  }
  return { entries, refused, problem };
}

const zip = (files: Zippable) => zipSync(files);
const noise = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 7_919 + (index >> 3)) % 251);

test('entries are read, packed or stored, and those of systems are left out', () => {
  const archive = zip({
    'class/ada.json': strToU8('{"a": 1}'),
    'class/bob.json': [strToU8('stored'), { level: 0 }],
    '__MACOSX/._ada.json': strToU8('x'),
    '.DS_Store': strToU8('x'),
  });
  expect(read(archive)).toEqual({
    entries: { 'class/ada.json': '{"a": 1}', 'class/bob.json': 'stored' },
    refused: {},
    problem: '',
  });
  expect(isNoise('class/')).toBe(true);
});

test('an entry that is too large is refused by its stated size and by its bytes; the next one is read', () => {
  const archive = zip({ 'a.json': noise(5_000), 'b.json': strToU8('b') });
  expect(read(archive)).toMatchObject({
    entries: { 'b.json': 'b' },
    refused: { 'a.json': 'it is larger than 1000 bytes' },
  });
  // The same entry states that it unpacks to 10 bytes.
  const lying = archive.slice();
  new DataView(lying.buffer).setUint32(22, 10, true);
  expect(read(lying).refused['a.json']).toBe('it is larger than 1000 bytes');
  const bomb = zip({ 'bomb.json': new Uint8Array(900_000), 'b.json': strToU8('b') });
  expect(read(bomb, 1e6)).toMatchObject({
    entries: { 'b.json': 'b' },
    refused: { 'bomb.json': 'it unpacks to more than 200 times its size' },
  });
});

test('a file that is no archive, a cut one and one with too many entries are named', () => {
  expect(read(strToU8('nothing')).problem).toBe('it is not a ZIP archive, or it is empty');
  const cut = zip({ 'a.json': noise(900) }).slice(0, 300);
  expect(Object.keys(read(cut).refused)).toEqual(['a.json']);
  const many = Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`${index}`, new Uint8Array()]));
  expect(read(zipSync(many, { level: 0 })).problem).toBe('it has more than 5000 entries');
});
