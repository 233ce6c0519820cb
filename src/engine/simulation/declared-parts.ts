/**
 * The parts of the engine that the controls of the page need: all congestion controls but Reno, the parameters of some
 * sources, and the reader of lists of arrivals. The page loads them, but none of the code that runs them
 * (vite.config.ts).
 */
import '../sources/adaptive/adaptive-parameters.ts';
import '../sources/player/player-parameters.ts';
import '../sources/quic-source.ts';
import '../sources/control-registry.ts';
import '../time-lists/arrivals-registry.ts';
import '../scenario/up-link-registry.ts';
