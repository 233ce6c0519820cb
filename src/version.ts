/** The version of Bufferscope. */
export { version } from '../package.json';
