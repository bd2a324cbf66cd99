import { Button, Modal } from '@mantine/core';
import dialog from './dialog.module.css';
import { FocusBack } from './focus-back.tsx';
import classes from './stale-dialog.module.css';

interface StaleDialogProps {
  /** What it is called: "this template". */
  what: string;
  columns: readonly string[];
  /** What differs, each with its name first; an empty text is nothing. */
  rows: readonly (readonly [name: string, ...values: string[]])[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Somebody else saved first: what differs, and whose stays. */
export function StaleDialog({ what, columns, rows, onKeepMine, onTakeTheirs, onClose }: StaleDialogProps) {
  return (
    <Modal.Root opened onClose={onClose} size={640} classNames={{ content: dialog.content ?? '' }}>
      <Modal.Overlay color="#0B1220" backgroundOpacity={0.5} />
      <Modal.Content>
        <FocusBack />
        <Modal.Title className={dialog.title}>Somebody changed {what} meanwhile</Modal.Title>
        {rows.length === 0 ? (
          <p className={classes.same}>They saved the same as you have here.</p>
        ) : (
          <table className={classes.table}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([name, ...values]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {values.map((value, index) => (
                    <td key={columns[index + 1]}>{value === '' ? 'Nothing' : value}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <div className={dialog.buttons}>
          <Button variant="default" size="md" onClick={onTakeTheirs}>
            Take theirs
          </Button>
          <Button size="md" onClick={onKeepMine} data-autofocus>
            Keep mine
          </Button>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
