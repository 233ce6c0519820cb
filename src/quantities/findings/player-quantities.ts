/** The quantities of a video player. */
import { SeriesClassColumn, seriesClassColumn } from '../../engine/frame/frame.ts';
import type { StartedLaneData } from '../../engine/frame/lane-data.ts';
import { countedSamples, type FindingQuantity, meanOverSamples } from './finding-quantity.ts';

/** As in the plots of video players: the mean of a column over the sample windows since the warm-up. */
function playerMean(index: number, column: number): Pick<FindingQuantity, 'value' | 'sample'> {
  const sample = ({ series }: StartedLaneData, row: number) => series.at(row, seriesClassColumn(index, column));
  return {
    value: (lane) => {
      const { first, end } = countedSamples(lane);
      return meanOverSamples(first, end, (row) => sample(lane, row));
    },
    sample,
  };
}

/** @param equalShareKbps the equal share of a player among the long flows; undefined without one */
export function playerBitrateQuantity(
  label: string,
  index: number,
  equalShareKbps: number | undefined,
): FindingQuantity {
  return {
    id: `bitrate ${index}`,
    name: `${label} bitrate`,
    isAnswer: true,
    yardstick: equalShareKbps === undefined ? undefined : { name: 'equal share', value: equalShareKbps },
    term: 'bitrate',
    unit: 'kbit/s',
    lowerHigher: ['lower', 'higher'],
    better: 'higher',
    isRatio: true,
    ...playerMean(index, SeriesClassColumn.bitrateKbps),
  };
}

/** Mean playing time in the buffers of the players of a class, s. */
export function playerBufferQuantity(label: string, index: number): FindingQuantity {
  return {
    id: `buffer ${index}`,
    name: `${label} buffer`,
    term: 'bitrate',
    unit: 's',
    lowerHigher: ['shorter', 'longer'],
    isRatio: false,
    ...playerMean(index, SeriesClassColumn.bufferSeconds),
  };
}

/**
 * The changes of the bitrate that a player plays, since the warm-up. A stall between two equal bitrates is no change.
 */
export function bitrateChangesQuantity(index: number): FindingQuantity {
  const bitrate = ({ series }: StartedLaneData, row: number) =>
    series.at(row, seriesClassColumn(index, SeriesClassColumn.bitrateKbps));
  const sample = (lane: StartedLaneData, row: number): number => {
    const presentBitrate = bitrate(lane, row);
    let previousRow = row - 1;
    while (previousRow >= 0 && bitrate(lane, previousRow) === 0) previousRow--;
    return presentBitrate > 0 && previousRow >= 0 && bitrate(lane, previousRow) !== presentBitrate ? 1 : 0;
  };
  return {
    id: `changes ${index}`,
    name: 'bitrate changes',
    term: 'bitrate',
    unit: '',
    lowerHigher: ['fewer', 'more'],
    isRatio: false,
    isCount: true,
    value: (lane) => {
      const { first, end } = countedSamples(lane);
      let changeCount = 0;
      for (let row = first; row < end; row++) changeCount += sample(lane, row);
      return changeCount;
    },
    sample,
  };
}
