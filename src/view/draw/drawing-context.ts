/** The part of a canvas's context that the views draw with. The recorder of SVG has the same part. */
export interface DrawingContext
  extends Pick<
    CanvasRenderingContext2D,
    | 'fillStyle'
    | 'strokeStyle'
    | 'lineWidth'
    | 'lineJoin'
    | 'globalAlpha'
    | 'font'
    | 'textAlign'
    | 'textBaseline'
    | 'imageSmoothingEnabled'
    | 'save'
    | 'restore'
    | 'translate'
    | 'rotate'
    | 'setLineDash'
    | 'beginPath'
    | 'closePath'
    | 'moveTo'
    | 'lineTo'
    | 'quadraticCurveTo'
    | 'rect'
    | 'roundRect'
    | 'arc'
    | 'fill'
    | 'stroke'
    | 'clip'
    | 'fillRect'
    | 'strokeRect'
    | 'clearRect'
    | 'setTransform'
    | 'fillText'
    | 'strokeText'
    | 'drawImage'
  > {
  measureText(text: string): Pick<TextMetrics, 'width'>;
  /**
   * Only of a drawing with left and right exchanged: the context without this, for words in several parts.
   * @param left left end of the words, px
   * @param widthPx of all words
   */
  unmirrored?(left: number, widthPx: number): { readonly context: DrawingContext; readonly left: number };
}
