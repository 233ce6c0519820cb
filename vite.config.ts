import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { documentsPlugin } from './scripts/documents.ts';
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

/** No worker shows the help of a parameter: it would be a tenth of what the lane's worker loads. */
const withoutHelp: Plugin = {
  name: 'bufferscope:workers-without-help',
  enforce: 'pre',
  transform: (code, id) =>
    /\/src\/(engine|policies)\/.*\.ts$/.test(id)
      ? code.replace(/\bhelp:\s*'(?:[^'\\\n]|\\.)*'/g, "help: ''")
      : undefined,
};

/** Modules that declare parameters or congestion controls when they are loaded. The page shows both. */
const DECLARING_MODULES = ['src/engine/simulation/declared-parts.ts', 'src/engine/sources/control-registry.ts'];
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
const first = { name: 'first', tags: ['$initial' as const] };

/**
 * A worker's entry stays alone, so that what the worker loads later imports the engine beside the entry and never the
 * entry. WebKit runs an entry a second time when something imports it; the worker would then have two sets of policies.
 */
const engine = { ...first, name: 'engine', test: (id: string) => !/\/workers\/[^/]+\.worker\.ts/.test(id) };

/** Whole runs, against ns-2 and formulas, of every policy on every traffic, and functions over all their values: `npm test` only. */
const thorough = [
  'tests/golden/**/*.test.ts',
  'tests/closed-form/**/*.test.ts',
  'tests/judging/!(every-policy).test.ts',
  'tests/fuzz/**/*.test.ts',
  'tests/engine/numbers/exact-math.test.ts',
  'tests/scenarios/files/scenario-schema.test.ts',
  'tests/scenarios/presets/gfr-network.test.ts',
  'tests/**/*-long.test.ts',
  'tests/papers/records.test.ts',
  'tests/policies/packets/packets-application-buffering.test.ts',
  'tests/engine/atm/atm.test.ts',
  'tests/engine/network/varying-port.test.ts',
  'tests/studies/sweep-exercise.test.ts',
  'tests/studies/studies-one-answer.test.ts',
  'tests/runs/seekable-run.test.ts',
  'tests/runs/tape.test.ts',
  'tests/papers/bhattacharjee/search/search.test.ts',
  'tests/cli/commands/commands.test.ts',
  'tests/cli/input/read-arrivals.test.ts',
  'tests/cli/main-outside.test.ts',
  'tests/cli/shards/shard-command.test.ts',
  'tests/cli/output/png.test.ts',
  'tests/library/package.test.ts',
  'tests/export/vega-lite.test.ts',
  'tests/cli/cli-documented.test.ts',
  'tests/program/sandbox/sandbox.test.ts',
  'tests/capture/writing/capture.test.ts',
  'tests/program/sandbox/sandbox-fuzz.test.ts',
  'tests/cli/commands/grade-command.test.ts',
  'tests/cli/input/policy-file.test.ts',
  'tests/library/library.test.ts',
  'tests/policies/packets/red.test.ts',
  'tests/policies/packets/dualpi2.test.ts',
  'tests/runs/sender-recorder.test.ts',
  'tests/engine/metrics/summary.test.ts',
  'tests/scenarios/rules/validate.test.ts',
  'tests/scenarios/presets/todays-internet.test.ts',
  'tests/policies/cells/cells.test.ts',
  'tests/policies/packets/abe-dsd.test.ts',
  'tests/policies/cells/cells-relatives.test.ts',
  'tests/engine/state/checkpoint.test.ts',
  'tests/engine/events/event-queue.test.ts',
  'tests/engine/numbers/random.test.ts',
  'tests/engine/transport/rfc-sender-invariants.test.ts',
  'tests/engine/transport/sequence-ranges.test.ts',
  'tests/engine/sources/video/video.test.ts',
  'tests/engine/sources/player/player.test.ts',
  'tests/export/format-files.test.ts',
  'tests/export/sender-plots.test.ts',
  'tests/program/program-versions.test.ts',
  'tests/app/program/set-program.test.ts',
  'tests/lessons/hand-in/hand-in.test.ts',
  'tests/lessons/challenges/challenges-program.test.ts',
  'tests/app/stores/stored-results.test.ts',
  'tests/policies/packets/pie.test.ts',
  'tests/policies/cells/vbs.test.ts',
  'tests/engine/transport/congestion/bbr1.test.ts',
  'tests/engine/sources/control-registry.test.ts',
  'tests/engine/sources/tcp-traffic.test.ts',
  'tests/engine/sources/on-off.test.ts',
  'tests/scenarios/rules/packet-bound.test.ts',
  'tests/runs/key-moments.test.ts',
  'tests/view/lenses/lenses-today.test.ts',
  'tests/view/lenses/lenses.test.ts',
  'tests/view/queue/waiting-order.test.ts',
  'tests/view/queue/shown-buffer-share.test.ts',
  'tests/view/plots/plots.test.ts',
  'tests/ui/headline/finding-line.test.tsx',
  'tests/engine/transport/congestion/control.test.ts',
  'tests/app/page/page.test.ts',
  'tests/papers/papers-claims.test.ts',
  'tests/quantities/plots/opening-plots.test.ts',
  'tests/ui/plots/plot-rows.test.ts',
  'tests/ui/papers/overview/paper-overview.test.tsx',
  'tests/export/svg-plots.test.ts',
  'tests/engine/sources/cbr.test.ts',
  'tests/engine/sources/adaptive/adaptive.test.ts',
  'tests/policies/packets/mechanisms/pie-control.test.ts',
  'tests/ui/lane/lane-models.test.ts',
  'tests/ui/controls/sidebar.test.tsx',
  'tests/ui/why/inspector.test.tsx',
  'tests/lessons/lessons.test.ts',
  'tests/lessons/course-system/scorm.test.ts',
  'tests/app/lessons/open-lesson.test.ts',
  'tests/app/measuring/paper-run.test.ts',
  'tests/papers/measurement-plan.test.ts',
  'tests/cli/shards/merge-command.test.ts',
  'tests/engine/sources/poisson.test.ts',
  'tests/engine/transport/congestion/congestion.test.ts',
  'tests/policies/packets/mechanisms/fifos.test.ts',
  'tests/scenarios/files/file.test.ts',
  'tests/ui/playback/key-moments-keys.test.tsx',
  'tests/ui/controls/parameter-control-slider.test.tsx',
  'tests/ui/papers/paper/paper-results.test.tsx',
];

