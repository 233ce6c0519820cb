/**
 * Hours of random use of one page that is never loaded again: the console stays empty, and the memory of the page and
 * its workers does not grow. Every second minute it returns to the same run, paused at its start, and the heaps are
 * measured there after garbage collection. `BUFFERSCOPE_HOURS=4` takes longer. The machine code and byte code of the
 * page are counted separately, with the lists of objects that this code depends on. The browser compiles often used
 * functions one after another, and may delete the code. All parts of the page are loaded before anything is
 * measured: the first opening of a part after an hour must not count as growth. At the end the test prints the largest
 * growth by constructor.
 */
import { readdirSync } from 'node:fs';
import { type CDPSession, expect, type Page } from '@playwright/test';
import { RandomStream } from '../../src/engine/numbers/random.ts';
import { monkey } from '../monkey.ts';
import { test } from '../page-object.ts';

const HOURS = Number(process.env.BUFFERSCOPE_HOURS ?? 0.1);
const SEED = Number(process.env.BUFFERSCOPE_MONKEY_SEED ?? 1);
const HOUR_MS = 3_600_000;
/** Between two measurements, ms. */
const SPAN_MS = 120_000;
/** Caches fill at first: measurements of this part of the time do not count. */
const WARM_UP = 0.15;
/** Growth that is allowed, MB an hour, of the page and of all workers together. */
const MAX_MB_PER_HOUR = 1;

test.setTimeout(HOURS * HOUR_MS + 600_000);

interface Held {
  readonly hours: number;
  /** Of the page, by constructor or kind, MB. */
  readonly by: ReadonlyMap<string, number>;
  /** Elements of the page: more of them are there when more of it is open. */
  readonly elements: number;
  /** Without code: objects, texts, elements, styles. */
  readonly page: number;
  readonly code: number;
  readonly workers: number;
  /** Of the page, with the documents of its pictures. */
  readonly documents: number;
  /** By the names of their scripts. */
  readonly whose: string;
}

const HEAPS = ['page', 'code', 'workers'] as const;
type Slopes = Readonly<Record<(typeof HEAPS)[number], number>>;

test(`${HOURS} h of random use, seed ${SEED}`, async ({ page }) => {
  const random = new RandomStream(SEED, 'hours');
  const doSomething = monkey(page, random);
  page.on('dialog', (dialog) => void dialog.dismiss());
  const heaps = await heapsOf(page);
  await page.goto('./');
  await loadAllParts(page);
  // Data that are loaded once and kept (1.5 MB of records) are loaded before the measurement.
  await page.getByRole('link', { name: 'Papers' }).click();
  await page
    .getByText(/^On record/)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  const began = Date.now();
  const held: Held[] = [];
  let actions = 0;
  for (let span = 1; Date.now() - began < HOURS * HOUR_MS; span++) {
    while (Date.now() - began < span * SPAN_MS) {
      await doSomething();
      actions++;
    }
    await comeBack(page, span);
    held.push({ hours: (Date.now() - began) / HOUR_MS, ...(await heaps()) });
    const { hours, elements, documents, whose, ...row } = held.at(-1) as Held;
    const [megabytes, code, workers] = HEAPS.map((heap) => row[heap].toFixed(2));
    console.log(
      `${hours.toFixed(3)} h, ${actions} actions: ${elements} elements, ${documents} documents, page ${megabytes} MB, code ${code} MB, workers ${workers} MB (${whose})`,
    );
  }
  const counted = held.filter(({ hours }) => hours > WARM_UP * HOURS);
  const slopesOf = (rows: readonly Held[]) =>
    Object.fromEntries(HEAPS.map((heap) => [heap, slope(rows.map((row) => [row.hours, row[heap]]))])) as Slopes;
  const slopes = slopesOf(counted);
  console.log('slopes, MB/h:', slopes);
  console.log('in the second half:', slopesOf(held.filter(({ hours }) => hours > HOURS / 2)));
  console.log(grown(counted));
  // A line through a few points of a few minutes says nothing about an hour.
  if (HOURS < 1) return;
  expect(slopes.page).toBeLessThan(MAX_MB_PER_HOUR);
  expect(slopes.workers).toBeLessThan(MAX_MB_PER_HOUR);
});

