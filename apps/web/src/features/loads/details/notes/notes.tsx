import { type Load, type LoadNote, NoteKind } from '@headhaul/contracts/loads/record';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useId, useState } from 'react';
import { DrawerSection } from '../../../../shared/drawer/side-drawer.tsx';
import { formatStopWhen } from '../../../../shared/format/stop-time.ts';
import { Avatar } from '../../../../shared/list/rows/avatar.tsx';
import { useSession } from '../../../../shared/session/session-store.ts';
import { useNow } from '../../../../shared/time/use-now.ts';
import { loadChangesApi } from '../../changes.api.ts';
import classes from './notes.module.css';

const kindLabels: Record<LoadNote['kind'], string> = { DISPATCH: 'Dispatch', DRIVER: 'For the driver', BILLING: 'Billing' };

/** The office's notes about a load. */
export function Notes({ load, zone }: { load: Load; zone: string }) {
  const [isWriting, setWriting] = useState(false);
  const isOpen = load.deletedAt === null;
  return (
    <DrawerSection
      title="Notes"
      action={
        isOpen ? (
          <Tooltip label="Write a note">
            <ActionIcon
              size={24}
              className={classes.add}
              aria-label="Write a note"
              aria-expanded={isWriting}
              onClick={() => setWriting(!isWriting)}
            >
              <IconPlus size={16} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        ) : undefined
      }
    >
      {isWriting ? <NewNote loadId={load.id} onClose={() => setWriting(false)} /> : null}
      {load.notes.length === 0 && !isWriting ? <p className={classes.none}>Nothing written yet.</p> : null}
      <ul className={classes.notes}>
        {load.notes.map((note) => (
          <Note key={note.id} loadId={load.id} note={note} zone={zone} />
        ))}
      </ul>
    </DrawerSection>
  );
}

function Note({ loadId, note, zone }: { loadId: string; note: LoadNote; zone: string }) {
  const now = useNow();
  const session = useSession();
  const [remove, { isLoading }] = loadChangesApi.useRemoveNoteMutation();
  const isOwn = session !== null && note.authorName === `${session.name} ${session.familyName}`.trim();
  return (
    <li className={classes.note}>
      <Avatar name={note.authorName} size={24} />
      <div className={classes.words}>
        <p>
          <b>{note.authorName.split(' ')[0]}</b>{' '}
          <span>
            {formatStopWhen(note.createdAt, zone, now)}, {kindLabels[note.kind].toLowerCase()}
          </span>
        </p>
        <p className={classes.body}>{note.body}</p>
      </div>
      {isOwn ? (
        <ActionIcon
          size={24}
          className={classes.remove}
          aria-label="Remove this note"
          loading={isLoading}
          onClick={() => void remove({ params: { id: loadId, noteId: note.id } })}
        >
          <IconTrash size={15} stroke={1.75} />
        </ActionIcon>
      ) : null}
    </li>
  );
}

function NewNote({ loadId, onClose }: { loadId: string; onClose: () => void }) {
  const id = useId();
  const [body, setBody] = useState('');
  const [kind, setKind] = useState<LoadNote['kind']>('DISPATCH');
  const [add, { isLoading }] = loadChangesApi.useAddNoteMutation();

  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    if (body.trim() === '') return;
    const { error } = await add({ params: { id: loadId }, body: { kind, body } });
    if (error === undefined) onClose();
  };

  return (
    <form className={classes.form} onSubmit={(event) => void save(event)}>
      <label htmlFor={id}>New note</label>
      <textarea
        id={id}
        rows={3}
        maxLength={4000}
        value={body}
        placeholder="What should the others know?"
        // biome-ignore lint/a11y/noAutofocus: The field opens when a person presses the button to write a note.
        autoFocus
        onChange={(event) => setBody(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            onClose();
          }
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void save();
        }}
      />
      <div className={classes.foot}>
        <fieldset className={classes.kinds}>
          <legend>Kind of note</legend>
          {NoteKind.options.map((option) => (
            <label key={option}>
              <input type="radio" name={`${id}-kind`} checked={kind === option} onChange={() => setKind(option)} />
              {kindLabels[option]}
            </label>
          ))}
        </fieldset>
        <Button size="xs" variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button size="xs" type="submit" loading={isLoading} disabled={body.trim() === ''}>
          Save note
        </Button>
      </div>
    </form>
  );
}