export default defineConfig({
  // Relative addresses: the build works below any path of any static host.
  base: './',
  plugins: [
    react(),
    pageWithoutRuns,
    helpTextsPlugin(import.meta.dirname),
    policyInPage,
    headersInBuild,
    documentsPlugin(import.meta.dirname, contentSecurityPolicy),
    offlinePlugin(import.meta.dirname),
  ],
  worker: {
    format: 'es',
    plugins: () => [withoutHelp, notedWorkers],
    rolldownOptions: { output: { codeSplitting: { groups: [engine] } } },
  },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    license: { fileName: LICENCES },
    rolldownOptions: { output: { codeSplitting: { groups: [first] } } },
    // Nothing is inlined as data: URL, so that the policy above holds for fonts and scripts too.
    assetsInlineLimit: 0,
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/validate/**', 'tests/bench/**', ...thorough],
          // What most files import is loaded once for all of them, not once for each.
          isolate: false,
          pool: 'threads',
        },
      },
      { extends: true, test: { name: 'thorough', include: thorough } },
    ],
    environment: 'node',
    // Transformed modules stay in node_modules between runs. A module depends on its own text and this file only.
    experimental: { fsModuleCache: true },
    // Vitest would leave one processor idle, which on two is half the machine.
    maxWorkers: '100%',
    // A run of seconds may take a minute on a busy machine.
    testTimeout: 120_000,
    coverage: { include: ['src/**'], reportsDirectory: '.cache/coverage' },
  },
});
