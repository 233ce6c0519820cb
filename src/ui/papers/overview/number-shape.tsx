/** The shape of a printed number, by judgement. */
import type { NumberJudgement } from '../../../papers/judge-paper.ts';
import { type NumberPoint, POINT_SIZE_PX, SCALE_END } from '../../../view/papers/overview-model.ts';

/** Okabe & Ito's vermilion, which is visible on white and on black. Shapes have the same meaning. */
export const JUDGEMENT_COLOURS: Readonly<Record<NumberJudgement, string>> = {
  within: 'currentColor',
  outside: '#D55E00',
  derived: 'currentColor',
  suspect: 'currentColor',
  missing: 'currentColor',
};

/** A distance on the scale of tolerances. */
export const formatDistance = (distance: number) => (distance < 0 ? `−${-distance}` : distance);

interface NumberShapeProps {
  readonly point: NumberPoint;
  /** Radius, px. */
  readonly radius?: number;
}

export function NumberShape({ point, radius = POINT_SIZE_PX.radius }: NumberShapeProps) {
  const { judgement, distance = 0, x, y } = point;
  const arrow = Math.sign(distance) * radius * 1.4;
  return (
    <g
      stroke={JUDGEMENT_COLOURS[judgement]}
      fill="none"
      opacity={judgement === 'derived' || judgement === 'missing' ? 0.45 : 1}
    >
      <JudgementShape judgement={judgement} x={x} y={y} radius={radius} />
      {Math.abs(distance) > SCALE_END && (
        <path d={`M${x + 1.2 * arrow},${y - 3.5}l${0.8 * arrow},3.5l${-0.8 * arrow},3.5`} strokeWidth={1.4} />
      )}
    </g>
  );
}

interface ShapeProps {
  readonly judgement: NumberJudgement;
  readonly x: number;
  readonly y: number;
  /** Radius, px. */
  readonly radius?: number;
}

export function JudgementShape({ judgement, x, y, radius = POINT_SIZE_PX.radius }: ShapeProps) {
  const fill = judgement === 'within' ? JUDGEMENT_COLOURS.within : 'none';
  return (
    <path
      d={shapePath(judgement, x, y, radius)}
      stroke={JUDGEMENT_COLOURS[judgement]}
      fill={fill}
      strokeWidth={radius * 0.44}
    />
  );
}

/** A shape for each judgement, so that no meaning depends on colour alone. */
function shapePath(judgement: NumberJudgement, x: number, y: number, r: number): string {
  const shapes: Readonly<Record<NumberJudgement, string>> = {
    within: `M${x - r},${y}a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0`,
    outside: `M${x - r},${y - r}l${2 * r},${2 * r}m0,${-2 * r}l${-2 * r},${2 * r}`,
    derived: `M${x},${y - r - 0.6}l${r + 0.6},${r + 0.6}l${-r - 0.6},${r + 0.6}l${-r - 0.6},${-r - 0.6}z`,
    suspect: `M${x},${y - r}l${r},${2 * r}h${-2 * r}z`,
    missing: `M${x - r},${y}h${2 * r}`,
  };
  return shapes[judgement];
}
