/** pfifo, bfifo and pfifo_fast in tc. Source: iproute2, tc/q_fifo.c; Linux, net/sched/sch_generic.c. */
import { DEVICE_PACKETS, MTU_BYTES, numberOf, numberWords, type TcDiscipline } from './tc-words.ts';

export const tcPfifo: TcDiscipline = {
  kind: 'pfifo',
  policy: 'pfifo',
  words: { limit: 'packets' },
  read: (words) => ({
    values: { limit: numberOf(words, 'limit', DEVICE_PACKETS) },
    notes: words.has('limit') ? [] : [`limit ${DEVICE_PACKETS}: the queue length of a device (txqueuelen)`],
  }),
  write: ({ limit }) => numberWords({ limit: Math.floor(Number(limit)) }),
};

/** The discipline that devices have if nobody sets one. It is read as pfifo, and pfifo is written. */
export const tcPfifoFast: TcDiscipline = {
  kind: 'pfifo_fast',
  policy: 'pfifo',
  words: { bands: 'text', priomap: 'text' },
  read: () => ({
    values: { limit: DEVICE_PACKETS },
    notes: [
      `bands are ignored: all packets have the same priority, so it is pfifo with limit ${DEVICE_PACKETS}, the queue length of a device`,
    ],
  }),
  write: tcPfifo.write,
};

export const tcBfifo: TcDiscipline = {
  kind: 'bfifo',
  policy: 'bfifo',
  words: { limit: 'bytes' },
  read: (words) => ({
    values: { limit: numberOf(words, 'limit', DEVICE_PACKETS * MTU_BYTES) },
    notes: words.has('limit')
      ? []
      : [`limit ${DEVICE_PACKETS * MTU_BYTES}: the queue length of a device in frames of ${MTU_BYTES} bytes`],
  }),
  write: ({ limit }) => numberWords({ limit: Math.floor(Number(limit)) }),
};
