/** The legend of a narrow queue. */
import { ANSWER_GLYPH_VARIANT } from '../../engine/packets/packet.ts';
import type { Surface } from '../draw/canvas.ts';
import { drawFittingText, textWidth } from '../draw/labels.ts';
import { drawPacket } from '../draw/packets.ts';
import {
  classGlyph,
  DRAWING_FONT,
  type DrawingTheme,
  packetGlyph,
  packetGlyphs,
  SMALL_DRAWING_FONT,
} from '../draw/palette.ts';
import type { QueueModel } from './queue-model.ts';

/** Middle of a single line and of the first of two lines, px: clear of the figures over them. */
const SINGLE_LINE_Y = 10;
const FIRST_LINE_Y = 7;
/** Height of a line of small letters, px. */
const LINE_HEIGHT_PX = 11;
/** Space of a glyph, and between two classes, px. */
const GLYPH_SPACE_PX = 13;
const ENTRY_GAP_PX = 7;

/**
 * Draws all classes, in small letters and in two lines where this is necessary.
 * @param size of the glyphs, px
 */
export function drawQueueLegend(
  { context, width: canvasWidth }: Surface,
  theme: DrawingTheme,
  { description: { classes: allClasses } }: QueueModel,
  size = 8,
): void {
  // Only the classes whose packets cross this queue.
  const classes = allClasses.flatMap(({ label, crossing }, index) =>
    crossing === 'none'
      ? []
      : {
          label,
          glyph:
            crossing === 'answers'
              ? packetGlyph(packetGlyphs(allClasses, theme.isDark), index, ANSWER_GLYPH_VARIANT)
              : classGlyph(allClasses, index, theme.isDark),
        },
  );
  const widthOf = (label: string) => GLYPH_SPACE_PX + textWidth(context, label) + ENTRY_GAP_PX;
  const neededWidth = () => classes.reduce((sum, { label }) => sum + widthOf(label), 2 - ENTRY_GAP_PX);
  const width = canvasWidth - 4;
  if (neededWidth() > width) context.font = SMALL_DRAWING_FONT;
  context.textAlign = 'left';
  const lines = neededWidth() > width ? 2 : 1;
  const perLine = Math.ceil(classes.length / lines);
  // If the names do not fit in two lines, each has an equal part of its line.
  const columnWidth = lines === 1 || fitsInTwoLines(perLine) ? undefined : (width - 2) / perLine;
  let x = 2;
  for (const [index, { label, glyph }] of classes.entries()) {
    const line = Math.floor(index / perLine);
    if (index % perLine === 0) x = 2;
    const y = lines === 1 ? SINGLE_LINE_Y : FIRST_LINE_Y + line * LINE_HEIGHT_PX;
    drawPacket(context, glyph, x, y - size / 2, size);
    context.fillStyle = theme.muted;
    drawFittingText(
      context,
      label,
      x + GLYPH_SPACE_PX,
      y,
      columnWidth === undefined ? Number.POSITIVE_INFINITY : columnWidth - GLYPH_SPACE_PX - 4,
    );
    x += columnWidth ?? widthOf(label);
  }
  context.font = DRAWING_FONT;

  function fitsInTwoLines(firstLineCount: number): boolean {
    let [first, second] = [2 - ENTRY_GAP_PX, 2 - ENTRY_GAP_PX];
    for (const [index, { label }] of classes.entries())
      if (index < firstLineCount) first += widthOf(label);
      else second += widthOf(label);
    return Math.max(first, second) <= width;
  }
}
