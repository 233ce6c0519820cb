/**
 * The parts of the engine that declare something for the controls of the page: all congestion controls but Reno, and the
 * parameters of some sources. The page loads them, but none of the code that runs them (vite.config.ts).
 */
import '../sources/adaptive/adaptive-parameters.ts';
import '../sources/player/player-parameters.ts';
import '../sources/control-registry.ts';
