/** The text of a file of a measuring tool. Windows writes code pages, and its shell UTF-16. */
import { required } from '../shared/required.ts';
import { decodeUtf8, isUtf16, NotUtf8Error } from '../shared/utf8.ts';

/** The upper half of code page 850; its letters are those of code page 437 too. */
const CODE_PAGE_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

export interface DecodedText {
  readonly text: string;
  /** Name of an encoding other than UTF-8. */
  readonly encoding?: string;
}

/** Never fails: bytes that are not UTF-8 are those of a code page. */
export function decodeMeasurementText(bytes: Uint8Array): DecodedText {
  if (isUtf16(bytes)) return { text: decodeUtf16(bytes), encoding: 'UTF-16' };
  try {
    return { text: decodeUtf8(bytes) };
  } catch (error) {
    if (!(error instanceof NotUtf8Error)) throw error;
  }
  // Letters of code page 850 are bytes from 0x80 to 0xa5, those of Windows-1252 from 0xc0 on.
  let letters850 = 0;
  let letters1252 = 0;
  for (const byte of bytes) {
    if (byte >= 0x80 && byte <= 0xa5) letters850++;
    else if (byte >= 0xc0) letters1252++;
  }
  const isCodePage850 = letters850 >= letters1252;
  const pieces: string[] = [];
  const PIECE_BYTES = 8_192;
  for (let from = 0; from < bytes.length; from += PIECE_BYTES)
    pieces.push(String.fromCharCode(...bytes.subarray(from, from + PIECE_BYTES)));
  const latin = pieces.join('');
  return isCodePage850
    ? {
        text: latin.replace(/[\u0080-\u00ff]/g, (sign) => required(CODE_PAGE_850[sign.charCodeAt(0) - 0x80])),
        encoding: 'code page 850',
      }
    : { text: latin, encoding: 'Windows-1252' };
}

function decodeUtf16(bytes: Uint8Array): string {
  const isLittle = bytes[0] === 0xff;
  const pieces: string[] = [];
  for (let index = 2; index + 1 < bytes.length; index += 2) {
    const [first, second] = [required(bytes[index]), required(bytes[index + 1])];
    pieces.push(String.fromCharCode(isLittle ? first + 256 * second : 256 * first + second));
  }
  return pieces.join('');
}
