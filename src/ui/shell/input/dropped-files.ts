/** Keeps the page when a file is dropped outside of a drop target. */
export function preventFileNavigation(page: Pick<Window, 'ondragover' | 'ondrop'>): void {
  page.ondragover = page.ondrop = (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
}
