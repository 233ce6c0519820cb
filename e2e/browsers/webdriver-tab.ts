/** A tab of Debian's WebKit (WebKitGTK), driven by WebDriver on a virtual display. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { patient } from '../patience.ts';
import { type Place, type Probe, type Tab, WINDOW } from './tab.ts';

/** Names of keys as WebDriver writes them. */
const KEYS = { ArrowUp: '\uE013', ArrowRight: '\uE014', ' ': ' ' } as const;
const LIMIT_MS = patient(240_000);

/** The number of our own X display, after it has started. */
function displayNumber(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (status) => reject(new Error(`Xvfb ended with status ${status}`)));
    server.stdio[3]?.once('data', (number: Buffer) => resolve(String(number).trim()));
  });
}

class Session {
  private readonly origin: string;
  private path = '';

  constructor(origin: string) {
    this.origin = origin;
  }

  private async call<Result>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Result> {
    const answer = await fetch(`${this.origin}${path}`, {
      method,
      signal: AbortSignal.timeout(LIMIT_MS),
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: Result & { error?: string; message?: string } };
    if (!answer.ok)
      throw new Error(`WebDriver: ${path.split('/').slice(3).join('/')}: ${value.error}: ${value.message}`);
    return value;
  }

  /** Starts when the driver accepts connections. */
  async begin(): Promise<void> {
    for (let tries = 0; ; tries++)
      try {
        await this.call('GET', '/status');
        break;
      } catch (error) {
        if (tries === 300) throw error;
        await pause(100);
      }
    // Reads a page before it has loaded, to get its first errors.
    const capabilities = { alwaysMatch: { pageLoadStrategy: 'none' } };
    const { sessionId } = await this.call<{ sessionId: string }>('POST', '/session', { capabilities });
    this.path = `/session/${sessionId}`;
    await this.post('timeouts', { script: LIMIT_MS });
  }

  post<Result>(command: string, body: object): Promise<Result> {
    return this.call('POST', `${this.path}/${command}`, body);
  }

  get<Result>(command: string): Promise<Result> {
    return this.call('GET', `${this.path}/${command}`);
  }

  async run<Args extends readonly unknown[], Result>(probe: Probe<Args, Result>, ...args: Args): Promise<Result> {
    const script = `
      const done = arguments[arguments.length - 1];
      Promise.resolve().then(() => (${probe})(...arguments[0])).then(
        (value) => done({ value }),
        (error) => done({ error: String(error) + '\\n' + error.stack }));`;
    const { value, error } = await this.post<{ value: Result; error?: string }>('execute/async', {
      script,
      args: [args],
    });
    if (error !== undefined) throw new Error(error);
    return value;
  }

  end(): Promise<void> {
    return this.call('DELETE', this.path);
  }
}

/** Gives the page, not the window, its size. */
async function fitWindow(session: Session): Promise<void> {
  const inside = () => session.run(() => [innerWidth, innerHeight] as [number, number]);
  let rect: { width: number; height: number } = { ...WINDOW };
  for (let tries = 0; tries < 20; tries++) {
    await session.post('window/rect', rect);
    await pause(200);
    const [width, height] = await inside();
    if (width === WINDOW.width && height === WINDOW.height) return;
    rect = { width: rect.width + WINDOW.width - width, height: rect.height + WINDOW.height - height };
  }
  throw new Error(`the window stays ${await inside()}`);
}

type Watched = Window & { seenProblems?: string[] };

/** Runs in the page: records errors from now on. */
function watch(): void {
  const problems: string[] = [];
  (window as Watched).seenProblems = problems;
  addEventListener('error', (event) => problems.push(event.message ?? String(event)), true);
  addEventListener('unhandledrejection', (event) => problems.push(String(event.reason)));
  for (const level of ['error', 'warn'] as const) console[level] = (...said) => void problems.push(said.join(' '));
}

async function gone(session: Session, address: string): Promise<void> {
  await session.run(() => {
    location.href = 'about:blank';
  });
  await session.post('url', { url: address });
  const arrived = (wanted: string) => location.href.startsWith(wanted) && !('seenProblems' in window);
  while (!(await session.run(arrived, address.split('#')[0] as string).catch(() => false))) await pause(20);
  await session.run(watch);
  while ((await session.run(() => document.readyState)) !== 'complete') await pause(50);
}

function mouse(first: Place, others: readonly Place[]) {
  const move = ({ x, y }: Place) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 50 });
  const press = { type: 'pointerDown', button: 0 };
  const actions = [move(first), press, ...others.map(move), { type: 'pointerUp', button: 0 }];
  return { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
}

export async function webDriverTab(program: string): Promise<Tab> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await displayNumber(screen);
  const port = await freePort();
  const driver = spawn(program, ['-p', String(port)], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${display}`, GDK_BACKEND: 'x11' },
  });
  const stop = () => {
    driver.kill();
    screen.kill();
  };
  process.once('exit', stop);
  const session = new Session(`http://127.0.0.1:${port}`);
  await session.begin();
  await fitWindow(session);
  return {
    goto: (address) => gone(session, address),
    evaluate: (probe, ...args) => session.run(probe, ...args),
    press: (first, ...others) => session.post('actions', { actions: [mouse(first, others)] }),
    type: (key) => {
      const value = KEYS[key];
      const actions = [{ type: 'key', id: 'keys', actions: ['keyDown', 'keyUp'].map((type) => ({ type, value })) }];
      return session.post('actions', { actions });
    },
    screenshot: () => session.get('screenshot'),
    problems: () => session.run(() => (window as Watched).seenProblems ?? []),
    async close() {
      await session.end();
      stop();
    },
  };
}
