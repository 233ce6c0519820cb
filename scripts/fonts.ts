/**
 * The fonts of the equations, in one format. KaTeX has each font three times, and every browser of the page reads
 * WOFF2.
 */
import type { Plugin } from 'postcss';

/** Removes WOFF and TrueType from the sources of a font, so that they are not part of the built page. */
export const onlyWoff2: Plugin = {
  postcssPlugin: 'bufferscope:only-woff2',
  AtRule: {
    'font-face': (rule) => {
      rule.walkDecls('src', (source) => {
        source.value = source.value.replace(/,\s*url\([^)]*\)\s*format\("(?:woff|truetype)"\)/g, '');
      });
    },
  },
};
