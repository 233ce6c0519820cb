/**
 * The names that a program can use, for completion and explanation in the editor. docs/OWN-POLICY.md has the full
 * description.
 */
export const contractNames: readonly { readonly name: string; readonly use: string; readonly text: string }[] = [
  {
    name: 'enqueue',
    use: 'function enqueue(packet)',
    text: 'Is called for each packet that arrives. Keep the packet, or drop it.',
  },
  {
    name: 'dequeue',
    use: 'function dequeue()',
    text: 'Is called when the link can send. Return the packet to send, or nothing.',
  },
  { name: 'wake', use: 'function wake()', text: 'Is called at the time of wakeAt.' },
  {
    name: 'policy',
    use: 'policy({...})',
    text: 'Declares name, parameters, reasons and signals, and returns the values of the parameters.',
  },
  { name: 'drop', use: 'drop(packet, reason, numbers)', text: 'Drops a packet that arrives or waits.' },
  { name: 'mark', use: 'mark(packet, reason, numbers)', text: 'Sets the ECN mark. Only if packet.ecn is true.' },
  {
    name: 'accept',
    use: 'accept(packet, reason, numbers)',
    text: 'Gives the reason why the arriving packet is accepted.',
  },
  { name: 'fits', use: 'fits(packet)', text: 'True if the packet fits into the buffer.' },
  { name: 'random', use: 'random()', text: 'A random number from 0 to below 1, from the seed of the run.' },
  { name: 'wakeAt', use: 'wakeAt(time)', text: 'Requests a call of wake() at this time, ns.' },
  { name: 'show', use: 'show(signal, value)', text: 'Sets the value of a plotted signal.' },
  { name: 'console.log', use: 'console.log(values)', text: 'Prints a line below the editor.' },
  { name: 'port.now', use: 'time, ns', text: 'The simulated time.' },
  { name: 'port.waiting', use: 'packets', text: 'Number of waiting packets.' },
  { name: 'port.waitingBytes', use: 'bytes', text: 'Number of waiting bytes.' },
  { name: 'port.sending', use: '0 or 1 packets', text: 'Packets in transmission.' },
  { name: 'port.sendingBytes', use: 'bytes', text: 'Bytes in transmission.' },
  { name: 'port.limit', use: 'packets', text: 'The buffer in packets; Infinity if it is counted in bytes.' },
  { name: 'port.limitBytes', use: 'bytes', text: 'The buffer in bytes; Infinity if it is counted in packets.' },
  { name: 'port.rate', use: 'bit/s', text: 'The rate of the link.' },
  { name: 'packet.bytes', use: 'bytes', text: 'The size of the packet.' },
  { name: 'packet.flow', use: 'number', text: 'The number of its flow.' },
  { name: 'packet.class', use: 'number', text: 'The number of its class, from 0.' },
  { name: 'packet.ecn', use: 'true or false', text: 'True if its sender understands marks.' },
  { name: 'packet.marked', use: 'true or false', text: 'True if it has the ECN mark.' },
  { name: 'packet.arrived', use: 'time, ns', text: 'The time of its arrival.' },
  { name: 'packet.id', use: 'number', text: 'The number of the packet.' },
  { name: 'ms', use: '1\u202f000\u202f000 ns', text: '5 * ms is 5 milliseconds.' },
];
