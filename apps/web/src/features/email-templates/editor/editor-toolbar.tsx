import type { MailValues } from '@headhaul/domain/mail/variables';
import { IconBold, IconBraces, IconItalic, IconLink, IconList } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { type ReactNode, useState } from 'react';
import { TextField } from '../../../shared/form/field.tsx';
import { Keycap } from '../../../shared/keyboard/keycap.tsx';
import { AskDialog } from '../../../shared/ui/ask-dialog.tsx';
import { insertVariable } from './chip-editor.public.tsx';
import classes from './editor-toolbar.module.css';
import { InsertMenu } from './insert-menu.tsx';

interface EditorToolbarProps {
  editor: Editor;
  note: string;
  /** The values of the preview. */
  values: MailValues;
}

/** Buttons for formatting, links and variables of the text below. */
export function EditorToolbar({ editor, note, values }: EditorToolbarProps) {
  const [insertAt, setInsertAt] = useState<{ left: number; top: number } | null>(null);
  const [isLinking, setIsLinking] = useState(false);
  const state = useEditorState({
    editor,
    selector: ({ editor: one }) => ({
      bold: one.isActive('bold'),
      italic: one.isActive('italic'),
      list: one.isActive('bulletList'),
      link: one.isActive('link'),
    }),
  });
  return (
    <div className={classes.bar} role="toolbar" aria-label="Text">
      <Tool label="Bold" isOn={state.bold} onClick={() => editor.chain().focus().toggleBold().run()}>
        <IconBold size={16} stroke={2} />
      </Tool>
      <Tool label="Italic" isOn={state.italic} onClick={() => editor.chain().focus().toggleItalic().run()}>
        <IconItalic size={16} stroke={2} />
      </Tool>
      <Tool label="List" isOn={state.list} onClick={() => editor.chain().focus().toggleBulletList().run()}>
        <IconList size={16} stroke={1.75} />
      </Tool>
      <Tool label="Link" isOn={state.link} onClick={() => setIsLinking(true)}>
        <IconLink size={16} stroke={1.75} />
      </Tool>
      <span className={classes.rule} />
      <button
        type="button"
        className={classes.insert}
        aria-haspopup="dialog"
        onClick={(event) => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          setInsertAt({ left, top: bottom + 4 });
        }}
      >
        <IconBraces size={16} stroke={1.75} aria-hidden="true" />
        Insert
        <span aria-hidden="true">
          <Keycap>{'{'}</Keycap>
        </span>
      </button>
      <span className={classes.note}>{note}</span>
      {insertAt === null ? null : (
        <InsertMenu
          place={insertAt}
          values={values}
          onPick={(name) => {
            setInsertAt(null);
            insertVariable(editor, name);
          }}
          onClose={() => setInsertAt(null)}
        />
      )}
      {isLinking ? <LinkDialog editor={editor} onClose={() => setIsLinking(false)} /> : null}
    </div>
  );
}

interface ToolProps {
  label: string;
  isOn: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Tool({ label, isOn, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      // The text keeps its selection.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const known = (editor.getAttributes('link') as { href?: string }).href ?? '';
  const [href, setHref] = useState(known);
  const [error, setError] = useState<string>();
  const save = () => {
    const address = href.trim();
    if (address === '') {
      editor.chain().focus().extendMarkRange('link').unsetLink().run();
      return onClose();
    }
    const whole = /^(https?:\/\/|mailto:|tel:)/i.test(address) ? address : `https://${address}`;
    if (!URL.canParse(whole)) return setError('Check this address');
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && known === '') {
      chain.insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: { href: whole } }] }).run();
    } else {
      chain.setLink({ href: whole }).run();
    }
    onClose();
  };
  return (
    <AskDialog title="Link" action={href.trim() === '' && known !== '' ? 'Remove the link' : 'Save'} onClose={onClose} onSubmit={save}>
      <TextField
        state={{ name: 'href', value: href, error, onChange: setHref, onBlur: () => undefined }}
        label="Where it leads"
        help="A page, mailto: or tel:. Leave it empty to remove the link."
        maxLength={500}
        placeholder="https://yourcompany.com"
      />
    </AskDialog>
  );
}
