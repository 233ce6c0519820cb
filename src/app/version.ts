/** Which Bufferscope this is. */
export { version } from '../../package.json';
