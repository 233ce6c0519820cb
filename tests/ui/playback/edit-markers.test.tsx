/** Changes during the run as markers with names. */
import { expect, test } from 'vitest';
import { EditMarkers } from '../../../src/ui/playback/edit-markers.tsx';
import { editorOf, HASH, opened, seek } from '../../app/opened-page.ts';
import { render } from '../rendered.tsx';

test('each change during the run is a marker with its time, its lane, its name and its value', () => {
  const page = opened(`${HASH}&lanes=droptail,red`);
  seek(page, 2);
  editorOf(page).setValue('link.rateBps', 5e6);
  seek(page, 2.5);
  editorOf(page).setValue('lanes.1.minThreshold', 3);
  const markers = render(<EditMarkers />, page).all('button');
  expect(markers.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^Change at 2 s: .* 5 Mb\/s$/),
    expect.stringMatching(/^Change at 2\.5 s: B .* 3 packets$/),
  ]);
  expect(markers.some(({ on }) => on)).toBe(false);
});
