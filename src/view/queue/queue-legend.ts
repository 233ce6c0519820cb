/** The legend of a narrow queue. */
import { range } from 'd3-array';
import type { Surface } from '../draw/canvas.ts';
import { drawPacket } from '../draw/packets.ts';
import { glyphAtQueue } from '../draw/palette.ts';
import { fontOf, type TextLook } from '../draw/pen.ts';
import { drawFittingText, textWidth } from '../draw/shapes.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
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
  drawing: ThemedContext & Surface,
  { description: { classes: allClasses } }: QueueModel,
  size = 8,
): void {
  const { context, theme } = drawing;
  // Only the classes whose packets cross this queue.
  const classes = allClasses.flatMap(({ label, crossing }, index) =>
    crossing === 'none' ? [] : { label, glyph: glyphAtQueue(allClasses, index, theme.isDark) },
  );
  const width = drawing.width - 4;
  const widthOf = (label: string, look: TextLook) =>
    GLYPH_SPACE_PX + textWidth(context, label, fontOf(look)) + ENTRY_GAP_PX;
  const fits = (entries: typeof classes, look: TextLook) =>
    entries.reduce((sum, { label }) => sum + widthOf(label, look), 2 - ENTRY_GAP_PX) <= width;
  const look: TextLook = { ink: 'muted', isSmall: !fits(classes, {}) };
  const lineCount = fits(classes, look) ? 1 : 2;
  const perLine = Math.ceil(classes.length / lineCount);
  const lines = range(lineCount).map((line) => classes.slice(line * perLine, (line + 1) * perLine));
  // If the names do not fit in two lines, each has an equal part of its line.
  const columnWidth = lines.every((entries) => fits(entries, look)) ? undefined : (width - 2) / perLine;
  const roomPx = columnWidth === undefined ? Number.POSITIVE_INFINITY : columnWidth - GLYPH_SPACE_PX - 4;
  for (const [line, entries] of lines.entries()) {
    const y = lineCount === 1 ? SINGLE_LINE_Y : FIRST_LINE_Y + line * LINE_HEIGHT_PX;
    let x = 2;
    for (const { label, glyph } of entries) {
      // On the screen, the glyph is before its word in both directions.
      const wordsPx = Math.min(roomPx, widthOf(label, look) - GLYPH_SPACE_PX - ENTRY_GAP_PX);
      const [glyphX, wordsX] = drawing.isMirrored ? [x + wordsPx + GLYPH_SPACE_PX - size, x] : [x, x + GLYPH_SPACE_PX];
      drawPacket(drawing, glyph, glyphX, y - size / 2, size);
      drawFittingText(drawing, [label], wordsX, y, roomPx, look);
      x += columnWidth ?? widthOf(label, look);
    }
  }
}
