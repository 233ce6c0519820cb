/**
 * Messages between the page and the worker that reads files of measurements. The worker does one task after the other.
 */
import type { BesideSeries } from '../measurements/beside/beside-plots.ts';
import type { FittedFiles } from '../measurements/fit/fit-files.ts';
import type { GivenDirection, LoadDirection } from '../measurements/fit/link-fit.ts';
import type { MeasurementSummary } from '../measurements/measured-files.ts';

/** @typeParam F the type of the file: a browser's File */
export type MessageToMeasurements<F> =
  | {
      readonly type: 'read';
      readonly id: number;
      readonly name: string;
      readonly file: F;
      readonly keepsAddresses: boolean;
    }
  | { readonly type: 'remove'; readonly id: number }
  /** Fits all files. The answers of the user, by number of the file, say which way its transfer went. */
  | {
      readonly type: 'fit';
      readonly fitNumber: number;
      readonly givenDirections: Readonly<Record<number, GivenDirection>>;
    }
  | {
      readonly type: 'series';
      readonly direction: LoadDirection;
      /** As in `fit`. The answer is `series`: those of one direction. */
      readonly givenDirections: Readonly<Record<number, GivenDirection>>;
    };

/** The answers of the worker. `id` is the number of the file, as in `read`; `fitNumber` is that of `fit`. */
export type MessageFromMeasurements =
  | { readonly type: 'unpacked'; readonly id: number; readonly bytes: number }
  | { readonly type: 'read'; readonly id: number; readonly measurements: readonly MeasurementSummary[] }
  | { readonly type: 'failed'; readonly id: number; readonly message: string }
  | { readonly type: 'fitted'; readonly fitNumber: number; readonly fittedFiles: FittedFiles }
  | { readonly type: 'series'; readonly series: readonly BesideSeries[] };
