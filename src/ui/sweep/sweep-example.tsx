/** Before the first sweep: a schematic drawing of the result of a sweep of the load. */

/** The end of each axis, and the places of the knee and the cliff, px. */
const PANEL_WIDTH = 220;
const PANEL_HEIGHT = 96;
const KNEE_X = 90;
const CLIFF_X = 140;

const PANELS = [
  {
    name: 'throughput (Mb/s)',
    curve: `M0 ${PANEL_HEIGHT}L${KNEE_X - 12} 24Q${KNEE_X} 14 ${KNEE_X + 16} 14H${PANEL_WIDTH}`,
  },
  {
    name: 'queueing delay (ms)',
    curve: `M0 ${PANEL_HEIGHT - 3}H${KNEE_X - 20}Q${KNEE_X + 14} ${PANEL_HEIGHT - 6} ${CLIFF_X - 6} 24Q${CLIFF_X} 18 ${PANEL_WIDTH} 16`,
  },
  { name: 'loss (%)', curve: `M0 ${PANEL_HEIGHT - 1}H${CLIFF_X}L${PANEL_WIDTH} 40` },
] as const;

export function SweepExample() {
  return (
    <figure className="sweep-example">
      <figcaption className="muted">
        Example, not measured: throughput stops growing at the knee, where the delay begins to grow. Loss begins at the
        cliff.
      </figcaption>
      <div>
        {PANELS.map(({ name, curve }) => (
          <svg key={name} viewBox="-2 -16 250 132" aria-hidden="true">
            <text x={0} y={-4}>
              {name}
            </text>
            <path d={`M${KNEE_X} 4V${PANEL_HEIGHT}M${CLIFF_X} 4V${PANEL_HEIGHT}`} className="places" />
            <path d={`M0 4V${PANEL_HEIGHT}H${PANEL_WIDTH + 20}m-5 -4l5 4l-5 4`} />
            <path d={curve} className="curve" />
            <text x={KNEE_X} y={PANEL_HEIGHT + 15} textAnchor="middle">
              knee
            </text>
            <text x={CLIFF_X} y={PANEL_HEIGHT + 15} textAnchor="middle">
              cliff
            </text>
            <text x={PANEL_WIDTH + 20} y={PANEL_HEIGHT + 15} textAnchor="end">
              load
            </text>
          </svg>
        ))}
      </div>
    </figure>
  );
}
