/** The buttons of the playback: which can be pressed, and their names. */
import { expect, test } from 'vitest';
import { PlaybackBar } from '../../../src/ui/playback/playback-bar.tsx';
import { editorOf, HASH, opened, seek } from '../../app/opened-page.ts';
import { render } from '../rendered.tsx';

const bar = (page = opened()) => render(<PlaybackBar />, page);

test('a run that rests can be played, and stepped by time or by the events of each lane', () => {
  const screen = bar(opened(`${HASH}&lanes=droptail,red`));
  expect(screen.get('region', 'Time').text).not.toBe('');
  expect(screen.get('button', 'Play').disabled).toBe(false);
  expect(screen.get('button', 'One step forward').disabled).toBe(false);
  const steps = screen.names('option');
  expect(steps[0]).toBe('time');
  expect(steps).toContain('drop in A');
  expect(steps).toContain('mark in B');
  expect(screen.get('combobox', 'step by').value).toBe('time');
});

test('a run that plays can be paused', () => {
  const page = opened();
  page.session.play();
  expect(bar(page).names('button')).toContain('Pause');
});

test('at its end it can be played again, and not stepped forward', () => {
  const page = opened();
  seek(page, 4);
  const screen = bar(page);
  expect(screen.get('button', 'Play again').disabled).toBe(false);
  expect(screen.get('button', 'One step forward').disabled).toBe(true);
});

test('the speed is read in words', () => {
  const page = opened();
  page.session.setSpeed(0.1);
  expect(bar(page).get('slider', 'Speed').value).toBe('1 : 10 slow motion');
});

test('undo and redo name what they would do, and are off without it', () => {
  const page = opened();
  expect([bar(page).get('button', 'Undo').disabled, bar(page).get('button', 'Redo').disabled]).toEqual([true, true]);
  editorOf(page).setValue('link.rateBps', 5e6);
  expect(bar(page).get('button', /^Undo: set /).disabled).toBe(false);
  page.runs.undo();
  expect(bar(page).get('button', 'Undo').disabled).toBe(true);
  expect(bar(page).get('button', /^Redo: set /).disabled).toBe(false);
});
