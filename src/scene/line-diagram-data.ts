/** A diagram of lines over an axis of numbers, as data. */

/** A point of a line, drawn from a `Source`. */
export interface DiagramPoint<Source = unknown> {
  readonly x: number;
  readonly y: number;
  /** 95 % interval, where there is one. */
  readonly low?: number;
  readonly high?: number;
  readonly source?: Source;
}

/** A line of a diagram. `Source` is what each point was made of. */
export interface DiagramLine<Source = unknown> {
  /** Id of a policy. */
  readonly policy: string;
  /** Set if several lines belong to one policy. */
  readonly name?: string;
  /** The letter of its lane, which is drawn as a badge. */
  readonly letter?: string;
  /** Determines its dash and its sign. */
  readonly styleIndex: number;
  /** Earlier results, drawn behind the others. */
  readonly isFaint?: boolean;
  readonly points: readonly DiagramPoint<Source>[];
}

/** A diagram of lines with its axes. */
export interface LineDiagramData<Source = unknown> {
  readonly id: string;
  /** Empty if it is shown elsewhere. */
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  /** Natural end of the quantity. */
  readonly maxY?: number;
  /** The axis is logarithmic. */
  readonly isLogarithmic?: boolean;
  /** The axes end at the values, not at zero. */
  readonly startsAtData?: boolean;
  /** Horizontal lines: bounds for the values. */
  readonly targets?: readonly { readonly y: number; readonly label: string }[];
  /** Vertical lines, e.g. the value of the run on the page. */
  readonly verticalLines?: readonly { readonly x: number; readonly label: string; readonly isDashed: boolean }[];
  readonly lines: readonly DiagramLine<Source>[];
}
