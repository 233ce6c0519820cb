/** The kind of a file, by its first bytes and not by its name. */
import { isCapture } from './capture-reader.ts';

/** Bytes that tell the kind of a file. */
export const KIND_BYTES = 4_096;

/** Formats that are not read, by their first bytes, with the command that unpacks or converts them. */
const FOREIGN_FORMATS: readonly (readonly [name: string, beginning: readonly number[], mend: string])[] = [
  ['compressed with zstd', [0x28, 0xb5, 0x2f, 0xfd], '`zstd -d FILE` unpacks it'],
  ['compressed with lz4', [0x04, 0x22, 0x4d, 0x18], '`lz4 -d FILE` unpacks it'],
  ['compressed with xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a], '`xz -d FILE` unpacks it'],
  ['compressed with bzip2', [0x42, 0x5a, 0x68], '`bzip2 -d FILE` unpacks it'],
  ['a zip archive', [0x50, 0x4b, 0x03, 0x04], '`unzip FILE` unpacks it'],
  ['a 7z archive', [0x37, 0x7a, 0xbc, 0xaf], '`7z x FILE` unpacks it'],
  ['a capture of snoop', [...'snoop\0'].map((sign) => sign.charCodeAt(0)), '`editcap FILE OUT.pcapng` converts it'],
  ['a capture of Network Monitor', [0x47, 0x4d, 0x42, 0x55], '`editcap FILE OUT.pcapng` converts it'],
  ['a capture of an old Linux kernel', [0x34, 0xcd, 0xb2, 0xa1], '`editcap FILE OUT.pcapng` converts it'],
];

/** Texts of other programs that are often taken for lists or scenarios, by their beginning without blanks. */
const FOREIGN_TEXTS: readonly (readonly [name: string, beginning: RegExp])[] = [
  [
    'the text of ping',
    /^(PING6?\b.*\bbytes\b|Pinging \S.*\bbytes\b|\d+ bytes from .*seq=\d|Reply from .*: bytes=\d+ time[=<])/,
  ],
  ['the result of iperf3', /^(\{\s*"start"\s*:\s*\{[\s\S]*"connected"|Connecting to host .*, port \d+\s)/],
  ['the text of tcpdump', /^((tcpdump: |listening on |reading from ).*\n)*\d\d:\d\d:\d\d\.\d+ IP6? /],
  ['the table of ss', /^(Netid +)?State +Recv-Q/],
  ['the text of traceroute', /^traceroute to /],
  ['a web page', /^<(!doctype|html)\b/i],
];
/** A byte order mark, one character for each byte, and blanks. */
const BLANK_BEGINNING = /^(\xef\xbb\xbf)?\s*/;

export const ALLOWED_FILES =
  'a scenario file (JSON), a capture (pcap, pcapng), or arrivals as CSV with a header of time_s,bytes';

/** Whether a file is gzipped. */
export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Whether the beginning of a file is that of arrivals: a capture, or a header with a time and sizes. */
export function isArrivals(beginning: Uint8Array): boolean {
  if (isCapture(beginning)) return true;
  const [header = ''] = decodeLatin(beginning).split('\n', 1);
  // A scenario in one line can contain a list.
  return !header.includes('{') && /\b(t|time)_(ns|us|ms|s)\b/i.test(header) && /\bbytes\b/i.test(header);
}

/**
 * The name of a file's format that is not read, with a way out; undefined for other files.
 * @param beginning the first bytes, of which `KIND_BYTES` are enough
 */
export function foreignFormat(beginning: Uint8Array): string | undefined {
  for (const [name, first, mend] of FOREIGN_FORMATS)
    if (first.every((byte, index) => beginning[index] === byte)) return `this file is ${name}; ${mend}`;
  // No pattern fits to the first bytes of a capture, or to the header of a list.
  const text = decodeLatin(beginning).replace(BLANK_BEGINNING, '');
  const name = FOREIGN_TEXTS.find(([, pattern]) => pattern.test(text))?.[0];
  return name === undefined ? undefined : `this is ${name}; allowed: ${ALLOWED_FILES}`;
}

/** Whether a file is meant as JSON: its name says so, or it begins like an object. */
export function isMeantAsJson(name: string, beginning: Uint8Array): boolean {
  return /\.json$/i.test(name) || decodeLatin(beginning).replace(BLANK_BEGINNING, '').startsWith('{');
}

function decodeLatin(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes.subarray(0, KIND_BYTES)) text += String.fromCharCode(byte);
  return text;
}
