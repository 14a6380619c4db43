import {
  autocompletion,
  type CompletionSource,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  startCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { PostgreSQL, type SQLNamespace, sql as sqlLanguage } from '@codemirror/lang-sql';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, Prec } from '@codemirror/state';
import { drawSelection, EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import type { DatabaseSchemaReply } from '../../../../src/client/index.ts';

interface SqlEditorProps {
  readonly initial: string;
  /** Put in place of what is there, each time that it is another object: an earlier text of the editor itself must not come back. */
  readonly chosen: { readonly sql: string } | null;
  readonly schema: DatabaseSchemaReply | undefined;
  readonly onChange: (sql: string) => void;
  /** With the text as it is in the editor: what was told of by `onChange` may not have been drawn yet. */
  readonly onRun: (sql: string) => void;
}

/**
 * CodeMirror, in a shadow tree: there its styles are sheets that a script makes, which the page's policy allows, where in the
 * page itself they would be a `<style>`, which it refuses. The colours are those of the page.
 */
export function SqlEditor({ initial, chosen, schema, onChange, onRun }: SqlEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const first = useRef(initial);
  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          Prec.highest(
            keymap.of([
              {
                key: 'Mod-Enter',
                run: ({ state }) => {
                  onRun(state.doc.toString());
                  return true;
                },
              },
            ]),
          ),
          history(),
          drawSelection(),
          bracketMatching(),
          closeBrackets(),
          autocompletion({ icons: false }),
          keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
          LANGUAGE.of(sqlLanguage({ dialect: PostgreSQL })),
          syntaxHighlighting(COLOURS),
          THEME,
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': 'SQL' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => {
      first.current = editor.state.doc.toString();
      editor.destroy();
      view.current = null;
    };
  }, [onChange, onRun]);
  const isSchemaKnown = useRef(false);
  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    editor.dispatch({
      effects: LANGUAGE.reconfigure([
        sqlLanguage({ dialect: PostgreSQL, schema: namesOf(schema), upperCaseKeywords: true }),
        PostgreSQL.language.data.of({ autocomplete: columnsOf(schema) }),
      ]),
    });
    // A name that was begun before the names were there is completed by them all the same.
    if (schema !== undefined && !isSchemaKnown.current && editor.hasFocus && endsInWord(editor)) startCompletion(editor);
    isSchemaKnown.current = schema !== undefined;
  }, [schema]);
  useEffect(() => {
    const editor = view.current;
    if (editor === null || chosen === null) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: chosen.sql } });
    editor.focus();
  }, [chosen]);
  return <div ref={host} className="sql-editor" />;
}

const LANGUAGE = new Compartment();

function endsInWord({ state }: EditorView): boolean {
  const { head } = state.selection.main;
  return /\w$/.test(state.sliceDoc(Math.max(0, head - 1), head));
}

/** What is completed: tables with their columns, those of another schema behind its name. */
function namesOf(schema: DatabaseSchemaReply | undefined): SQLNamespace {
  const names: Record<string, readonly string[]> = {};
  for (const { name, schema: of, columns } of schema?.tables ?? []) {
    const bare = name.startsWith(`${of}.`) ? name.slice(of.length + 1) : name;
    names[of === 'public' || schema?.engine === 'clickhouse' ? escaped(bare) : `${escaped(of)}.${escaped(bare)}`] = columns.map(
      (column) => column.name,
    );
  }
  return names;
}

/** Columns of every table while none is named yet: people write what they select before where it is from. */
function columnsOf(schema: DatabaseSchemaReply | undefined): CompletionSource {
  const tables = new Map<string, string[]>();
  for (const { name, columns } of schema?.tables ?? [])
    for (const column of columns) tables.set(column.name, [...(tables.get(column.name) ?? []), name]);
  // Read out behind the name, and not as a part of it.
  const options = [...tables].map(([label, of]) => ({ label, type: 'property', detail: ` ${of.slice(0, 3).join(', ')}` }));
  return (context) => {
    const word = context.matchBefore(/\w+$/);
    if (word === null || NAMES_A_TABLE.test(context.state.doc.toString())) return null;
    if (context.state.sliceDoc(word.from - 1, word.from) === '.') return null;
    return { from: word.from, options, validFor: /^\w*$/ };
  };
}

const NAMES_A_TABLE = /\b(?:from|into|update|join|table)\b/i;

/** A dot in a name is no border between two. */
const escaped = (name: string): string => name.replaceAll('.', '\\.');

const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--part-1)' },
  { tag: [tags.lineComment, tags.blockComment], color: 'var(--muted)', fontStyle: 'italic' },
]);

const THEME = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--surface)', border: '1px solid var(--control)', borderRadius: 'var(--radius)' },
  '&:focus-within': { outline: '2px solid var(--accent)', outlineOffset: '2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', fontSize: '0.9rem', lineHeight: '1.5', maxHeight: '24rem', overflow: 'auto' },
  '.cm-content': { minHeight: '8rem', padding: '0.6rem 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 0.8rem' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { background: 'var(--line)' },
  '.cm-matchingBracket': { backgroundColor: 'var(--accent-soft) !important' },
  '.cm-tooltip': { color: 'var(--text)', backgroundColor: 'var(--surface)', border: '1px solid var(--line)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { color: 'var(--on-accent)', background: 'var(--accent)' },
});