/** Scripts and style sheets of the page are loaded once and kept. The scripts of workers are not the page's. */
async function loadAllParts(page: Page): Promise<void> {
  const files = readdirSync(new URL('../../dist/assets/', import.meta.url));
  const parts = files.filter((name) => /\.(js|css)$/.test(name) && !/worker|^iframe-height/.test(name));
  await page.evaluate(async (names) => {
    for (const name of names) {
      const { href } = new URL(`assets/${name}`, document.baseURI);
      if (name.endsWith('.js')) await import(href);
      else if (![...document.styleSheets].some((sheet) => sheet.href === href))
        await new Promise((resolve, reject) => {
          const link = document.createElement('link');
          Object.assign(link, { rel: 'stylesheet', href, onload: resolve, onerror: reject });
          document.head.append(link);
        });
    }
  }, parts);
}

/** The ten kinds with the largest growth from beginning to end, with their values over time. */
function grown(rows: readonly Held[]): string {
  const [first, last] = [rows[0]?.by, rows.at(-1)?.by];
  const more = [...(last ?? [])]
    .map(([name, megabytes]) => ({ name, by: megabytes - (first?.get(name) ?? 0) }))
    .sort((one, other) => other.by - one.by)
    .slice(0, 40);
  return more
    .map(
      ({ name, by }) =>
        `+${by.toFixed(3)} MB ${name}: ${rows.map((row) => (row.by.get(name) ?? 0).toFixed(2)).join(' ')}`,
    )
    .join('\n');
}

/**
 * The same run again by its link, at its start. The seed differs each time: a link that is open already is not opened.
 */
async function comeBack(page: Page, span: number): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (let press = 0; press < 3; press++) await page.keyboard.press('Escape');
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    `v=1&p=opening&lanes=droptail,red&seed=${1000 + span}`,
  );
  await expect(page.getByRole('textbox', { name: /^seed/ })).toHaveValue(String(1000 + span));
  await expect(page.getByRole('region', { name: /^Lane [A-D]/ })).toHaveCount(2);
  const pause = page.getByRole('button', { name: 'Pause', exact: true });
  if ((await pause.count()) > 0) await pause.click();
  await page.getByRole('button', { name: 'Back to the start' }).click();
  await page.waitForTimeout(3_000);
}

/** Chromium's data about a heap, bytes; `backingStorageSize` is that of typed arrays. */
interface HeapUsage {
  readonly usedSize: number;
  readonly backingStorageSize: number;
}

/** Memory of the page, and of all its workers together, after garbage collection, MB; and the number of workers. */
async function heapsOf(page: Page): Promise<() => Promise<Omit<Held, 'hours'>>> {
  const client = await page.context().newCDPSession(page);
  /** Name of its script, by session. */
  const workers = new Map<string, string>();
  /** The answer to each message, and its receiver. A worker may end before it answers; it then uses no memory. */
  const waiting = new Map<number, { readonly sessionId: string; readonly resolve: (usage: HeapUsage) => void }>();
  const forget = (gone: string) => {
    workers.delete(gone);
    for (const { sessionId, resolve } of waiting.values())
      if (sessionId === gone) resolve({ usedSize: 0, backingStorageSize: 0 });
  };
  client.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type === 'worker')
      workers.set(sessionId, /([a-z]+)\.worker/.exec(targetInfo.url)?.[1] ?? targetInfo.url);
  });
  client.on('Target.detachedFromTarget', ({ sessionId }) => forget(sessionId));
  client.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message) as { id: number; result: HeapUsage };
    waiting.get(id)?.resolve(result);
    waiting.delete(id);
  });
  await client.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  let messages = 0;
  const ask = (sessionId: string, method: string) =>
    new Promise<HeapUsage>((resolve) => {
      waiting.set(++messages, { sessionId, resolve });
      const message = JSON.stringify({ id: messages, method });
      client.send('Target.sendMessageToTarget', { sessionId, message }).catch(() => forget(sessionId));
    });
  const megabytes = (usage: HeapUsage) => (usage.usedSize + usage.backingStorageSize) / 1e6;
  return async () => {
    let heldByWorkers = 0;
    for (const sessionId of workers.keys()) {
      await ask(sessionId, 'HeapProfiler.collectGarbage');
      heldByWorkers += megabytes(await ask(sessionId, 'Runtime.getHeapUsage'));
    }
    const elements = await page.evaluate(() => document.querySelectorAll('*').length);
    const held = await heldByPage(client);
    // After the collection that the snapshot began with.
    const { documents } = await client.send('Memory.getDOMCounters');
    return {
      ...held,
      elements,
      documents,
      workers: heldByWorkers,
      whose: [...workers.values()].sort().join(', '),
    };
  };
}

