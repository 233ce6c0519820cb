/** What people type and drop, before the page takes it. */

/** A seed as it was typed: what is not all digits goes in quotation marks, so that it is no number and is refused as it stands. */
export const typedSeed = (text: string) => (/\D|^$/.test(text) ? `"${text}"` : text);

/** A file that is dropped where nobody takes it does not replace the page. */
export function keepPage(page: Pick<Window, 'ondragover' | 'ondrop'>): void {
  page.ondragover = page.ondrop = (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
}
