/**
 * The file of records that is published with the page. `npm run validate` writes it, and the page reads it when the
 * papers are opened.
 */
import type { PaperRecord } from '../../papers/paper-record.ts';
import { deflateText, inflateText } from '../../run-state/text-compression.ts';

/** Format of the file. */
const FILE_FORMAT_VERSION = 1;

/** The records as the bytes of the file: compressed JSON with the version of its format. */
export function recordFile(records: readonly PaperRecord[]): Uint8Array {
  return deflateText(JSON.stringify({ format: FILE_FORMAT_VERSION, records }));
}

/** @throws Error with a message that names the problem */
export function decodeRecords(data: Uint8Array): readonly PaperRecord[] {
  const { format, records } = parseContent(data);
  if (format !== FILE_FORMAT_VERSION)
    throw new Error(`format ${JSON.stringify(format)?.slice(0, 20)} is unknown; allowed: ${FILE_FORMAT_VERSION}`);
  if (!Array.isArray(records) || !records.every(isRecord)) throw new Error('the file does not hold records');
  return records;
}

function parseContent(data: Uint8Array): { readonly format?: unknown; readonly records?: unknown } {
  try {
    return Object(JSON.parse(inflateText(data)));
  } catch {
    throw new Error('the file is damaged');
  }
}

const RECORD_TEXT_FIELDS = ['paper', 'mode', 'version', 'date', 'fingerprint'] as const;
const RECORD_TABLE_FIELDS = ['figures', 'claims', 'drawn', 'rows'] as const;

function isRecord(value: unknown): value is PaperRecord {
  const record: Readonly<Record<string, unknown>> = Object(value);
  return (
    RECORD_TEXT_FIELDS.every((name) => typeof record[name] === 'string') &&
    RECORD_TABLE_FIELDS.every((name) => typeof record[name] === 'object' && record[name] !== null)
  );
}
