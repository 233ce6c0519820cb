/** Registers RED as in Linux in loaded-linux-red.ts. The registry of policies loads it. */
import { LinuxRedQueue } from './linux-red-queue.ts';
import { registerLinuxRed } from './loaded-linux-red.ts';

registerLinuxRed((host, values) => new LinuxRedQueue(host, values));
