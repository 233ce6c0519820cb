import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { boundImports } from './scripts/bound-imports.ts';
import { constantsForVite } from './scripts/constants.mjs';
import { documentsPlugin } from './scripts/documents.ts';
import { onlyWoff2 } from './scripts/fonts.ts';
import { contentSecurityPolicy, headersFile } from './scripts/headers.ts';
import { helpTextsPlugin } from './scripts/help-texts.ts';
import { LICENCES, notedWorkers } from './scripts/licences.ts';
import { offlinePlugin } from './scripts/offline.ts';

/** Built pages only: the development server needs inline scripts and a web socket for hot reloading. */
const policyInPage: Plugin = {
  name: 'bufferscope:content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy },
      injectTo: 'head-prepend',
    },
  ],
};

/** For hosts that read it; others leave it alone. */
const headersInBuild: Plugin = {
  name: 'bufferscope:headers',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: '_headers', source: headersFile() });
  },
};

/** No worker shows the help or the source of a parameter: they would be a tenth of what the lane's worker loads. */
const withoutHelp: Plugin = {
  name: 'bufferscope:workers-without-help',
  enforce: 'pre',
  transform: (code, id) =>
    /\/src\/(engine|policies)\/.*\.ts$/.test(id)
      ? code
          .replace(/\bhelp:\s*'(?:[^'\\\n]|\\.)*'/g, "help: ''")
          // Reasons and policies have sources too, which the page shows.
          .replace(/\bsource:\s*'(?:[^'\\\n]|\\.)*'/g, (text) => (/-parameters\.ts$/.test(id) ? "source: ''" : text))
      : undefined,
};

/**
 * Modules that register parameters, congestion controls or a reader when they are loaded. The page needs all of them.
 */
const DECLARING_MODULES = [
  'src/engine/scenario/up-link-registry.ts',
  'src/engine/simulation/declared-parts.ts',
  'src/engine/sources/control-registry.ts',
  'src/engine/time-lists/arrivals-registry.ts',
];
const declares = (id: string) =>
  /\/sources\/.*-parameters\.ts$/.test(id) || DECLARING_MODULES.some((path) => id.endsWith(path));

/**
 * The page shows policies, but only workers run them: without what they do at each packet, the page is shorter. Most
 * modules do nothing when they are loaded, so those that are left without a use are left out.
 */
