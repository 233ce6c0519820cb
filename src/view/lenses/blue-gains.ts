/** The gains of blue packets in ABE, and the rates that it estimates. */

import { CHOICE_STRIDE, ChoiceColumn } from '../../engine/contract/policy-tables.ts';
import { PacketFlag } from '../../engine/packets/packet.ts';
import { formatNumber, formatTick } from '../../shared/number-text.ts';
import { tableRows } from '../../shared/tables.ts';
import { packetGlyph, packetGlyphs } from '../draw/palette.ts';
import { drawBox, drawLine, drawText, middleOfPixel } from '../draw/pen.ts';
import { linearScale } from '../draw/scale.ts';
import { drawFittingText, SMALL_MUTED } from '../draw/shapes.ts';
import type { LensDrawing } from './lens-drawing.ts';
import { signalValue } from './lens-model.ts';

/** Height of the estimated rates below the bars, px. */
const ESTIMATES_HEIGHT_PX = 48;
/** Number of blue packets whose gain is shown. */
const MAX_GAINS = 24;

/** The edges of the gains, px. They reach to the foot of the lens. */
interface GainsBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

/** Draws the gains of the last blue packets: how much earlier each one left than it would leave a flat router. */
export function drawBlueGains(drawing: LensDrawing, { left, right, top }: GainsBox): void {
  const { height, theme, model } = drawing;
  const { choices } = model.frame;
  const glyphs = packetGlyphs(model.description.classes, theme.isDark);
  const lastGains = tableRows(choices, CHOICE_STRIDE)
    .filter((entry) => (entry(ChoiceColumn.flags) & PacketFlag.green) === 0)
    .slice(-MAX_GAINS)
    .map((entry) => ({
      ms: (entry(ChoiceColumn.deadlineNs) - entry(ChoiceColumn.timeNs)) / 1e6,
      glyph: packetGlyph(glyphs, entry(ChoiceColumn.classIndex), 0),
    }));
  const titles = ['Time from the start of blue to its deadline (ms)', 'Blue: start to deadline (ms)'];
  drawFittingText(drawing, titles, left, top + 8, right - left);
  const highestGainMs = Math.max(1, ...lastGains.map(({ ms }) => Math.abs(ms)));
  const isLate = lastGains.some(({ ms }) => ms < -1e-6);
  const y = linearScale(isLate ? -highestGainMs : 0, highestGainMs, height - ESTIMATES_HEIGHT_PX, top + 24);
  const from = left + 30;
  for (const tick of linearScale(isLate ? -highestGainMs : 0, highestGainMs, 0, 1).ticks(isLate ? 3 : 2)) {
    const lineY = middleOfPixel(y(tick));
    drawLine(drawing, [from, lineY, right, lineY], { ink: 'grid' });
    drawText(drawing, formatTick(tick), from - 5, lineY, { ink: 'muted', isSmall: true, align: 'right' });
  }
  const step = (right - from) / MAX_GAINS;
  for (const [index, { ms, glyph }] of lastGains.entries()) {
    const x = right - (lastGains.length - index) * step;
    const colour = ms < -1e-6 ? theme.text : glyph.colour;
    const [gainTop, gainPx] = [Math.min(y(0), y(ms)), Math.abs(y(ms) - y(0))];
    drawBox(drawing, x, gainTop, Math.max(1, step - 2), Math.max(1, gainPx), { colour });
  }
  const key = { ink: 'muted', isSmall: true, align: 'right' } as const;
  const meaning = ['a bar is a packet, newest right'];
  drawFittingText(drawing, meaning, right, height - ESTIMATES_HEIGHT_PX + 7, right - left, key);
  drawEstimates(drawing, left, right - left);
}

function drawEstimates(drawing: LensDrawing, left: number, width: number): void {
  const { height, model } = drawing;
  const formatRate = (id: string) => {
    const kbps = signalValue(model, id);
    return kbps > 0 ? formatNumber(kbps) : '–';
  };
  // Not what a flow gets: its own packets would change the loss and the wait.
  const heading = [
    'TCP formula, from the loss and wait of each colour (kbit/s):',
    'TCP formula, from loss and wait (kbit/s):',
    'TCP formula (kbit/s):',
  ];
  drawFittingText(drawing, heading, left, height - 24, width);
  const rates = `blue ${formatRate('blueRate')}, green ${formatRate('greenRate')}`;
  const text = `${rates}; bias g = ${formatNumber(signalValue(model, 'bias'))}`;
  drawFittingText(drawing, [text], left, height - 8, width, SMALL_MUTED);
}