/** The used part of a heap snapshot. */
interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [readonly string[]];
      readonly edge_fields: readonly string[];
    };
  };
  readonly nodes: readonly number[];
  readonly edges: readonly number[];
  readonly strings: readonly string[];
}

/** By a snapshot of the page's heap, which begins with a collection. */
async function heldByPage(client: CDPSession): Promise<Pick<Held, 'page' | 'code' | 'by'>> {
  const chunks: string[] = [];
  const take = ({ chunk }: { readonly chunk: string }) => void chunks.push(chunk);
  client.on('HeapProfiler.addHeapSnapshotChunk', take);
  await client.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  client.off('HeapProfiler.addHeapSnapshotChunk', take);
  const { snapshot, nodes, edges, strings } = JSON.parse(chunks.join('')) as Snapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, name, size] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field)) as [
    number,
    number,
    number,
  ];
  const { edge_fields } = snapshot.meta;
  const [edgeName, edgeTo] = ['name_or_index', 'to_node'].map((field) => edge_fields.indexOf(field)) as [
    number,
    number,
  ];
  const dependent = strings.indexOf('dependent_code');
  /** Lists of the code that depends on an object. */
  const lists = new Set<number>();
  for (let edge = 0; edge < edges.length; edge += edge_fields.length)
    // An edge of kind "element" has an index in place of a name, so its target is read too.
    if (edges[edge + edgeName] === dependent) lists.add(edges[edge + edgeTo] as number);
  const detachedness = fields.indexOf('detachedness');
  /** As V8 writes it: 0 unknown, 1 attached, 2 detached. */
  const DETACHED = 2;
  let [code, rest] = [0, 0];
  const by = new Map<string, number>();
  for (let node = 0; node < nodes.length; node += fields.length) {
    const megabytes = (nodes[node + size] as number) / 1e6;
    const kind = types[0][nodes[node + type] as number] as string;
    const isList = lists.has(node) && strings[nodes[node + name] as number] === 'system / WeakArrayList';
    if (kind === 'code' || isList) {
      code += megabytes;
      continue;
    }
    rest += megabytes;
    const named = kind === 'object' || kind === 'native' || kind === 'closure';
    const detached = nodes[node + detachedness] === DETACHED ? 'detached ' : '';
    // An element is named with its attributes: elements of one kind belong together.
    const whose = named
      ? `${kind} ${detached}${strings[nodes[node + name] as number]?.replace(/^(<[\w-]+).*$/s, '$1>').slice(0, 60)}`
      : kind;
    by.set(whose, (by.get(whose) ?? 0) + megabytes);
  }
  return { page: rest, code, by };
}

/** Of the line of least squares. */
function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (column: 0 | 1) => points.reduce((sum, point) => sum + point[column], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const square = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  return points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) / square;
}
