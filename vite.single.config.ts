/** `npm run build:single`: the page as one HTML file that opens from disk. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { constantsForVite } from './scripts/constants.mjs';
import { onlyWoff2 } from './scripts/fonts.ts';
import { LICENCES, notedWorkers } from './scripts/licences.ts';
import { singleFilePlugin } from './scripts/single-file.ts';

export default defineConfig({
  base: './',
  css: { postcss: { plugins: [onlyWoff2] } },
  plugins: [react(), constantsForVite, singleFilePlugin()],
  // From disk a browser starts a worker of a blob only where it is no module.
  worker: {
    format: 'iife',
    plugins: () => [constantsForVite, notedWorkers],
    rolldownOptions: { output: { codeSplitting: false } },
  },
  build: {
    target: 'es2022',
    outDir: 'dist-single',
    modulePreload: false,
    license: { fileName: LICENCES },
    cssCodeSplit: false,
    assetsInlineLimit: Number.POSITIVE_INFINITY,
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    rolldownOptions: { output: { codeSplitting: false } },
  },
});
