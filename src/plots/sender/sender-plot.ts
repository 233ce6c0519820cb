/** A plot of one sender over time as one record. Its choice, drawing, table, pictures and files are made of it. */
import type { Frame, RunDescription } from '../../engine/frame/frame.ts';
import type { SenderEvent } from '../../engine/frame/sender-columns.ts';
import type { PlotTexts } from '../plot-texts.ts';

/** One line of a plot of a sender. */
export interface SenderSeries {
  readonly name: string;
  readonly column: number;
  /** Divisor of the recorded value. */
  readonly unit: number;
  /** The axis always includes a line that is not thin. */
  readonly stroke: 'main' | 'second' | 'samples' | 'dots' | 'thin';
  /** The event without which the line has no effect: the axis includes it only where the event happens. */
  readonly onlyWith?: SenderEvent;
}

/** A plot of one sender over time. */
export interface SenderPlot extends PlotTexts {
  /** Its unit for a sender that numbers packets, and never sends a number again: QUIC. */
  readonly packetUnit?: string;
  /** The most important line is first. Without lines, it shows each segment and acknowledgement. */
  readonly series: readonly SenderSeries[];
  /** A value to compare the lines with, in its unit. */
  reference?(description: RunDescription, frame: Frame): { readonly name: string; readonly value: number } | undefined;
  /** One loss is named, with what it does to the line. */
  readonly namesReduction?: boolean;
  /** The words in place of lines without a value. */
  readonly noValues?: string;
}

/** @param kind of the sender's class: QUIC has packets, TCP has segments */
export const unitOfSender = ({ unit, packetUnit = unit }: SenderPlot, kind: string | undefined): string =>
  kind === 'quic' ? packetUnit : unit;

/** Whether it is a time-sequence diagram, which has segments in place of lines. */
export const isSequence = ({ series }: SenderPlot): boolean => series.length === 0;
