/** A manifest: the work, the number of shards and the program. The tasks are computed from it. */
import { decodeUtf8 } from '../../shared/utf8.ts';
import { version } from '../../version.ts';
import type { CommandWork } from '../command-work.ts';
import { type PaperRequest, paperWork } from '../commands/paper-command.ts';
import { type StudyRequest, studyWork } from '../commands/study-command.ts';
import { type SweepRequest, sweepWork } from '../commands/sweep-command.ts';
import { readInput } from '../input/read-input.ts';
import { type CommandIo, InputError } from '../io.ts';
import { hashTexts, programBuildId } from './build-id.ts';
import { type Bundle, workBundles } from './bundles.ts';

export type WorkRequest = PaperRequest | StudyRequest | SweepRequest;

/** Largest manifest: a sweep's scenario and lanes. */
export const MAX_MANIFEST_BYTES = 1 << 22;
/** Largest number of shards: more than any scheduler allows in one array. */
export const MAX_SHARDS = 100_000;

export interface Manifest {
  readonly bufferscope: 'manifest';
  readonly version: string;
  /** Hash of the program that wrote it. Only this program can do its shards. */
  readonly build: string;
  readonly order: WorkRequest;
  readonly tasks: number;
  /** Files of results that all shards together write. */
  readonly bundles: number;
  /** Hash of the names of all bundles, and so of all tasks. */
  readonly fingerprint: string;
  /** Estimated time of all tasks on one processor, hours. */
  readonly processorHours: number;
  /** Number of shards for the requested duration of a shard. */
  readonly shards: number;
}

/** A manifest with its work and its bundles. */
export interface PlannedWork {
  readonly manifest: Manifest;
  readonly work: CommandWork;
  readonly bundles: readonly Bundle[];
}

/** The work of a request, by its kind. */
export function requestedWork(request: WorkRequest): CommandWork {
  if (request.kind === 'paper') return paperWork(request);
  return request.kind === 'study' ? studyWork(request) : sweepWork(request);
}

/** @param minutes requested duration of a shard */
export function planShards(
  request: WorkRequest,
  minutes: number,
  { programFile }: Pick<CommandIo, 'programFile'>,
): PlannedWork {
  const build = programBuildId(programFile);
  const work = requestedWork(request);
  const bundles = workBundles(work, build);
  const seconds = bundles.reduce((sum, bundle) => sum + bundle.seconds, 0);
  const shards = Math.ceil(seconds / (60 * minutes));
  const manifest: Manifest = {
    bufferscope: 'manifest',
    version,
    build,
    order: request,
    tasks: countTasks(work),
    bundles: bundles.length,
    fingerprint: fingerprintBundles(bundles),
    processorHours: Number((seconds / 3600).toPrecision(3)),
    shards: Math.max(1, Math.min(shards, bundles.length, MAX_SHARDS)),
  };
  return { manifest, work, bundles };
}

const countTasks = ({ groups }: CommandWork) => groups.reduce((sum, { tasks }) => sum + tasks.length, 0);

const fingerprintBundles = (bundles: readonly Bundle[]) => hashTexts(bundles.map(({ name }) => name));

/**
 * Reads a manifest and lists its tasks again.
 * @throws InputError if it is incomplete or of another program
 */
export function readManifest(path: string, io: CommandIo): PlannedWork {
  const manifest = parseManifest(path, io);
  const build = programBuildId(io.programFile);
  if (manifest.build !== build)
    throw new InputError(
      `manifest: ${path} belongs to build ${manifest.build} (version ${manifest.version}), and this program is build ${build} (version ${version}); allowed: a manifest of this build. Use the program that wrote the manifest, or plan again`,
    );
  const formatError = new InputError(
    `manifest: ${path} was changed after it was written; allowed: a manifest as \`sim -- plan\` writes it`,
  );
  let work: CommandWork;
  try {
    work = requestedWork(manifest.order);
  } catch {
    throw formatError;
  }
  const bundles = workBundles(work, build);
  const { shards } = manifest;
  if (manifest.fingerprint !== fingerprintBundles(bundles) || manifest.tasks !== countTasks(work)) throw formatError;
  if (!(shards >= 1 && shards <= Math.max(1, Math.min(bundles.length, MAX_SHARDS)))) throw formatError;
  return { manifest, work, bundles };
}

function parseManifest(path: string, io: CommandIo): Manifest {
  const readManifest = (): Partial<Manifest> | null => JSON.parse(decodeUtf8(io.readBytes(path, MAX_MANIFEST_BYTES)));
  const manifest = readInput('manifest', path, readManifest);
  const isWhole =
    manifest?.bufferscope === 'manifest' && typeof manifest.build === 'string' && isRequest(manifest.order);
  if (!isWhole || !Number.isInteger(manifest?.shards))
    throw new InputError(`manifest: ${path} is not a manifest; allowed: a file that \`sim -- plan\` has written`);
  return manifest as Manifest;
}

const isRequest = (request: unknown) => typeof request === 'object' && request !== null;
