/** The parts of the engine that many runs do without: videos, adaptive multimedia, pings, ATM, senders beside Reno. Once this is loaded, loaded.ts knows them. */
import { frameBytes } from './atm/aal5.ts';
import { CellPort } from './atm/cell-port.ts';
import { knowRest } from './loaded.ts';
import './transport/congestion/registry.ts';
import { AdaptiveTraffic } from './sources/adaptive.ts';
import type { AdaptiveValues } from './sources/adaptive-parameters.ts';
import { PingTraffic } from './sources/ping.ts';
import type { PingValues } from './sources/ping-parameters.ts';
import { TcpTraffic } from './sources/tcp-traffic.ts';
import { VideoTraffic } from './sources/video.ts';
import type { VideoValues } from './sources/video-parameters.ts';
import type { TcpValues } from './transport/parameters.ts';

knowRest({
  models: {
    video: (host, classIndex, name, values) => new VideoTraffic(host, classIndex, name, values as VideoValues),
    vc: (host, classIndex, name, values) =>
      new TcpTraffic(host, classIndex, name, {
        ...(values as TcpValues),
        greenShare: 0,
        ecn: false,
        wireBytes: frameBytes,
      }),
    ping: (host, classIndex, name, values) => new PingTraffic(host, classIndex, name, values as PingValues),
    adaptive: (host, classIndex, name, values) => new AdaptiveTraffic(host, classIndex, name, values as AdaptiveValues),
  },
  cellPort: (options) => new CellPort(options),
});
