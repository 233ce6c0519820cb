/** tshark, tcptrace and tcpdump: independent programs that read captures. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAX_OUTPUT = 2 ** 30;

function works(): boolean {
  try {
    execFileSync('tshark', ['--version'], { stdio: 'ignore' });
    execFileSync('tcptrace', ['-version'], { stdio: 'ignore' });
    execFileSync('tcpdump', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Installs the programs where they are missing and can be installed.
 * @returns whether they are there
 */
export function tsharkIsThere(): boolean {
  if (works()) return true;
  try {
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const words = ['install', '-y', '--no-install-recommends', 'tshark', 'tcptrace', 'tcpdump'];
    execFileSync('apt-get', words, { stdio: 'ignore', env: environment });
  } catch {
    // Named by the test as not run.
  }
  return works();
}

/** A capture file that is removed when the process of the tests ends. */
export function fileOf(chunks: readonly Uint8Array[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'capture-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'run.pcapng');
  writeFileSync(path, Buffer.concat(chunks));
  return path;
}

/** Fields of every frame that a display filter takes, as text; several values of one field are separated by commas. */
export function frames(path: string, filter: string, fields: readonly string[]): Record<string, string>[] {
  const checks = ['ip', 'tcp', 'udp'].flatMap((protocol) => ['-o', `${protocol}.check_checksum:TRUE`]);
  const wanted = fields.flatMap((field) => ['-e', field]);
  const words = ['-n', '-r', path, ...checks, ...(filter === '' ? [] : ['-Y', filter]), '-T', 'fields', ...wanted];
  const out = execFileSync('tshark', words, {
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = out === '' ? [] : out.replace(/\n$/, '').split('\n');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(fields.map((field, index) => [field, cells[index] ?? '']));
  });
}

/** Number of packets that each program reads from a file, as it was written. */
export function packetCounts(path: string): Record<'tshark' | 'tcpdump' | 'tcptrace', number> {
  const lineCount = (program: string, words: readonly string[]) => {
    const out = execFileSync(program, words, {
      encoding: 'utf8',
      maxBuffer: MAX_OUTPUT,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return out === '' ? 0 : out.trimEnd().split('\n').length;
  };
  const traced = execFileSync('tcptrace', ['-n', path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return {
    tshark: lineCount('tshark', ['-n', '-r', path, '-T', 'fields', '-e', 'frame.number']),
    tcpdump: lineCount('tcpdump', ['-n', '-r', path, '-t', '-q']),
    tcptrace: Number(/(\d+) packets seen/.exec(traced)?.[1]),
  };
}

/**
 * The counts of tcptrace for segments from the connecting side: sums over all connections, by the name of the count.
 */
export function tcptraceCounts(path: string): ReadonlyMap<string, number> {
  const plain = `${path}.pcap`;
  execFileSync('editcap', ['-F', 'pcap', path, plain], { stdio: 'ignore' });
  const out = execFileSync('tcptrace', ['-l', '-n', plain], {
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const sums = new Map<string, number>();
  for (const [, name = '', forward = '', back = ''] of out.matchAll(
    /^ {5}(\S[^:\n]*):\s+(\d+)(?: bytes)?\s+\1:\s+(\d+)/gm,
  )) {
    sums.set(name, (sums.get(name) ?? 0) + Number(forward));
    sums.set(`${name}, back`, (sums.get(`${name}, back`) ?? 0) + Number(back));
  }
  return sums;
}
