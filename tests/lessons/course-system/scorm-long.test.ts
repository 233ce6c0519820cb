/**
 * A package for course systems: its manifest against the schemas of the standard, its launcher against a course system
 * of ours.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { courseProgress } from '../../../src/lessons/course-system/course-progress.ts';
import { formatScormManifest } from '../../../src/lessons/course-system/scorm.ts';
import { parseLesson } from '../../../src/lessons/format/parse-lesson.ts';

const folder = join(import.meta.dirname, '../../../public/scorm');
const schemas = readdirSync(folder)
  .filter((name) => name.endsWith('.xsd'))
  .map((fileName) => {
    const contents = readFileSync(join(folder, fileName), 'utf8');
    // This one of the standard's files makes the namespace of xml: its default one, which XML forbids and xmllint
    // refuses.
    return {
      fileName,
      contents: contents.replace(/(<xsd:schema )xmlns="http:\/\/www.w3.org\/XML\/1998\/namespace"/, '$1'),
    };
  });
const head = { id: 'a-lesson', title: 'A & B <queue>', summary: 'Why “it” fills.', minutes: 5, sources: [] };
const manifest = formatScormManifest(head, 'lessons/a-lesson.json', [
  'index.html',
  'assets/a b.js',
  'scorm/launch.html',
]);

/** By another program, which is handed the schemas one by one. */
async function faults(contents: string): Promise<readonly string[]> {
  // One schema that takes in the others: the manifest is of two namespaces.
  const all = `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema">
    <xsd:import namespace="http://www.imsproject.org/xsd/imscp_rootv1p1p2" schemaLocation="imscp_rootv1p1p2.xsd"/>
    <xsd:import namespace="http://www.adlnet.org/xsd/adlcp_rootv1p2" schemaLocation="adlcp_rootv1p2.xsd"/>
  </xsd:schema>`;
  const { errors } = await validateXML({
    xml: [{ fileName: 'imsmanifest.xml', contents }],
    schema: [{ fileName: 'all.xsd', contents: all }],
    preload: schemas,
  });
  return errors.map(({ message }) => message);
}

test('the manifest is valid by the schemas of the standard, and the schemas find errors', async () => {
  expect(await faults(manifest)).toEqual([]);
  expect(await faults(manifest.replace('adlcp:scormtype="sco"', 'adlcp:scormtype="page"'))).not.toEqual([]);
  expect(await faults(manifest.replace('<organization ', '<course '))).not.toEqual([]);
  expect(manifest).toContain('href="assets/a%20b.js"');
});

/** The launcher in a window of a course system that stores all its values. */
/** @param unreadable values that the system cannot give */
function launched(stored: Record<string, string>, withSystem = true, unreadable: readonly string[] = []) {
  const calls: string[] = [];
  let last = '0';
  const api = {
    LMSInitialize: () => 'true',
    LMSGetValue: (name: string) => {
      last = unreadable.includes(name) ? '101' : '0';
      return last === '0' ? (stored[name] ?? '') : '';
    },
    LMSSetValue: (name: string, value: string) => {
      // A data model's own rules: raw scores lie between 0 and 100, states are those of the standard.
      const allowed =
        name === 'cmi.core.lesson_status'
          ? /^(passed|completed|failed|incomplete|browsed)$/
          : name === 'cmi.core.session_time'
            ? /^\d{2,4}:\d\d:\d\d(\.\d{1,2})?$/
            : name === 'cmi.core.exit'
              ? /^(time-out|suspend|logout|)$/
              : name === 'cmi.suspend_data'
                ? /^.{0,4096}$/
                : /^(100|\d?\d)$/;
      last = allowed.test(value) ? '0' : '405';
      if (last === '0') stored[name] = value;
      calls.push(`${name}=${value}`);
      return String(last === '0');
    },
    LMSCommit: () => {
      last = '0';
      return 'true';
    },
    LMSFinish: () => calls.push('finish') > 0 && 'true',
    LMSGetLastError: () => last,
    LMSGetErrorString: () => 'Incorrect Data Type',
  };
  const frame = { src: '', contentWindow: {} };
  const said = { textContent: '' };
  const heard = new Map<string, (event: object) => void>();
  const window: Record<string, unknown> = { opener: null };
  window.parent = withSystem ? { API: api, parent: null } : window;
  runInNewContext(readFileSync(join(folder, 'launch.js'), 'utf8'), {
    window,
    URLSearchParams,
    Date,
    setTimeout,
    Number,
    String,
    Math,
    encodeURIComponent,
    document: { getElementById: (id: string) => (id === 'said' ? said : frame) },
    location: { origin: 'http://lms', search: '?lesson=lessons%2Fa-lesson.json' },
    addEventListener: (name: string, listener: (event: object) => void) => heard.set(name, listener),
  });
  const tell = (data: object, source: object = frame.contentWindow, origin = 'http://lms') =>
    heard.get('message')?.({ data, source, origin });
  return { stored, calls, frame, said, tell, window, leave: () => heard.get('pagehide')?.({}) };
}

const progress = (done: number, right: number) => ({
  type: 'bufferscope:lesson',
  lesson: 'a-lesson',
  steps: 4,
  judged: 3,
  done,
  right,
});