const pageWithoutRuns: Plugin = {
  name: 'bufferscope:page-without-runs',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    /\/src\/(engine|policies)\/.*\.ts$/.test(id)
      ? {
          code: /\/src\/policies\//.test(id)
            ? code.replace(/\bcreate: \(host/g, 'create: true ? undefined : (host')
            : code,
          moduleSideEffects: declares(id),
        }
      : undefined,
};

/** What is loaded first comes in one piece: many small ones compress badly and wait for each other. */
const first = { name: 'first', tags: ['$initial' as const], priority: 40 };

const endsWith = (paths: readonly string[]) => (id: string) => paths.some((path) => id.endsWith(`/src/${path}`));

/** The drawings of the queue up, which few runs have. */
const isOfTwoQueues = (id: string) => /\/(up-queue\.(tsx|css)|direction-texts\.ts)$/.test(id);

/**
 * What every visit loads next, with all that it imports, in the order in which it is wanted: what the picture of a run
 * draws, what checks and describes a run, and the panels around it. A hundred small files take a quarter of the
 * processor time of opening the page.
 */
const next = [
  {
    name: 'drawing',
    priority: 33,
    test: (id: string) => /\/src\/(view\/queue|ui\/lane)\//.test(id) && !isOfTwoQueues(id),
  },
  {
    name: 'runs',
    priority: 32,
    test: endsWith(['app/page/editor.ts', 'policies/registry.ts', 'scenarios/index.ts']),
  },
  {
    name: 'panels',
    priority: 31,
    test: endsWith([
      'app/loading/offline.ts',
      'app/loading/page-versions.ts',
      'program/program-limits.ts',
      'ui/saving/save-as.ts',
      'ui/shell/panel-parts.ts',
    ]),
  },
];

/**
 * Small files that are loaded together, or that several views share, with all that they import: a lesson took thirty
 * requests.
 */
const later = Object.entries({
  'two-queues': ['ui/lane/up-queue.tsx', 'view/queue/direction-texts.ts'],
  'lens-parts': [
    'view/lenses/canvas-lens.ts',
    'view/lenses/continuity.ts',
    'view/lenses/lens-axes.ts',
    'view/lenses/lens-drawing.ts',
    'view/lenses/lens-model.ts',
    'view/lenses/occupancy-axis.ts',
    'view/lenses/trail.ts',
  ],
  compression: ['run-state/text-compression.ts'],
  files: ['app/files/rates-file.ts', 'run-state/run-file.ts'],
  links: ['run-state/run-url.ts'],
  measuring: ['app/lessons/measuring-worker.ts', 'lessons/answers/bounds.ts', 'lessons/measurement/lesson-figures.ts'],
  parts: [
    'engine/frame/sender-columns.ts',
    'plots/sender/sender-plot.ts',
    'plots/sender/all-sender-plots.ts',
    'studies/task-pool.ts',
    'ui/asking/count-bars.tsx',
    'ui/help/equation.tsx',
    'ui/parts/dialog.tsx',
    'ui/parts/table.tsx',
    'ui/shell/address/copy-url.ts',
    'ui/shell/use-modal.ts',
    'view/draw/send-rule-text.ts',
  ],
  'lesson-parts': [
    'lessons/answers/solution.ts',
    'lessons/format/choice-question.ts',
    'lessons/format/parse-lesson.ts',
    'lessons/runs/lesson-runs.ts',
    'ui/lessons/lesson-source.ts',
  ],
  terms: ['ui/help/terms.ts'],
  cards: ['ui/help/card-parts.ts'],
  senders: ['ui/plots/sender-choices.tsx', 'ui/plots/sender-plots.tsx'],
  tc: ['run-state/tc/tc-run.ts', 'ui/controls/tc-dialog.tsx'],
}).map(([name, paths], index) => ({ name, priority: 30 - index, test: endsWith(paths) }));

/**
 * A worker's entry stays alone, so that what the worker loads later imports the engine beside the entry and never the
 * entry. WebKit runs an entry a second time when something imports it; the worker would then have two sets of policies.
 */
const engine = { ...first, name: 'engine', test: (id: string) => !/\/workers\/[^/]+\.worker\.ts/.test(id) };

/** Whole runs, and functions over all their values: `npm run check` leaves them out. */
const LONG = 'tests/**/*-long.test.{ts,tsx}';

/** `npm run validate` and `npm run bench` run these. */
const ELSEWHERE = ['tests/validate/**', 'tests/bench/**'];

export default defineConfig({
  // Relative addresses: the build works below any path of any static host.
  base: './',
  css: { postcss: { plugins: [onlyWoff2] } },
  plugins: [
    react(),
    constantsForVite,
    pageWithoutRuns,
    helpTextsPlugin(import.meta.dirname),
    policyInPage,
    headersInBuild,
    documentsPlugin(import.meta.dirname, contentSecurityPolicy),
    offlinePlugin(import.meta.dirname),
    boundImports,
  ],
  worker: {
    format: 'es',
    plugins: () => [constantsForVite, withoutHelp, notedWorkers],
    // A worker has all policies from its start, and the page loads them later: both call loadPolicies.
    rolldownOptions: { output: { codeSplitting: { groups: [engine] } }, checks: { ineffectiveDynamicImport: false } },
  },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    license: { fileName: LICENCES },
    rolldownOptions: { output: { codeSplitting: { groups: [first, ...next, ...later] } } },
    // Nothing is inlined as data: URL, so that the policy above holds for fonts and scripts too.
    assetsInlineLimit: 0,
  },
  test: {
    projects: [
      { extends: true, test: { name: 'unit', include: ['tests/**/*.test.{ts,tsx}'], exclude: [LONG, ...ELSEWHERE] } },
      { extends: true, test: { name: 'long', include: [LONG], exclude: ELSEWHERE } },
    ],
    // What most files import is loaded once for all of them, not once for each.
    isolate: false,
    pool: 'threads',
    environment: 'node',
    setupFiles: ['tests/leave-nothing-behind.ts'],
    // Transformed modules stay in node_modules between runs. A module depends on its own text and this file only.
    experimental: { fsModuleCache: true },
    // Vitest would leave one processor idle, which on two is half the machine.
    maxWorkers: '100%',
    // A run of seconds may take a minute on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    coverage: { include: ['src/**'], reportsDirectory: '.cache/coverage' },
  },
});
