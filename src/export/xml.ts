/** Texts in XML. */

/** Signs that XML 1.0 has no way to write, halves of a pair of surrogates among them. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A text of XML with the mark for unknown signs in place of those that no reader of XML takes. */
export function withoutForbidden(xml: string): string {
  return xml.replace(FORBIDDEN, '\ufffd');
}
