/** Reads files of measurements and fits a link to them. The page ends the worker to cancel it. */
import { MeasuredFiles } from '../src/measurements/measured-files.ts';
import { checkMeasurementBytes, type UnpackedBytes, unpackedBytes } from '../src/measurements/unpacked-bytes.ts';
import type { MessageFromMeasurements, MessageToMeasurements } from '../src/protocol/measurement-messages.ts';

const files = new MeasuredFiles();

const send = (message: MessageFromMeasurements) => self.postMessage(message);

async function readFile(file: File, onProgress: (bytes: number) => void): Promise<UnpackedBytes> {
  const magic = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (magic[0] === 0x1f && magic[1] === 0x8b)
    return unpackedBytes(file.stream().pipeThrough(new DecompressionStream('gzip')).getReader(), onProgress);
  checkMeasurementBytes(file.size);
  return { bytes: new Uint8Array(await file.arrayBuffer()), notes: [] };
}

async function answer(message: MessageToMeasurements<File>): Promise<void> {
  switch (message.type) {
    case 'read': {
      const { id, name, file, keepsAddresses } = message;
      try {
        const { bytes, notes } = await readFile(file, (count) => send({ type: 'unpacked', id, bytes: count }));
        send({ type: 'read', id, measurements: files.add(id, name, bytes, keepsAddresses, notes) });
      } catch (error) {
        files.remove(id);
        send({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) });
      }
      return;
    }
    case 'remove':
      files.remove(message.id);
      return;
    case 'series':
      send({ type: 'series', series: files.besideSeries(message.direction, message.givenDirections) });
      return;
    case 'fit':
      send({ type: 'fitted', fitNumber: message.fitNumber, fittedFiles: files.fit(message.givenDirections) });
  }
}

let last: Promise<void> = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<MessageToMeasurements<File>>) => {
  last = last.then(() => answer(data));
};
