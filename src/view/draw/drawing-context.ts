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
}
