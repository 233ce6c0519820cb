/** A file that is dropped outside of a drop target does not replace the page. */
export function keepPage(page: Pick<Window, 'ondragover' | 'ondrop'>): void {
  page.ondragover = page.ondrop = (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
}
