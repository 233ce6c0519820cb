/** The files of a drop or of a choice, with those in folders. */
import type { NamedFile } from '../../../app/lessons/class-run.ts';

/** Largest number of files that are read. */
const MAX_FILES = 5_000;

export const namedFiles = (files: Iterable<File>): readonly NamedFile[] =>
  [...files].slice(0, MAX_FILES).map((file) => ({ name: file.webkitRelativePath || file.name, file }));

/**
 * The files of a drop. The entries of the event must be read before it ends.
 * @throws DOMException if a folder cannot be read
 */
export async function droppedFiles({ items, files }: DataTransfer): Promise<readonly NamedFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (entries.every(({ isFile }) => isFile)) return namedFiles(files);
  const foundFiles: NamedFile[] = [];
  for (const entry of entries) await addEntry(entry, foundFiles);
  return foundFiles;
}

async function addEntry(entry: FileSystemEntry, foundFiles: NamedFile[]): Promise<void> {
  if (foundFiles.length >= MAX_FILES || entry.name.startsWith('.')) return;
  if (isFileEntry(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    foundFiles.push({ name: entry.fullPath.replace(/^\//, ''), file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const readSome = () => new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
  // A browser returns at most a hundred entries at a time.
  for (let innerEntries = await readSome(); innerEntries.length > 0; innerEntries = await readSome())
    for (const innerEntry of innerEntries) await addEntry(innerEntry, foundFiles);
}

const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
