/**
 * A run as a Jupyter notebook, which holds its data and draws its plots with pandas and matplotlib.
 * Source of the format: nbformat 4.5, https://nbformat.readthedocs.io/en/latest/format_description.html
 */
import { strToU8, zlibSync } from 'fflate';
import { momentPlots } from '../plots/all-plots.ts';
import type { PlotTexts } from '../plots/plot-texts.ts';
import { isSequence, type SenderPlot } from '../plots/sender/sender-plot.ts';
import { required } from '../shared/required.ts';
import { DROP_CURVE } from './drop-curve.ts';
import { type RunExport, runDocument } from './run-json.ts';
import { senderPlotsInFiles, tabledLines } from './sender-plot-panels.ts';

/** Every host has it, but our types do not declare it: this code runs in Node and in workers. */
declare function btoa(text: string): string;

/** Bytes per piece of text, a multiple of 3, so that the parts of base64 join without padding. */
const BLOCK_BYTES = 3 * 8_192;
/** Characters in a line of a cell. */
const LINE_CHARACTERS = 100;

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += BLOCK_BYTES)
    text += btoa(String.fromCharCode(...bytes.subarray(index, index + BLOCK_BYTES)));
  return text;
}

/** Lines of a cell; all except the last have a line end. */
function splitLines(text: string): string[] {
  return text.split('\n').map((line, index, lines) => (index < lines.length - 1 ? `${line}\n` : line));
}

const markdownCell = (id: string, text: string) => ({
  cell_type: 'markdown',
  id,
  metadata: {},
  source: splitLines(text),
});

const codeCell = (id: string, text: string, metadata: object = {}) => ({
  cell_type: 'code',
  id,
  metadata,
  execution_count: null,
  outputs: [],
  source: splitLines(text),
});

