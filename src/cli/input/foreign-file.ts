/** Messages about files that a command does not read. */
import { ALLOWED_FILES, foreignFormat } from '../../capture/file-kind.ts';
import { measurementKind } from '../../measurements/read-measurements.ts';

/** The message about a file of another program that is neither arrivals nor a scenario; undefined for other files. */
export function foreignFileMessage(bytes: Uint8Array): string | undefined {
  const kind = measurementKind(bytes);
  if (kind === undefined) return foreignFormat(bytes);
  return `this is ${kind}, a measurement: \`fit\` reads it; allowed here: ${ALLOWED_FILES}`;
}
