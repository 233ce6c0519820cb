/** Prevents that a file dropped outside of a drop target replaces the page. */
export function keepPage(page: Pick<Window, 'ondragover' | 'ondrop'>): void {
  page.ondragover = page.ondrop = (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
}
