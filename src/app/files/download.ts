/** Gives a text or a picture to the browser as a file to save. */
export function downloadFile(name: string, type: string, content: string | Blob): void {
  const blobUrl = URL.createObjectURL(new Blob([content], { type }));
  const anchor = document.createElement('a');
  anchor.href = blobUrl;
  anchor.download = name;
  anchor.click();
  URL.revokeObjectURL(blobUrl);
}
