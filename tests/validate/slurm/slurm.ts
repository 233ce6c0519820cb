/**
 * A Slurm of one node on this machine, without systemd: munged, slurmctld and slurmd, started and ended by the test.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';

const PROGRAMS = ['/usr/sbin/munged', '/usr/sbin/slurmctld', '/usr/sbin/slurmd', '/usr/bin/sbatch'];

/** Why there can be no Slurm here; undefined where there can. */
export function missingSlurm(): string | undefined {
  if (process.platform !== 'linux') return 'Slurm needs Linux';
  const missing = PROGRAMS.filter((program) => !existsSync(program));
  if (missing.length > 0) return `${missing.join(', ')} missing (Debian: slurm-wlm)`;
  return process.getuid?.() === 0 ? undefined : 'slurmd needs root';
}

export interface Slurm {
  /** The input of its commands. */
  readonly env: NodeJS.ProcessEnv;
  run(program: string, ...args: readonly string[]): string;
  /** Ends the daemon of the node, with all that runs there, as when its power fails; and starts it again. */
  killNode(): Promise<void>;
  startNode(): Promise<void>;
  close(): Promise<void>;
}

export async function startSlurm(processors: number): Promise<Slurm> {
  const folder = mkdtempSync(join(tmpdir(), 'slurm-'));
  // munged takes no folder that others can change, and slurmctld has to reach its socket.
  chmodSync(folder, 0o755);
  for (const name of ['munge', 'state', 'spool']) mkdirSync(join(folder, name), { mode: 0o755 });
  const socket = join(folder, 'munge/socket');
  const key = join(folder, 'munge/key');
  writeFileSync(key, randomBytes(128), { mode: 0o400 });
  const configuration = join(folder, 'slurm.conf');
  const host = hostname().split('.')[0];
  // The resources that Slurm may allocate: it refuses a node that has less.
  const megabytes = Math.floor((0.9 * totalmem()) / 2 ** 20);
  const [controllerPort, nodePort] = [20_000, 20_001].map((port) => port + (process.pid % 10_000) * 2);
  writeFileSync(
    configuration,
    [
      'ClusterName=test',
      `SlurmctldHost=${host}(127.0.0.1)`,
      `SlurmctldPort=${controllerPort}`,
      `SlurmdPort=${nodePort}`,
      'SlurmUser=root',
      'SlurmdUser=root',
      'AuthType=auth/munge',
      `AuthInfo=socket=${socket}`,
      `StateSaveLocation=${join(folder, 'state')}`,
      `SlurmdSpoolDir=${join(folder, 'spool')}`,
      `SlurmctldPidFile=${join(folder, 'slurmctld.pid')}`,
      `SlurmdPidFile=${join(folder, 'slurmd.pid')}`,
      'ProctrackType=proctrack/pgid',
      'TaskPlugin=task/none',
      'JobAcctGatherType=jobacct_gather/none',
      'AccountingStorageType=accounting_storage/none',
      'MpiDefault=none',
      'SelectType=select/cons_tres',
      'SelectTypeParameters=CR_Core',
      'SchedulerParameters=batch_sched_delay=1,sched_interval=2',
      'MinJobAge=3600',
      'MaxArraySize=1001',
      'ReturnToService=2',
      'SlurmdTimeout=10',
      'KillWait=5',
      `NodeName=${host} NodeAddr=127.0.0.1 CPUs=${processors} RealMemory=${megabytes} State=UNKNOWN`,
      `PartitionName=all Nodes=${host} Default=YES MaxTime=INFINITE State=UP`,
      '',
    ].join('\n'),
  );
  const env = { ...process.env, SLURM_CONF: configuration };
  const daemons: ChildProcess[] = [];
  const daemon = (program: string, ...args: readonly string[]) => {
    const child = spawn(program, args, { env, stdio: 'ignore', detached: true });
    daemons.push(child);
    return child;
  };
  const run = (program: string, ...args: readonly string[]) =>
    execFileSync(program, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  const answers = async (program: string, args: readonly string[], expected: RegExp) => {
    for (let tries = 0; tries < 120; tries++) {
      try {
        if (expected.test(run(program, ...args))) return;
      } catch {
        // It is not there yet.
      }
      await sleep(500);
    }
    throw new Error(`${program} did not answer ${expected}`);
  };
  const startNode = async () => {
    node = daemon('/usr/sbin/slurmd', '-D', '-f', configuration);
    await answers('/usr/bin/sinfo', ['-h', '-o', '%T'], /^(idle|mixed|allocated)$/);
  };
  let node: ChildProcess;
  const close = async () => {
    for (const child of daemons.reverse()) await ended(child, 'SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    daemon(
      '/usr/sbin/munged',
      '--foreground',
      '--force',
      `--socket=${socket}`,
      `--key-file=${key}`,
      ...mungeFiles(folder),
    );
    await answers('/usr/bin/munge', ['-n', `--socket=${socket}`], /^MUNGE/);
    daemon('/usr/sbin/slurmctld', '-D', '-f', configuration);
    await startNode();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    env,
    run,
    startNode,
    close,
    killNode: async () => {
      await ended(node, 'SIGKILL');
      // The processes that it started live longer than it; on a node that loses its power, all of them end.
      const kept = new Set([process.pid, ...daemons.map(({ pid }) => pid)]);
      for (const pid of processesWith(`SLURM_CONF=${configuration}`)) if (!kept.has(pid)) stop(pid);
    },
  };
}

const mungeFiles = (folder: string) =>
  ['pid', 'log', 'seed'].map((name) => `--${name}-file=${join(folder, 'munge', name)}`);

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function stop(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const forced = setTimeout(() => child.kill('SIGKILL'), 10_000);
    child.on('exit', () => {
      clearTimeout(forced);
      resolve();
    });
    child.kill(signal);
  });
}

/** Processes with an entry in their environment. */
function processesWith(entry: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').includes(entry);
      } catch {
        // It has ended.
        return false;
      }
    })
    .map(Number);
}
