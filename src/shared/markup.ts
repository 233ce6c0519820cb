/** Texts in HTML, SVG and XML. */

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Safe in texts, and in attributes between double quotes. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** Characters that XML 1.0 cannot represent, including single surrogates. */
const FORBIDDEN_CHARACTERS = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A text for XML. Characters that XML does not allow are replaced by the replacement character. */
export function withoutForbiddenXml(xml: string): string {
  return xml.replace(FORBIDDEN_CHARACTERS, '\ufffd');
}
