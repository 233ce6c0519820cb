/** The glyph of a class: its colour and its shape. */
import type { RunDescription } from '../../engine/frame/frame.ts';
import { drawingTheme } from '../../view/draw/drawing-theme.ts';
import { classGlyph } from '../../view/draw/palette.ts';

interface ClassDotProps {
  readonly description: RunDescription;
  readonly classIndex: number;
}

export function ClassDot({ description, classIndex }: ClassDotProps) {
  if (description.classes[classIndex] === undefined) return null;
  const { colour, edge, shape } = classGlyph(description.classes, classIndex, drawingTheme().isDark);
  return (
    <span
      className={`class-dot ${shape === 'bar' ? 'flat' : shape}`}
      style={{ background: colour, boxShadow: `inset 0 0 0 1px ${edge}` }}
      aria-hidden="true"
    />
  );
}
