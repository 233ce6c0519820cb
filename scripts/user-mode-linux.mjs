/**
 * Asks a real kernel, if User-Mode Linux is installed (`apt-get install user-mode-linux`): it boots the packaged kernel
 * on the files of this machine, sends bursts through disciplines behind a slow link, and compares the counts of sent
 * and dropped packets with `sim replay` of the same line of tc. These counts do not depend on the clock. The stored
 * logs of single packets do: CoDel, PIE and RED decide by microseconds and by the draws of the kernel. They need a
 * kernel whose clock stands between events. Debian's package (6.1) is built without it (`UML_TIME_TRAVEL_SUPPORT`), so
 * this does not repeat them. A kernel of another series than that of the stored logs is skipped with the reason; --any
 * compares it all the same. Exit status 1: something differs, or the kernel did not finish.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SERIES = '7.2';
const MODULES = '/usr/lib/uml/modules';
/** A packet takes a second, so all of a burst come while the first ones are on the link. */
const RATE_BPS = 8000;
const BOOT_MS = 300_000;
/** Of a packet, with the header of Ethernet, which the kernel counts. */
const PACKET_BYTES = 1014;
const HEADER_BYTES = 14 + 20 + 8;

/** A flow that floods four others, as in the stored arrivals `sfq1`, and one flow alone. */
const manyFlows = [...Array(140).fill(0), ...[1, 2, 3, 4].flatMap((flow) => Array(10).fill(flow))];
const oneFlow = Array(401).fill(0);
const cases = [
  ['pfifo limit 100', oneFlow],
  ['bfifo limit 90000', oneFlow],
  ['sfq', manyFlows],
  ['sfq limit 20 depth 8', manyFlows],
];

const kernel = spawnSync('linux.uml', ['--version'], { encoding: 'utf8' });
const version = kernel.stdout?.trim();
if (kernel.error !== undefined || kernel.status !== 0) skip('User-Mode Linux is not installed');
else if (!version.startsWith(`${SERIES}.`) && !process.argv.includes('--any'))
  skip(`the kernel is ${version}, and the stored logs are of ${SERIES}`);
else compare();

function skip(reason) {
  console.log(`User-Mode Linux: skipped, because ${reason}`);
}

function compare() {
  const folder = mkdtempSync(join(tmpdir(), 'uml-'));
  try {
    const counts = boot(folder);
    let differing = 0;
    for (const [index, [line, flows]] of cases.entries()) {
      const theirs = counts[index];
      const ours = replay(folder, line, flows);
      const isEqual = theirs === ours;
      if (!isEqual) differing++;
      console.log(`Linux ${version}, ${line}: ${theirs} dropped, here ${ours}${isEqual ? '' : ': DIFFERS'}`);
    }
    process.exitCode = differing > 0 ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The dropped packets of each case in the kernel. */
function boot(folder) {
  const init = join(folder, 'init.sh');
  writeFileSync(init, initScript(folder), { mode: 0o755 });
  const options = ['mem=256M', 'root=/dev/root', 'rootfstype=hostfs', 'rootflags=/', 'rw', `init=${init}`];
  const consoles = ['con=null', 'con0=null,fd:1', 'ssl=null', `uml_dir=${folder}`];
  const env = { ...process.env, HOME: folder, TMPDIR: folder };
  const booted = spawnSync('linux.uml', [...options, ...consoles], { encoding: 'utf8', timeout: BOOT_MS, env });
  const result = readdirSync(folder).includes('out') ? readFileSync(join(folder, 'out'), 'utf8') : '';
  const counts = [...result.matchAll(/dropped (\d+)/g)].map(([, count]) => Number(count));
  if (counts.length === cases.length) return counts;
  throw new Error(`the kernel did not finish: ${result || booted.stdout?.slice(-2000) || booted.error}`);
}

function initScript(folder) {
  const modules = ['net/sched/sch_tbf', 'net/sched/sch_sfq', 'drivers/net/dummy'].map(
    (name) => `${MODULES}/${version}/kernel/${name}.ko`,
  );
  const send = `use Socket; socket(S, PF_INET, SOCK_DGRAM, 17) or die; setsockopt(S, SOL_SOCKET, SO_SNDBUF, 8000000);
for my $flow (split /,/, $ARGV[0]) { send(S, "x" x ${PACKET_BYTES - HEADER_BYTES}, 0, sockaddr_in(9000 + $flow, inet_aton("10.9.0.2"))); }`;
  writeFileSync(join(folder, 'send.pl'), send);
  // Without insmod, which a machine may lack: finit_module(2) of x86-64.
  writeFileSync(
    join(folder, 'load.pl'),
    'for my $file (@ARGV) { open(F, "<", $file) or die $file; my $none = ""; syscall(313, fileno(F), $none, 0) == 0 or die "$file: $!"; }',
  );
  const runs = cases.map(([line, flows], index) =>
    [
      `ip link add d${index} type dummy && ip addr add 10.9.0.1/24 dev d${index} && ip link set d${index} up`,
      `tc qdisc add dev d${index} root handle 1: tbf rate ${RATE_BPS}bit burst 1100 limit 1000000`,
      `tc qdisc add dev d${index} parent 1: handle 2: ${line}`,
      `perl ${folder}/send.pl ${flows.join(',')}`,
      `tc -s qdisc show dev d${index} | grep -A1 'qdisc ${line.split(' ')[0]} 2:' | grep -o 'dropped [0-9]*'`,
      `ip link del d${index}`,
    ].join('\n'),
  );
  return `#!/bin/sh
mount -t proc proc /proc
mount -t sysfs sys /sys
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
exec > ${folder}/out 2>&1
perl ${folder}/load.pl ${modules.join(' ')}
echo 16000000 > /proc/sys/net/core/wmem_max
${runs.join('\n')}
sync
echo o > /proc/sysrq-trigger
sleep 60
`;
}

/** The packets that `sim replay` drops. */
function replay(folder, line, flows) {
  const file = join(folder, 'burst.csv');
  writeFileSync(file, ['t_ns,flow,bytes,ect', ...flows.map((flow) => `0,${flow},${PACKET_BYTES},0`), ''].join('\n'));
  const sim = fileURLToPath(new URL('sim.mjs', import.meta.url));
  const options = ['replay', file, '--tc', line, '--rate', String(RATE_BPS), '--csv'];
  const { stdout, stderr, status } = spawnSync(process.execPath, [sim, ...options], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.split('\n').filter((row) => row.includes(',dropped')).length;
}
