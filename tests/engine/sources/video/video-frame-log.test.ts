/** The log of frames against a model of whole frames. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  MAX_LISTED_VIDEO_FRAMES,
  MAX_LISTED_VIDEOS,
  VIDEO_FRAME_STRIDE,
  VideoFrameColumn,
  VideoFrameStatus,
} from '../../../../src/engine/frame/frame.ts';
import { GroupOfPictures } from '../../../../src/engine/sources/video/group-of-pictures.ts';
import { VideoFrameLog } from '../../../../src/engine/sources/video/video-frame-log.ts';

const PATTERN = 'IBBPBBPBB';
const group = new GroupOfPictures(PATTERN);

/** Frames of video 0, of two packets each, of which some lose their second. */
function logged(lost: readonly boolean[]) {
  const log = new VideoFrameLog(group);
  for (const [frame, gone] of lost.entries()) {
    log.add(0, frame, 2);
    log.countSent(0, frame);
    log.countDelivered(0, frame);
    log.countSent(0, frame);
    if (gone) log.countLost(0, frame);
    else log.countDelivered(0, frame);
  }
  const into = new Float64Array(MAX_LISTED_VIDEOS * MAX_LISTED_VIDEO_FRAMES * VIDEO_FRAME_STRIDE);
  const rows = log.writeVideoFrames(0, 7, lost.length - 1, into, 0);
  return Array.from({ length: rows }, (_, row) =>
    into.subarray(row * VIDEO_FRAME_STRIDE, (row + 1) * VIDEO_FRAME_STRIDE),
  );
}

const { whole, damaged, useless, underWay } = VideoFrameStatus;

test('a lost I frame makes its group useless, a lost P frame its two B frames', () => {
  const lost = Array.from({ length: 18 }, (_, frame) => frame === 0 || frame === 12);
  const rows = logged(lost);
  expect(rows.map((row) => row[VideoFrameColumn.status])).toEqual([
    ...[damaged, ...Array(8).fill(useless)],
    ...[whole, whole, whole, damaged, useless, useless, whole, whole, whole],
  ]);
  expect([...(rows[14] as Float64Array)]).toEqual([7, 14, 3, 12, 2, 2, 0, 2, useless]);
});

test('a frame counts as under way until all its packets have come', () => {
  const log = new VideoFrameLog(group);
  log.add(0, 0, 3);
  log.countSent(0, 0);
  log.countDelivered(0, 0);
  const into = new Float64Array(VIDEO_FRAME_STRIDE);
  expect(log.writeVideoFrames(0, 0, 0, into, 0)).toBe(1);
  expect([...into]).toEqual([0, 0, 1, 0, 3, 1, 0, 1, underWay]);
});

test('over any losses: the last 18 frames, as the model has them', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 70 }), (lost) => {
      const ruined = lost.map(() => false);
      const statuses = lost.map((gone, frame) => {
        const needed = group.neededBy(frame);
        const starved = needed !== frame && ruined[needed] === true;
        ruined[frame] = gone || starved;
        return starved ? useless : gone ? damaged : whole;
      });
      expect(logged(lost).map((row) => row[VideoFrameColumn.status])).toEqual(statuses.slice(-18));
    }),
    { numRuns: 2_000, seed: 9 },
  );
});

test('only a limited number of videos are followed', () => {
  const log = new VideoFrameLog(group);
  log.add(12, 0, 1);
  log.countLost(500, 3);
  expect(log.writeVideoFrames(12, 12, 0, new Float64Array(100), 4)).toBe(4);
});
