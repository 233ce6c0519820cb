/**
 * The pods of cluster/kubernetes.yaml without a cluster: its command in a root of its own, with the folders, the
 * working directory and the environment that a kubelet would give it. No image, no scheduler, no limit of memory.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Container {
  readonly workingDir: string;
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
}

interface JobSpec {
  readonly completionMode: string;
  readonly completions: number;
  readonly template: {
    readonly spec: { readonly restartPolicy: string; readonly containers: readonly [Container] };
  };
}

export function readJob(): { readonly spec: JobSpec } {
  return parse(readFileSync('cluster/kubernetes.yaml', 'utf8'));
}

/** Why there can be no pods here; undefined where there can. */
export function missingPods(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'a root of its own needs root on Linux';
  return spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0
    ? undefined
    : 'no mount namespaces here';
}

/**
 * Replaces $(NAME) by the variable of this name, and $$ by $; other text stays as it is.
 * Source: Kubernetes, third_party/forked/golang/expansion/expand.go.
 */
function expanded(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(/\$\$|\$\(([^)]*)\)/g, (all, name: string | undefined) =>
    name === undefined ? '$' : (variables.get(name) ?? all),
  );
}

/**
 * All folders of the machine, and those of the pod: $1 the new root, $2 the folder of the image, $3 that of the volume.
 */
const ROOT = `set -e
mount -t tmpfs tmpfs "$1"
for place in /*; do
  if [ -L "$place" ]; then cp -P "$place" "$1$place"
  elif [ -d "$place" ]; then mkdir "$1$place"; mount --rbind "$place" "$1$place"; fi
done
mkdir -p "$1$4" "$1$5"
mount --bind "$2" "$1$4"
mount --bind "$3" "$1$5"
root=$1 folder=$4
shift 5
exec chroot "$root" sh -c 'cd "$0" && exec "$@"' "$folder" "$@"`;

/**
 * @param index of the pod, from 0
 * @param data folder of the volume
 */
export function startPod({ template }: JobSpec, index: number, data: string): ChildProcess {
  const [{ workingDir, env, command, args, volumeMounts }] = template.spec.containers;
  const root = mkdtempSync(join(tmpdir(), 'pod-'));
  const variables = new Map(env.map(({ name, value }) => [name, value]));
  const line = [...command, ...args].map((word) => expanded(word, variables));
  const given = {
    PATH: process.env.PATH,
    HOSTNAME: `bufferscope-${index}`,
    HOME: '/root',
    KUBERNETES_SERVICE_HOST: '10.96.0.1',
    KUBERNETES_SERVICE_PORT: '443',
    ...Object.fromEntries(variables),
    JOB_COMPLETION_INDEX: String(index),
  };
  const places = [root, process.cwd(), data, workingDir, volumeMounts[0]?.mountPath ?? ''];
  const pod = spawn('unshare', ['--mount', 'sh', '-c', ROOT, 'sh', ...places, ...line], {
    stdio: 'ignore',
    env: given,
  });
  // Its mounts ended with it.
  pod.on('close', () => rmdirSync(root));
  return pod;
}
