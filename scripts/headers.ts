/** The permissions of the page, in its own file and in the headers of a server. */

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
 * The built page may load files of its own origin only. `data:` and `blob:` pictures come from the page itself
 * (exports). No inline script, no inline style element, no style attribute in markup; setting styles from script
 * (React's `style`, D3's `.style()`) is not affected.
 */
export const contentSecurityPolicy = own.join('; ');

/** Workers compile the interpreter for users' policies, which is WebAssembly; the page does not. */
const forWorkers = (rule: string) => (rule === SCRIPTS ? `${rule} 'wasm-unsafe-eval'` : rule);

/**
 * Headers that a server should send with every file. The policy in the page itself is not valid in its workers, and it
 * cannot name the sites that may embed the page. Here all sites may, because course pages do.
 */
export const headers: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [...own.map(forWorkers), 'frame-ancestors *'].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
};

/**
 * Names of files in `assets/` change with their content; other files keep their names and are revalidated each time.
 */
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
  // A location of nginx with its own header inherits no headers, so each location repeats all.
  return `${[location('/bufferscope/', caching.others), location('/bufferscope/assets/', caching.assets)].join('\n')}\n`;
}
