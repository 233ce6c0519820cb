/** Before the first sweep: a schematic drawing of the result of a sweep of the load. */

/** The end of each axis, and the places of the knee and the cliff, px. */
const WIDE = 220;
const TALL = 96;
const KNEE = 90;
const CLIFF = 140;

const PANELS = [
  { name: 'throughput (Mb/s)', curve: `M0 ${TALL}L${KNEE - 12} 24Q${KNEE} 14 ${KNEE + 16} 14H${WIDE}` },
  {
    name: 'queueing delay (ms)',
    curve: `M0 ${TALL - 3}H${KNEE - 20}Q${KNEE + 14} ${TALL - 6} ${CLIFF - 6} 24Q${CLIFF} 18 ${WIDE} 16`,
  },
  { name: 'loss (%)', curve: `M0 ${TALL - 1}H${CLIFF}L${WIDE} 40` },
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
            <path d={`M${KNEE} 4V${TALL}M${CLIFF} 4V${TALL}`} className="places" />
            <path d={`M0 4V${TALL}H${WIDE + 20}m-5 -4l5 4l-5 4`} className="axis" />
            <path d={curve} className="curve" />
            <text x={KNEE} y={TALL + 15} textAnchor="middle">
              knee
            </text>
            <text x={CLIFF} y={TALL + 15} textAnchor="middle">
              cliff
            </text>
            <text x={WIDE + 20} y={TALL + 15} textAnchor="end">
              load
            </text>
          </svg>
        ))}
      </div>
    </figure>
  );
}
