import type { Plugin } from 'vite';

export const constantsForVite: Plugin;
/** The code of a module with the numbers of its constants; `path` is that of the module. */
export function withConstants(code: string, path: string): string;
