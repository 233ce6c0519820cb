// Runs before the page and depends on nothing: says so when the page itself, or its style sheet, cannot be loaded.
// Its words are those of src/app/loading/loading.ts, which it cannot import. A style sheet is asked for once more; a
// script cannot be, since the others import it under its own address.
(() => {
  const said = new Set();
  // A frame with a sandbox has the origin "null", and the server's files are foreign to it.
  const cause =
    self.origin === 'null' && location.protocol.startsWith('http')
      ? 'the sandbox of its frame must contain allow-same-origin'
      : 'you may be offline, or a new version may have been published';
  // A server may send a file with a type that browsers refuse: "a type" in place of the expected one.
  const wrongType = async (url, expected) => {
    const { ok, headers } = await fetch(url);
    const type = headers.get('Content-Type') ?? 'no type';
    return ok && !type.includes(expected) ? type : undefined;
  };
  const say = (what, url, expected) => {
    // Once for several style sheets.
    if (said.has(what)) return;
    said.add(what);
    const box = document.createElement('p');
    box.setAttribute('role', 'alert');
    const text = document.createTextNode(`${what} could not be loaded: ${cause}. `);
    box.append(text);
    wrongType(url, expected).then(
      (type) => {
        if (type === undefined) return;
        const fault = `the server sends ${url} with the Content-Type ${type}; allowed: text/${expected}`;
        // For a file that is no longer there, a server may send its page: the file of a version before.
        text.data = `${what} could not be loaded: ${type.includes('html') ? `${cause} (${fault})` : fault}. `;
      },
      () => {},
    );
    const again = document.createElement('button');
    again.type = 'button';
    again.textContent = 'Reload';
    // The page, where there is one, comes back to its run (src/main.tsx).
    again.addEventListener('click', () => {
      if (dispatchEvent(new Event('bufferscope:reload', { cancelable: true }))) location.reload();
    });
    box.append(again);
    document.querySelector('.boot')?.remove();
    // Under an open dialog nothing else can be clicked; it may open, close or go later.
    const put = () => {
      const home = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
      if (box.parentNode !== home) home.prepend(box);
    };
    put();
    new MutationObserver(put).observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
  };
  addEventListener(
    'error',
    ({ target }) => {
      const again = '?again';
      if (target instanceof HTMLScriptElement) say('Bufferscope', target.src, 'javascript');
      else if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
      else if (target.href.endsWith(again)) say('The style sheet of this page', target.href, 'css');
      else {
        const link = document.createElement('link');
        link.rel = 'stylesheet';
        link.href = target.href + again;
        setTimeout(() => document.head.append(link), 1000);
      }
    },
    true,
  );
})();
