/** A text that names documents of the project (`docs/GFR.md`): each becomes a link to its page beside this one. */

const DOCUMENT_NAME = /(docs\/[\w-]+\.md)/;

export function TextWithDocuments({ text }: { readonly text: string }) {
  return text.split(DOCUMENT_NAME).map((piece, index) => {
    if (!DOCUMENT_NAME.test(piece)) return piece;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which does not change
      <a key={index} href={piece.replace(/\.md$/, '.html')} target="_blank" rel="noopener">
        {piece}
      </a>
    );
  });
}
