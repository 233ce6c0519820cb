/**
 * Templates of programs. Each is complete and runs unchanged. They are texts for the sandbox: a student reads, changes
 * and runs them.
 */

export interface ProgramTemplate {
  readonly id: string;
  readonly title: string;
  /** Its lesson, in one sentence. */
  readonly purpose: string;
  readonly source: string;
}

const dropTail = `// DropTail: one queue. A packet that does not fit is dropped.

policy({
  name: 'My DropTail',
  reasons: { drop: { full: 'The buffer was full.' } },
});

const queue = [];

function enqueue(packet) {
  if (fits(packet)) queue.push(packet);
  else drop(packet, 'full');
}

function dequeue() {
  return queue.shift();
}
`;

const randomDropTemplate = `// RandomDrop: when the buffer is full, a packet drawn at random from those that wait is dropped.

policy({
  name: 'My RandomDrop',
  reasons: { drop: { drawn: 'The buffer was full. Place {place} of {waiting} was drawn.' } },
});

const queue = [];

function enqueue(packet) {
  queue.push(packet);
  while (!fits(packet) && queue.length > 1) {
    const waiting = queue.length - 1;
    const place = Math.floor(random() * waiting);
    drop(queue.splice(place, 1)[0], 'drawn', { place: place + 1, waiting });
  }
  if (!fits(packet)) drop(queue.pop());
}

function dequeue() {
  return queue.shift();
}
`;

const redTemplate = `// RED (Floyd & Jacobson 1993), as ns-2 runs it: drops early and at random, more often with a longer average queue.

const p = policy({
  name: 'My RED',
  summary: 'Drops early and at random, with a probability that grows with the average queue.',
  valuesOf: 'red', // begins with the values that the scenario sets for RED
  parameters: {
    minThreshold: { default: 'buffer / 6', max: 1000000, step: 1, unit: 'packets', symbol: 'min_th', label: 'Lower threshold',
      threshold: 'low', below: 'maxThreshold' },
    maxThreshold: { default: '3 * minThreshold', min: 0.001, max: 1000000, step: 1, unit: 'packets', symbol: 'max_th',
      label: 'Upper threshold', threshold: 'middle' },
    maxProbability: { default: 0.1, max: 1, step: 0.01, symbol: 'max_p', label: 'Drop probability at max_th' },
    queueWeight: { default: 0.002, min: 0.00001, max: 1, scale: 'log', symbol: 'w_q', label: 'Averaging weight' },
    meanPacket: { default: 1000, min: 1, max: 65000, integer: true, unit: 'bytes', label: 'Mean packet' },
  },
  reasons: {
    accept: {
      below: 'The average queue {average} is below min_th = {minThreshold}.',
      spared: 'The average queue {average} is not below min_th = {minThreshold}, but this packet is not at risk.',
      passed: 'The average queue {average} gives p = {probability}. The draw {draw} is not below p.',
    },
    drop: {
      early: 'The average queue {average} gives p = {probability}. The draw {draw} is below p.',
      full: 'The buffer was full.',
    },
  },
  signals: {
    average: { label: 'average queue', symbol: 'avg', unit: 'packets', axis: 'queue' },
    probability: { label: 'drop probability', symbol: 'p_b', axis: 'probability' },
  },
});

const queue = [];
let average = 0;
let count = 0; // packets since the last drop
let above = false; // the packet before found the average above min_th
let idleSince = 0; // time at which the link began to rest, or -1 while it is busy

function enqueue(packet) {
  updateAverage();
  count = count + 1;
  const base = baseProbability();
  show('average', average);
  show('probability', base);

  let reason = 'below';
  let probability = 0;
  let draw = 1;
  if (average < p.minThreshold) above = false;
  else if (queue.length <= 1) {
    above = false;
    reason = 'spared';
  } else if (!above) {
    above = true;
    count = 1;
    reason = 'spared';
  } else {
    probability = spread(base);
    draw = random();
    reason = draw < probability ? 'early' : 'passed';
    if (reason === 'early') count = 0;
  }

  if (queue.length >= port.limit || port.waitingBytes + packet.bytes > port.limitBytes) {
    count = 0;
    drop(packet, 'full');
  } else if (reason === 'early') drop(packet, reason, { average, probability, draw });
  else {
    accept(packet, reason, { average, probability, draw });
    queue.push(packet);
  }
}

function dequeue() {
  if (queue.length === 0 && idleSince < 0) idleSince = port.now;
  return queue.shift();
}

// The average moves a little towards the queue at every arrival. While the link rests, it decays.
function updateAverage() {
  let steps = 1;
  if (idleSince >= 0) {
    steps = Math.floor(((port.now - idleSince + 1) * port.rate) / (8e9 * p.meanPacket)) + 1;
    idleSince = -1;
  }
  average = average * power(1 - p.queueWeight, steps);
  average = average + p.queueWeight * queue.length;
}

function baseProbability() {
  if (average < p.minThreshold) return 0;
  if (average < p.maxThreshold)
    return (p.maxProbability * (average - p.minThreshold)) / (p.maxThreshold - p.minThreshold);
  // gentle: from max_p at max_th to 1 at twice max_th
  return Math.min(1, ((1 - p.maxProbability) * average) / p.maxThreshold + 2 * p.maxProbability - 1);
}

// Drops are 1/p to 2/p packets apart.
function spread(base) {
  const share = count * base;
  if (share < 1) return 0;
  return share < 2 ? Math.min(1, base / (2 - share)) : 1;
}

// x to the power n, for a whole n
function power(x, n) {
  let result = 1;
  while (n > 0) {
    if (n % 2 === 1) result = result * x;
    x = x * x;
    n = Math.floor(n / 2);
  }
  return result;
}
`;

