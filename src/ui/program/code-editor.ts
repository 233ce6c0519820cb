/**
 * The editor for programs: CodeMirror in a shadow root. Its styles need no permission of the page's
 * Content-Security-Policy there. Tab leaves it. Ctrl+] and Ctrl+[ indent.
 */
import { autocompletion, type Completion, type CompletionContext, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { javascriptLanguage, localCompletionSource } from '@codemirror/lang-javascript';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { drawSelection, EditorView, hoverTooltip, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { contractNames } from './contract-names.ts';

const highlightColours = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
  { tag: tags.keyword, color: 'var(--accent)' },
  { tag: [tags.string, tags.number, tags.bool], color: 'var(--drop)' },
]);

const editorTheme = EditorView.theme({
  '&': { height: '100%', fontSize: '14px', color: 'var(--text)', backgroundColor: 'var(--surface)' },
  '.cm-scroller': { fontFamily: 'ui-monospace, Menlo, Consolas, monospace', lineHeight: '1.5' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { color: 'var(--muted)', backgroundColor: 'var(--raised)', borderRight: '1px solid var(--grid)' },
  '.cm-tooltip': { color: 'var(--text)', backgroundColor: 'var(--raised)', border: '1px solid var(--muted)' },
  '.cm-tooltip-hover': { padding: '4px 8px', maxWidth: '40ch' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { color: 'var(--surface)', backgroundColor: 'var(--accent)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 30%, transparent)',
  },
});

const completions: readonly Completion[] = contractNames.map(({ name, text, use }) => ({
  label: name,
  detail: use,
  info: text,
  type: use.includes('(') ? 'function' : 'variable',
}));

function completeName(context: CompletionContext) {
  const word = context.matchBefore(/[\w.]+/);
  if (word === null && !context.explicit) return null;
  return { from: word?.from ?? context.pos, options: completions, validFor: /^[\w.]*$/ };
}

/** The meaning of a name of the contract, when the pointer rests on it. */
const hoverMeaning = hoverTooltip((view, position) => {
  const { from, text } = view.state.doc.lineAt(position);
  const hints = contractNames.flatMap(({ name, use, text: meaning }) => {
    const nameStart = text.indexOf(name, Math.max(0, position - from - name.length));
    const pos = from + nameStart;
    const end = pos + name.length;
    const isHere = nameStart >= 0 && pos <= position && position <= end;
    if (!isHere || /[\w.]/.test(text[nameStart - 1] ?? '') || /\w/.test(text[end - from] ?? '')) return [];
    const dom = document.createElement('div');
    dom.textContent = `${use}: ${meaning}`;
    return { pos, end, create: () => ({ dom }) };
  });
  return hints[0] ?? null;
});

export interface EditorProblem {
  readonly message: string;
  readonly line?: number | undefined;
}

export class CodeEditor {
  private readonly view: EditorView;

  /**
   * @param onChange called with the text after each change
   * @param onRun called by Ctrl+Enter
   */
  constructor(parent: HTMLElement, source: string, onChange: (source: string) => void, onRun: () => void) {
    const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
    this.view = new EditorView({
      root,
      parent: root,
      doc: source,
      extensions: [
        lineNumbers(),
        lintGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        javascriptLanguage,
        [localCompletionSource, completeName].map((autocomplete) => javascriptLanguage.data.of({ autocomplete })),
        autocompletion(),
        hoverMeaning,
        syntaxHighlighting(highlightColours),
        editorTheme,
        EditorView.contentAttributes.of({
          tabindex: '0',
          'aria-label': 'Program',
          'aria-describedby': 'program-keys',
        }),
        keymap.of([
          {
            key: 'Mod-Enter',
            run: () => {
              onRun();
              return true;
            },
          },
          ...completionKeymap,
          ...defaultKeymap,
          ...historyKeymap,
        ]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
      ],
    });
  }

  get source(): string {
    return this.view.state.doc.toString();
  }

  replace(source: string): void {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: source } });
  }

  /** Marks a problem in its line, from 1; without a line nothing is marked. */
  showProblem({ message, line: number }: EditorProblem): void {
    const { doc } = this.view.state;
    const line = number === undefined || number > doc.lines ? undefined : doc.line(number);
    const diagnostics =
      line === undefined ? [] : [{ from: line.from, to: line.to, severity: 'error' as const, message }];
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
    if (line !== undefined) this.view.dispatch({ effects: EditorView.scrollIntoView(line.from, { y: 'nearest' }) });
  }

  focus(): void {
    this.view.focus();
  }

  close(): void {
    this.view.destroy();
  }
}
