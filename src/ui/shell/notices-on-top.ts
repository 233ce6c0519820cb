/**
 * While a modal dialog is open, the user cannot see or reach other parts of the page. So the notices move into the
 * dialog. `public/boot.js` does the same with its own message.
 */

/** @returns a function that ends it */
export function keepNoticesOnTop(): () => void {
  const home = document.querySelector('.notice-area');
  const notices = home?.querySelector('.notices');
  if (home === null || notices === null || notices === undefined) return () => undefined;
  const observer = new MutationObserver(() => put());
  const put = () => {
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
    if (dialog === undefined && notices.parentNode !== home) home.prepend(notices);
    else if (dialog !== undefined && notices.parentNode !== dialog) dialog.append(notices);
    observer.disconnect();
    // A dialog that is removed from the page keeps its attributes.
    observer.observe(document.body, { subtree: true, attributeFilter: ['open'], childList: dialog !== undefined });
  };
  put();
  return () => {
    observer.disconnect();
    home.prepend(notices);
  };
}
