// A user's own congestion control: as Reno, but a loss cuts the window by a tenth, not by half.
import { Reno, registerCongestionControl, simulate } from 'bufferscope';

class Stubborn extends Reno {
  onLoss(flight) {
    return 0.9 * flight;
  }
}

registerCongestionControl({
  id: 'stubborn',
  label: 'Stubborn',
  codepoint: 'ect0',
  create: (connection) => new Stubborn(connection),
});

const run = simulate('cubic-reno-long', 'droptail', {
  settings: { 'sources.cubic.congestion': 'stubborn' },
  durationSeconds: 60,
  warmupSeconds: 10,
});
const [{ classes }] = (await run.summary()).lanes;
const names = { cubic: 'stubborn', reno: 'Reno' };
for (const { class: name, throughputBps } of classes)
  console.log(`${names[name] ?? name}: ${(throughputBps / 1e6).toFixed(2)} Mb/s`);
