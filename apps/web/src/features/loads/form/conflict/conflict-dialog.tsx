import type { LoadEvent } from '@headhaul/contracts/loads/record';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { formatStopWhen } from '../../../../shared/format/stop-time.ts';
import { useNow } from '../../../../shared/time/use-now.ts';
import { loadsApi } from '../../loads.api.ts';
import classes from './conflict-dialog.module.css';
import { authorOf, type ConflictLine, firstChoices, type Side } from './conflict-merge.ts';

interface ConflictDialogProps {
  loadId: string;
  loadNumber: string;
  lines: readonly ConflictLine[];
  /** When the version that the form started from was saved. */
  since: string;
  zone: string;
  isSaving: boolean;
  onSave: (choices: Record<string, Side>) => void;
  onClose: () => void;
}

const noEvents: LoadEvent[] = [];

/** A teammate saved this load meanwhile. Shows both versions field by field, with a choice for each field. */
export default function ConflictDialog({ loadId, loadNumber, lines, since, zone, isSaving, onSave, onClose }: ConflictDialogProps) {
  const now = useNow();
  const [choices, setChoices] = useState(() => firstChoices(lines));
  const { data } = loadsApi.useListLoadEventsInfiniteQuery({ id: loadId }, { refetchOnMountOrArgChange: true });
  const events = data?.pages[0]?.events ?? noEvents;
  const last = authorOf(events, '', since);
  const others = last?.name.split(' ')[0] ?? 'A teammate';
  const both = lines.filter(({ by }) => by === 'both');
  const chooseAll = (side: Side) => setChoices(Object.fromEntries(lines.map(({ key }) => [key, side])));

  return (
    <Modal.Root opened onClose={onClose} size={760} classNames={{ content: classes.content }}>
      <Modal.Overlay color="#0B1220" backgroundOpacity={0.5} />
      <Modal.Content>
        <Modal.Title className={classes.title}>
          {others} changed {loadNumber} while you were editing
        </Modal.Title>
        <p className={classes.text}>
          {both.length === 0
            ? 'You changed different things. Check them and save; nothing of either is lost.'
            : `You both changed ${both.length === 1 ? 'one thing' : `${both.length} things`}. Choose which to keep.`}
        </p>
        <div className={classes.all}>
          <button type="button" onClick={() => chooseAll('mine')}>
            All yours
          </button>
          <button type="button" onClick={() => chooseAll('theirs')}>
            All {others}’s
          </button>
        </div>
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Yours</th>
                <th scope="col">{others}’s</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => {
                const author = line.by === 'me' ? null : authorOf(events, line.label, since);
                const note = author === null ? 'As it was' : `${author.name.split(' ')[0]}, ${formatStopWhen(author.at, zone, now)}`;
                return (
                  <tr key={line.key} data-both={line.by === 'both' || undefined}>
                    <th scope="row">
                      {line.label}
                      {line.by === 'both' ? <small>Both changed it</small> : null}
                    </th>
                    <td>
                      <Choice line={line} side="mine" choices={choices} onChoose={setChoices} />
                    </td>
                    <td>
                      <Choice line={line} side="theirs" choices={choices} onChoose={setChoices} note={note} />
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
        <div className={classes.buttons}>
          <Button variant="default" size="md" onClick={onClose}>
            Keep editing
          </Button>
          <Button size="md" loading={isSaving} onClick={() => onSave(choices)} data-autofocus>
            Save the load
          </Button>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

interface ChoiceProps {
  line: ConflictLine;
  side: Side;
  choices: Readonly<Record<string, Side>>;
  onChoose: (choices: Record<string, Side>) => void;
  note?: string;
}

function Choice({ line, side, choices, onChoose, note }: ChoiceProps) {
  const value = line[side];
  return (
    <label className={classes.choice}>
      <input
        type="radio"
        name={`conflict ${line.key}`}
        checked={choices[line.key] === side}
        onChange={() => onChoose({ ...choices, [line.key]: side })}
      />
      <span>
        {value === '' ? <i>Empty</i> : value}
        {note === undefined ? null : <small>{note}</small>}
      </span>
    </label>
  );
}
