// Before npm run check: what package-lock.json asks for is installed, as npm start and npm test do.
import { installDependencies } from './project.mjs';

await installDependencies();
