/** A file that is dropped where nobody takes it does not replace the page. */
export function keepPage(page: Pick<Window, 'ondragover' | 'ondrop'>): void {
  page.ondragover = page.ondrop = (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
}