test('the launcher opens the lesson with the name that the course system knows', () => {
  const { frame, stored, said } = launched({
    'cmi.core.student_name': 'Okafor, Chidi',
    'cmi.core.lesson_status': 'not attempted',
  });
  expect(frame.src).toBe('../index.html#lesson=lessons%2Fa-lesson.json&student=Okafor%2C%20Chidi');
  expect(stored['cmi.core.lesson_status']).toBe('incomplete');
  expect(said.textContent).toBe('');
});

test('it reports score and completion, and a completed lesson stays completed', () => {
  const { tell, stored, leave, calls } = launched({});
  tell(progress(2, 1));
  expect(stored).toMatchObject({ 'cmi.core.score.raw': '33', 'cmi.core.lesson_status': 'incomplete' });
  tell(progress(4, 3));
  expect(stored).toMatchObject({ 'cmi.core.score.raw': '100', 'cmi.core.lesson_status': 'completed' });
  tell(progress(1, 2));
  expect(stored).toMatchObject({ 'cmi.core.score.raw': '100', 'cmi.core.lesson_status': 'completed' });
  leave();
  expect(stored['cmi.core.session_time']).toMatch(/^0000:00:\d\d\.00$/);
  expect(calls.at(-1)).toBe('finish');
});

test('it stores the answers, gives them to the lesson at the next visit, and asks the system to keep them', () => {
  const first = launched({});
  expect(first.window.bufferscopeVisit).toEqual({ lesson: 'a-lesson', student: '', text: '' });
  const text = 'aB_-'.repeat(1_024);
  first.tell({ type: 'bufferscope:answers', lesson: 'a-lesson', text });
  first.tell(progress(4, 3));
  first.leave();
  expect(first.stored).toMatchObject({ 'cmi.suspend_data': text, 'cmi.core.exit': 'suspend' });
  expect(launched(first.stored).window.bufferscopeVisit).toMatchObject({ text });
  expect(launched({}, false).window).not.toHaveProperty('bufferscopeVisit');
});

test('a lesson that is opened again in the same visit gets the newest answers', () => {
  const { window, tell } = launched({ 'cmi.suspend_data': 'old' });
  tell({ type: 'bufferscope:answers', lesson: 'a-lesson', text: 'new' });
  tell({ type: 'bufferscope:answers', lesson: 'another', text: 'other' });
  tell({ type: 'bufferscope:answers', lesson: 'a-lesson', text: 'a b' });
  expect(window.bufferscopeVisit).toMatchObject({ text: 'new' });
});

test('what the system cannot give is not overwritten, and it is said', () => {
  const before = { 'cmi.suspend_data': 'old', 'cmi.core.score.raw': '100', 'cmi.core.lesson_status': 'passed' };
  const { stored, window, tell, said } = launched({ ...before }, true, Object.keys(before));
  expect(window.bufferscopeVisit).toEqual({ lesson: 'a-lesson', student: '', text: undefined });
  expect(said.textContent).toMatch(/refused LMSGetValue\(cmi\.suspend_data\).*not stored in the course system/);
  tell({ type: 'bufferscope:answers', lesson: 'a-lesson', text: 'new' });
  tell(progress(2, 1));
  expect(stored).toMatchObject(before);
});

test('a score of an earlier visit is raised, never lowered', () => {
  const { tell, stored } = launched({ 'cmi.core.score.raw': '67' });
  tell(progress(1, 1));
  expect(stored['cmi.core.score.raw']).toBe('67');
  tell(progress(3, 3));
  expect(stored['cmi.core.score.raw']).toBe('100');
  const first = launched({});
  first.tell(progress(1, 0));
  expect(first.stored['cmi.core.score.raw']).toBe('0');
});

test('it accepts messages of its own lesson only, and reports refusals of the system', () => {
  const { tell, stored, said } = launched({});
  tell(progress(4, 3), {});
  tell(progress(4, 3), undefined, 'http://evil');
  tell({ ...progress(4, 3), done: '4' });
  tell({ type: 'other' });
  tell({ ...progress(4, 3), lesson: 'another' });
  for (const text of ['a b', 'a'.repeat(4_097), 5]) tell({ type: 'bufferscope:answers', lesson: 'a-lesson', text });
  tell({ type: 'bufferscope:answers', lesson: 'another', text: 'abc' });
  // Nothing of it was taken: no score either.
  expect(stored).toEqual({ 'cmi.core.lesson_status': 'incomplete' });
  tell(progress(2, 30));
  expect(said.textContent).toContain('LMSSetValue(cmi.core.score.raw): Incorrect Data Type');
});

test('without a course system the lesson opens and it is said that nothing is recorded', () => {
  const { said, frame } = launched({}, false);
  expect(said.textContent).toContain('No course system was found');
  expect(frame.src).toContain('#lesson=');
});

test('progress counts the steps that can be done', () => {
  const { lesson } = parseLesson(
    readFileSync(join(import.meta.dirname, '../../../public/lessons/why-a-queue-fills.json'), 'utf8'),
  );
  const steps = lesson?.steps ?? [];
  const judged = steps.flatMap((step, index) =>
    ['predict', 'measure', 'compare', 'challenge'].includes(step.kind) ? [index] : [],
  );
  const whole = new Set(steps.keys());
  expect(courseProgress('a', steps, whole, whole)).toEqual({
    type: 'bufferscope:lesson',
    lesson: 'a',
    steps: steps.length,
    done: steps.length,
    judged: judged.length,
    right: judged.length,
  });
  expect(courseProgress('a', [{ kind: 'broken', title: '' }], new Set([0]), new Set())).toMatchObject({
    steps: 0,
    done: 0,
  });
});
