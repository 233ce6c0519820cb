/** The mark of a value, which differs between the lines of a figure. */

const MARK_RADIUS_PX = 3.2;

interface PointSignProps {
  readonly styleIndex: number;
  readonly x: number;
  readonly y: number;
}

/** Each paradigm has its own mark. */
export function PointSign({ styleIndex, x, y }: PointSignProps) {
  const shapes = [
    `M${x - MARK_RADIUS_PX},${y}a${MARK_RADIUS_PX},${MARK_RADIUS_PX} 0 1,0 ${2 * MARK_RADIUS_PX},0a${MARK_RADIUS_PX},${MARK_RADIUS_PX} 0 1,0 ${-2 * MARK_RADIUS_PX},0`,
    `M${x - MARK_RADIUS_PX},${y - MARK_RADIUS_PX}h${2 * MARK_RADIUS_PX}v${2 * MARK_RADIUS_PX}h${-2 * MARK_RADIUS_PX}z`,
    `M${x},${y - MARK_RADIUS_PX - 1}l${MARK_RADIUS_PX + 1},${2 * MARK_RADIUS_PX + 1}h${-2 * MARK_RADIUS_PX - 2}z`,
    `M${x},${y - MARK_RADIUS_PX - 1}l${MARK_RADIUS_PX + 1},${MARK_RADIUS_PX + 1}l${-MARK_RADIUS_PX - 1},${MARK_RADIUS_PX + 1}l${-MARK_RADIUS_PX - 1},${-MARK_RADIUS_PX - 1}z`,
    // Hollow. A cross would mean a failed claim, or a loss.
    `M${x - MARK_RADIUS_PX - 1},${y - MARK_RADIUS_PX}h${2 * MARK_RADIUS_PX + 2}l${-MARK_RADIUS_PX - 1},${2 * MARK_RADIUS_PX + 1}z`,
  ];
  return <path d={shapes[styleIndex % shapes.length]} fill={styleIndex === 4 ? 'none' : 'currentColor'} />;
}
