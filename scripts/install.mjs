// Runs before npm run check: installs the packages of package-lock.json, as npm start and npm test do.
import { installDependencies } from './project.mjs';

await installDependencies();