const codelTemplate = `// Like CoDel (RFC 8289): drops when every packet of the last interval has waited for the target or longer.

const p = policy({
  name: 'My CoDel',
  parameters: {
    target: { default: 5, min: 0.1, max: 1000, step: 1, unit: 'ms', label: 'Target', threshold: 'low', axis: 'delay' },
    interval: { default: 100, min: 1, max: 10000, step: 10, unit: 'ms', label: 'Interval' },
  },
  reasons: {
    drop: {
      full: 'The buffer was full.',
      late: 'It waited {waited} ms. It is drop {count} of this congestion.',
    },
  },
  signals: { waited: { label: 'delay in the queue', unit: 'ms', axis: 'delay' } },
});

const queue = [];
let aboveUntil = 0; // when the delay will have been above the target for an interval; 0 while it is below
let dropping = false;
let nextDrop = 0;
let count = 0;

function enqueue(packet) {
  if (fits(packet)) queue.push(packet);
  else drop(packet, 'full');
}

function dequeue() {
  let packet = queue.shift();
  if (!isLate(packet)) dropping = false;
  else if (!dropping) {
    // the first drop of a congestion; if the last one ended a short time ago, its count goes on
    dropping = true;
    count = port.now - nextDrop < 16 * p.interval * ms && count > 2 ? count - 2 : 1;
    packet = dropOne(packet);
    nextDrop = port.now + (p.interval * ms) / Math.sqrt(count);
  }
  while (dropping && port.now >= nextDrop) {
    count = count + 1;
    packet = dropOne(packet);
    if (!isLate(packet)) dropping = false;
    else nextDrop = nextDrop + (p.interval * ms) / Math.sqrt(count);
  }
  return packet;
}

// Drops the packet and returns the one behind it.
function dropOne(packet) {
  drop(packet, 'late', { waited: (port.now - packet.arrived) / ms, count });
  return queue.shift();
}

function isLate(packet) {
  const waited = packet ? (port.now - packet.arrived) / ms : 0;
  show('waited', waited);
  if (!packet || waited < p.target || port.waitingBytes <= 1500) {
    aboveUntil = 0;
    return false;
  }
  if (aboveUntil === 0) aboveUntil = port.now + p.interval * ms;
  return port.now >= aboveUntil;
}
`;

const twoPriorities = `// Two priorities: flows of small packets go first. Other packets leave only if no such packet waits.
// All packets of a flow go into the same queue, so that they keep their order.

const p = policy({
  name: 'My two priorities',
  parameters: {
    small: { default: 600, min: 40, max: 9000, integer: true, unit: 'bytes', label: 'Small up to' },
  },
  reasons: { drop: { full: 'The buffer was full.' } },
  signals: {
    first: { label: 'waiting in the first queue', unit: 'packets', axis: 'queue' },
    second: { label: 'waiting in the second queue', unit: 'packets', axis: 'queue' },
  },
});

const first = [];
const second = [];
const isSmall = []; // by flow: whether its first packet was small

function enqueue(packet) {
  if (isSmall[packet.flow] === undefined) isSmall[packet.flow] = packet.bytes <= p.small;
  if (!fits(packet)) drop(packet, 'full');
  else if (isSmall[packet.flow]) first.push(packet);
  else second.push(packet);
  showQueues();
}

function dequeue() {
  const packet = first.length > 0 ? first.shift() : second.shift();
  showQueues();
  return packet;
}

function showQueues() {
  show('first', first.length);
  show('second', second.length);
}
`;

const blankTemplate = `// RandomDrop, to be filled in: when the buffer is full, a packet drawn at random from those that wait is dropped.

policy({
  name: 'My RandomDrop',
  reasons: { drop: { full: 'The buffer was full.', drawn: 'Place {place} was drawn.' } },
});

const queue = [];

function enqueue(packet) {
  if (fits(packet)) {
    queue.push(packet);
    return;
  }
  // 1. Draw a place: random() gives a number from 0 to 1, and queue.length packets wait.
  // 2. Take the packet at this place out of the queue: queue.splice(place, 1)[0]
  // 3. Drop it: drop(packet, 'drawn', { place })
  // 4. Now the packet that arrives fits: put it into the queue.
  drop(packet, 'full'); // replace this line
}

function dequeue() {
  return queue.shift();
}
`;

export const programTemplates: readonly ProgramTemplate[] = [
  {
    id: 'droptail',
    title: 'DropTail',
    purpose: 'The shortest policy: one queue that drops when it is full.',
    source: dropTail,
  },
  {
    id: 'random-drop',
    title: 'RandomDrop',
    purpose: 'Drops a random waiting packet when the buffer is full.',
    source: randomDropTemplate,
  },
  {
    id: 'red',
    title: 'RED',
    purpose: 'Drops early when the average queue grows.',
    source: redTemplate,
  },
  {
    id: 'codel',
    title: 'CoDel-like',
    purpose: 'Drops packets that waited too long, when they leave.',
    source: codelTemplate,
  },
  {
    id: 'two-priorities',
    title: 'Two priorities',
    purpose: 'Two queues. One of them goes first.',
    source: twoPriorities,
  },
  { id: 'blank', title: 'Fill in RandomDrop', purpose: 'Four lines are missing.', source: blankTemplate },
];
