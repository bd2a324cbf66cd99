import type { MailValues } from '@headhaul/domain/mail/variables';
import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import classes from './chip-editor.module.css';
import { ChipMenu } from './chip-menu.tsx';
import { InsertMenu } from './insert-menu.tsx';
import { clipboardSerializer, extensionsOf, type MailTextKind, pastedSlice, readMailText, writeMailText } from './mail-document.ts';
import type { Variable } from './variable-text.public.ts';

interface ChipEditorProps {
  kind: MailTextKind;
  label: string;
  /** The first content. Later changes of this prop are ignored, so give another key to start anew. */
  initial: string;
  /** The values of the preview. The menus show them beside the variables. */
  values: MailValues;
  onChange: (value: string, text: string) => void;
  onFocus: (editor: Editor) => void;
  onReady?: (editor: Editor) => void;
}

interface Place {
  left: number;
  top: number;
}

/** A text editor that shows variables as chips. `{` opens a list of variables, and a click on a chip edits its fallback. */
export function ChipEditor({ kind, label, initial, values, onChange, onFocus, onReady }: ChipEditorProps) {
  const [insertAt, setInsertAt] = useState<Place | null>(null);
  const [chip, setChip] = useState<{ place: Place; pos: number; variable: Variable } | null>(null);
  const latest = useRef({ onChange, onFocus, onReady });
  latest.current = { onChange, onFocus, onReady };

  const openChip = (view: EditorView, pos: number) => {
    const node = view.state.doc.nodeAt(pos);
    if (node?.type.name !== 'variable') return false;
    const { left, bottom } = view.coordsAtPos(pos);
    setChip({ place: { left, top: bottom + 6 }, pos, variable: node.attrs as Variable });
    return true;
  };

  const editor = useEditor({
    extensions: extensionsOf(kind),
    content: readMailText(kind, initial),
    // Our stylesheet covers this. The content security policy blocks styles that are added at run time.
    injectCSS: false,
    immediatelyRender: true,
    onUpdate: ({ editor: changed }) => latest.current.onChange(writeMailText(kind, changed.state.doc), changed.getText()),
    onFocus: ({ editor: focused }) => latest.current.onFocus(focused),
    editorProps: {
      attributes: {
        class: (kind === 'subject' ? classes.subject : classes.body) ?? '',
        role: 'textbox',
        'aria-label': label,
        'aria-multiline': String(kind !== 'subject'),
      },
      clipboardSerializer: clipboardSerializer(kind),
      handleTextInput: (view, from, _to, text) => {
        if (text !== '{') return false;
        const { left, bottom } = view.coordsAtPos(from);
        setInsertAt({ left, top: bottom + 6 });
        return true;
      },
      handleKeyDown: (view, event) => {
        if (event.key !== 'Enter') return false;
        const { selection } = view.state;
        if (selection instanceof NodeSelection && openChip(view, selection.from)) return true;
        return kind === 'subject';
      },
      handleClickOn: (view, _pos, node, nodePos) => node.type.name === 'variable' && openChip(view, nodePos),
      handleDOMEvents: {
        paste: (view, event) => {
          if (event.clipboardData === null) return false;
          event.preventDefault();
          view.dispatch(view.state.tr.replaceSelection(pastedSlice(kind, view.state.schema, event.clipboardData)).scrollIntoView());
          return true;
        },
        drop: (view, event) => {
          if (view.dragging !== null || event.dataTransfer === null) return false;
          event.preventDefault();
          const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? view.state.selection.from;
          const text = event.dataTransfer.getData('text/plain');
          if (text !== '') view.dispatch(view.state.tr.insertText(text, at));
          return true;
        },
      },
    },
  });

  // Not in `onCreate`, which is also called for an editor that is discarded at once.
  useEffect(() => latest.current.onReady?.(editor), [editor]);

  const insert = (name: string) => {
    setInsertAt(null);
    insertVariable(editor, name);
  };
  const changeChip = (fallback: string) => {
    if (chip === null) return;
    const { pos, variable } = chip;
    editor.commands.command(({ tr }) => {
      tr.setNodeMarkup(pos, undefined, { ...variable, fallback });
      return true;
    });
    setChip(null);
    editor.commands.focus();
  };
  const removeChip = () => {
    if (chip === null) return;
    const { pos } = chip;
    editor
      .chain()
      .deleteRange({ from: pos, to: pos + 1 })
      .focus()
      .run();
    setChip(null);
  };

  return (
    <>
      <EditorContent editor={editor} className={classes.holder} data-kind={kind} />
      {insertAt === null ? null : (
        <InsertMenu
          place={insertAt}
          values={values}
          onPick={insert}
          onClose={() => {
            setInsertAt(null);
            editor.commands.focus();
          }}
          // After Escape the typed brace stays in the text.
          onEscape={() => editor.commands.insertContent('{')}
        />
      )}
      {chip === null ? null : (
        <ChipMenu
          key={chip.pos}
          place={chip.place}
          variable={chip.variable}
          values={values}
          onSave={changeChip}
          onRemove={removeChip}
          onClose={() => {
            setChip(null);
            editor.commands.focus();
          }}
        />
      )}
    </>
  );
}

/** Inserts a variable at the cursor. No space follows, because a space before a comma would appear in the mail. */
export function insertVariable(editor: Editor, name: string): void {
  editor
    .chain()
    .focus()
    .insertContent({ type: 'variable', attrs: { name, fallback: '' } })
    .run();
}
