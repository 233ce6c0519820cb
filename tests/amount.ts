/** How much a test tries: less of it in `npm test`, all of it in `npm run validate`. */
export const amount = (inTest: number, inValidate: number): number =>
  process.env.BUFFERSCOPE_VALIDATES === 'yes' ? inValidate : inTest;