/** Escapes a foreign text for Markdown. */
const escapeMarkdown = (text: string) => text.replace(/[\\`*_{}[\]<>()#|~!$]/g, (sign) => `\\${sign}`);

const READ_CODE = `import base64, json, zlib

run = json.loads(zlib.decompress(base64.b64decode(DATA)))
print(run['title'], '- seed', run['seed'], '- digest', run['digest'])`;

const TABLE_CODE = `# One row for each sample window and lane: docs/TABLES.md of the program describes the columns.
names = [column['name'] for column in run['columns']]
series = pd.concat(
    [pd.DataFrame(lane['rows'], columns=names, dtype=float).assign(lane=lane['lane'], policy=lane['policy']) for lane in run['lanes']],
    ignore_index=True,
)
units = {column['name']: column['unit'] for column in run['columns']}
series.head()`;

const FIGURES_CODE = `import pandas as pd

# The figures after the warm-up, a column for each lane.
figures = pd.DataFrame(
    {f"{lane['lane']} {lane['name']}": {name: value for name, value in lane['figures'].items() if isinstance(value, (int, float))} for lane in run['lanes']}
)
figures`;

const DRAW_CODE = `import matplotlib.pyplot as plt

times = {lane['lane']: [row[0] for row in lane['rows']] for lane in run['lanes']}
lane_names = {lane['lane']: lane['name'] for lane in run['lanes']}
colours = {lane: f'C{at}' for at, lane in enumerate(times)}
origin = f"{run['title']}. Seed {run['seed']}. {run['program']}" + (f"\\n{run['link'][:160]}" if 'link' in run else '')

def numbers(values):
    return [float('nan') if value is None else value for value in values]

def draw(plot):
    rows = list(dict.fromkeys(line['row'] for line in plot['lines']))
    figure, axes = plt.subplots(len(rows), 1, sharex=True, squeeze=False, figsize=(9, 1.2 + 2 * len(rows)), layout='constrained')
    for row, axis in zip(rows, axes[:, 0]):
        lines = [line for line in plot['lines'] if line['row'] == row]
        # The first line of a lane is the quantity itself. The others are values of its policy.
        main = {line['lane']: line['name'] for line in reversed(lines)}
        for line in lines:
            lane, time = line['lane'], times[line['lane']]
            label = f"{lane} {lane_names[lane]}" + ('' if line['name'] == main[lane] else f", {line['name']}")
            style = '-' if line['name'] == main[lane] else '--'
            axis.plot(time, numbers(line['values']), style, color=colours[lane], linewidth=1.2, label=label)
            if 'upper' in line:
                axis.fill_between(time, numbers(line['values']), numbers(line['upper']), color=colours[lane], alpha=0.15, linewidth=0)
        if axis is axes[0, 0]:
            for one in (one for one in run.get('measured', []) if one['plot'] == plot['id'] or (one['plot'], plot['id']) == ('lost-probes', 'drops')):
                axis.plot(one['timesSeconds'], one['values'], color='0.6', linewidth=1.2, label='measured', zorder=1)
        axis.axvline(run['warmupSeconds'], color='0.8', linewidth=1)
        axis.set_ylabel((row + '\\n' if row else '') + plot['unit'])
    # Each value from the time on at which all lanes that have it have it.
    starts = {}
    for one in plot['references']:
        key = (one['symbol'], one['value'])
        starts[key] = max(starts.get(key, 0), one.get('fromSeconds', 0))
    left, right = axes[0, 0].get_xlim()
    for axis in axes[:, 0]:
        top = axis.get_ylim()[1]
        for (symbol, value), start in starts.items():
            if value <= 1.6 * top:
                axis.hlines(value, start or left, right, color='0.5', linestyle=':', linewidth=1)
                axis.annotate(symbol, (1, value), xycoords=('axes fraction', 'data'), color='0.4')
    axes[0, 0].set_xlim(left, right)
    axes[0, 0].legend(loc='lower right', bbox_to_anchor=(1, 1), ncols=4, frameon=False, fontsize='small')
    axes[0, 0].set_title(f"{plot['title']} ({plot['unit']})", loc='left')
    axes[-1, 0].set_xlabel('simulated time (s)')
    figure.supxlabel(origin, fontsize=7, color='0.4', parse_math=False)
    return figure`;

const DRAW_MOMENT_CODE = `# Plots of one moment: a row for each class. The thick line is the minimum of a VC, and the thin line is a fair share.
def draw_moment(plot, form):
    table = pd.DataFrame(plot['rows'])
    classes = list(dict.fromkeys(table['class']))
    figure, axes = plt.subplots(len(classes), 1, sharex=True, squeeze=False, figsize=(9, 1.2 + (2 if form == 'curve' else 1.2) * len(classes)), layout='constrained')
    for name, axis in zip(classes, axes[:, 0]):
        for place, lane in enumerate(times):
            rows = table[(table['class'] == name) & (table['lane'] == lane)]
            label = f'{lane} {lane_names[lane]}'
            if form == 'curve':
                axis.plot(rows['value'], rows['at'], color=colours[lane], label=label)
            elif form == 'dot':
                axis.plot(rows['value'], [-place] * len(rows), 'o', fillstyle='none', color=colours[lane], label=label)
            else:
                axis.barh(-place, rows['value'], color=colours[lane], label=label)
                for field, thickness in (('minimum', 4), ('fairShare', 1)):
                    if field in rows:
                        axis.plot(rows[field], [-place] * len(rows), '|', color='black', markersize=20, markeredgewidth=thickness)
        axis.set_ylabel(name + ('\\n' + plot['unit'] if form == 'curve' else ''))
        if form != 'curve':
            axis.set_yticks([])
    axes[0, 0].legend(loc='lower right', bbox_to_anchor=(1, 1), ncols=4, frameon=False, fontsize='small')
    axes[0, 0].set_title(f"{plot['title']} ({plot['unit']})", loc='left')
    axes[-1, 0].set_xlabel('ms' if form == 'curve' else plot['unit'])
    figure.supxlabel(origin, fontsize=7, color='0.4', parse_math=False)
    return figure`;

const DRAW_CURVES_CODE = `# The rule of each lane that has one: its curve, and its state at the end of each sample window.
def draw_curves(title):
    curves = run['curves']
    figure, axes = plt.subplots(len(curves), 1, squeeze=False, figsize=(9, 1.2 + 2.2 * len(curves)), layout='constrained')
    for one, axis in zip(curves, axes[:, 0]):
        axis.plot([value for value, _ in one['states']], [chance for _, chance in one['states']], 'o', markersize=3, fillstyle='none', color=colours[one['lane']])
        axis.plot([value for value, _ in one['curve']], [chance for _, chance in one['curve']], color='0.2', linewidth=1.2)
        axis.set_ylim(0, one['top'])
        for place in one['thresholds']:
            axis.axvline(place['value'], color='0.5', linestyle=':', linewidth=1)
            axis.annotate(place['symbol'], (place['value'], 0.92), xycoords=('data', 'axes fraction'), color='0.4', ha='right')
        axis.set_ylabel(f"{one['lane']} {lane_names[one['lane']]}\\nprobability")
        axis.set_xlabel(f"{one['signal']} ({one['unit']})")
    axes[0, 0].set_title(title, loc='left')
    figure.supxlabel(origin, fontsize=7, color='0.4', parse_math=False)
    return figure`;

const DRAW_SENDER_CODE = `# The sender of one flow: a row for each lane.
senders = {sender['lane']: sender for sender in run['senders']}

def sender_axes(title, unit, height):
    figure, axes = plt.subplots(len(senders), 1, sharex=True, squeeze=False, figsize=(9, 1.2 + height * len(senders)), layout='constrained')
    for lane, axis in zip(senders, axes[:, 0]):
        axis.set_ylabel(f'{lane} {lane_names[lane]}\\n{unit}')
    one = next(iter(senders.values()))
    axes[0, 0].set_title(f"{title}, {one['class']}.{one['flow']} ({unit})", loc='left')
    axes[-1, 0].set_xlabel('simulated time (s)')
    figure.supxlabel(origin, fontsize=7, color='0.4', parse_math=False)
    return figure, axes[:, 0]

def draw_sender(title, unit, lines, scale):
    figure, axes = sender_axes(title, unit, 2)
    for sender, axis in zip(senders.values(), axes):
        states = pd.DataFrame(sender['states'], columns=sender['columns'])
        for at, (name, column) in enumerate(lines):
            axis.plot(states['time_s'], states[column].astype(float) / scale, ['-', '--', ':', '-.'][at], linewidth=1.2 if at == 0 else 0.9, label=name)
        # A threshold far above the window would flatten the window.
        lead = (states[[column for _, column in lines[:2]]].astype(float).max() / scale).max()
        axis.set_ylim(0, 1.6 * lead if lead > 0 else 1)
        axis.legend(loc='lower right', bbox_to_anchor=(1, 1), ncols=4, frameon=False, fontsize='small')
    return figure

def draw_sequence(title, unit):
    figure, axes = sender_axes(title, unit, 4)
    signs = {'sent': ('|', '0.4', 3), 'retransmitted': ('s', 'C1', 4), 'acked': ('.', 'black', 2), 'duplicate': ('o', 'C0', 4), 'sacked': ('_', '0.6', 3), 'dropped': ('x', 'C3', 5), 'lost': ('+', 'C3', 6), 'marked': ('D', 'C2', 4), 'echoed': ('^', 'C4', 3)}
    for sender, axis in zip(senders.values(), axes):
        packets = pd.DataFrame(sender['packets'], columns=['time_s', 'event', 'low', 'high', 'rule'])
        for event, (sign, colour, size) in signs.items():
            rows = packets[packets['event'] == event]
            if len(rows) > 0:
                axis.plot(rows['time_s'], rows['high' if event in ('acked', 'duplicate') else 'low'], sign, color=colour, markersize=size, fillstyle='none', label=event)
        for time in packets[packets['event'] == 'timeout']['time_s']:
            axis.axvline(time, color='0.3', linestyle=':', linewidth=1)
        axis.legend(loc='lower right', bbox_to_anchor=(1, 1), ncols=8, frameon=False, fontsize='small')
    return figure`;

const formOf = (id: string) => required(momentPlots.find((plot) => plot.id === id)).form;

/** The title and the help of a plot, and the call that draws it. */
const plotCells = ({ id, title, help }: Pick<PlotTexts, 'id' | 'title' | 'help'>, call: string) => [
  markdownCell(`about-${id}`, `### ${escapeMarkdown(title)}\n\n${escapeMarkdown(help)}`),
  codeCell(`plot-${id}`, call),
];

/** The cells that draw the sender of one flow. */
function senderCells() {
  const callOf = (plot: SenderPlot) => {
    const texts = `'${plot.title}', '${plot.unit}'`;
    const { lines, scale } = tabledLines(plot);
    // JSON texts and lists are also valid Python.
    return isSequence(plot) ? `draw_sequence(${texts});` : `draw_sender(${texts}, ${JSON.stringify(lines)}, ${scale});`;
  };
  return [
    codeCell('draw-sender', DRAW_SENDER_CODE),
    ...senderPlotsInFiles.flatMap((plot) => plotCells(plot, callOf(plot))),
  ];
}

/** @returns the notebook, JSON of nbformat 4.5 */
export function formatNotebook(run: RunExport): string {
  const { aboutRun } = run;
  const document = runDocument(run);
  const data = base64(zlibSync(strToU8(JSON.stringify(document)))).replace(
    new RegExp(`.{1,${LINE_CHARACTERS}}`, 'g'),
    '$&\n',
  );
  const openingText =
    aboutRun.link === undefined
      ? ''
      : /^https?:/.test(aboutRun.link)
        ? `\n\n[This run on the page](<${aboutRun.link}>)`
        : `\n\nPut this behind the address of the page to see the run: \`${aboutRun.link}\``;
  const cells = [
    markdownCell(
      'about',
      `# ${escapeMarkdown(aboutRun.title)}\n\nScenario ${escapeMarkdown(aboutRun.scenario)}, seed ${aboutRun.seed}, ${aboutRun.program}. Everything that was recorded is in this file: run all cells. They need pandas and matplotlib.${openingText}`,
    ),
    codeCell('data', `# The run as JSON, compressed.\nDATA = '''\n${data}'''`, { jupyter: { source_hidden: true } }),
    codeCell('read', READ_CODE),
    markdownCell('tables', '## Figures and series'),
    codeCell('figures', FIGURES_CODE),
    codeCell('series', TABLE_CODE),
    markdownCell(
      'plots',
      '## Plots\n\nThe same as on the page: a row for each class, a line for each lane, a band from the mean to the 95th percentile. Figures count from the grey line on, where the warm-up ends.',
    ),
    codeCell('draw', DRAW_CODE),
    ...document.plots.flatMap((plot) =>
      plotCells(plot, `draw(next(plot for plot in run['plots'] if plot['id'] == '${plot.id}'));`),
    ),
    ...(document.snapshots.length === 0 ? [] : [codeCell('draw-moment', DRAW_MOMENT_CODE)]),
    ...document.snapshots.flatMap((plot) =>
      plotCells(
        plot,
        `draw_moment(next(plot for plot in run['snapshots'] if plot['id'] == '${plot.id}'), '${formOf(plot.id)}');`,
      ),
    ),
  ];
  if (document.curves.length > 0)
    cells.push(
      codeCell('draw-curves', DRAW_CURVES_CODE),
      ...plotCells(DROP_CURVE, `draw_curves('${DROP_CURVE.title}');`),
    );
  if (document.senders.length > 0) cells.push(...senderCells());
  const metadata = {
    kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
    language_info: { name: 'python' },
    bufferscope: { ...aboutRun },
  };
  return `${JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
}
