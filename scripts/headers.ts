/** What the page may do, as its own file says it and as a server should. */

const SCRIPTS = "script-src 'self'";

const own = [
  "default-src 'none'",
  SCRIPTS,
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
];

/**
 * What the built page may load: its own origin, nothing else. `data:` and `blob:` pictures come from the page itself
 * (exports). No inline script, no inline style element, no style attribute in markup; setting styles from script
 * (React's `style`, D3's `.style()`) is not affected.
 */
export const contentSecurityPolicy = own.join('; ');

/** Workers compile the interpreter for policies of one's own, which is WebAssembly; the page does not. */
const forWorkers = (rule: string) => (rule === SCRIPTS ? `${rule} 'wasm-unsafe-eval'` : rule);

/**
 * Headers that a server should send with every file. The policy in the page itself does not hold in its workers, and cannot
 * say who may embed the page: here anybody may, since course pages do.
 */
export const headers: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [...own.map(forWorkers), 'frame-ancestors *'].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
};

/** Names of files in `assets/` change with their content; the others keep theirs, and are asked about each time. */
const caching = { assets: 'public, max-age=31536000, immutable', others: 'no-cache' } as const;

/** The file `_headers` that Netlify, Cloudflare Pages and others read. */
export function headersFile(): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
  return [
    '/*',
    ...lines,
    `  Cache-Control: ${caching.others}`,
    '',
    '/assets/*',
    '  ! Cache-Control',
    `  Cache-Control: ${caching.assets}`,
    '',
  ].join('\n');
}

/** A part of a `server` block of nginx. */
export function nginxSnippet(): string {
  const lines = Object.entries(headers).map(([name, value]) => `    add_header ${name} "${value}" always;`);
  const location = (path: string, cache: string) =>
    [`location ${path} {`, ...lines, `    add_header Cache-Control "${cache}";`, '}'].join('\n');
  // A location of nginx that adds a header inherits none: each repeats all.
  return `${[location('/bufferscope/', caching.others), location('/bufferscope/assets/', caching.assets)].join('\n')}\n`;
}
