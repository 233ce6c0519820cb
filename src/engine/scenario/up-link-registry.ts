/** Declares the direction up to scenarios, when this file is loaded. */
import { declareUpLinks } from './scenario.ts';
import { upLinkPart } from './up-link.ts';

declareUpLinks(upLinkPart);
