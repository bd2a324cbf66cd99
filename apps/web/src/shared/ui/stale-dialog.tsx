import { Button, Modal } from '@mantine/core';
import dialog from './dialog.module.css';
import { FocusBack } from './focus-back.tsx';
import classes from './stale-dialog.module.css';

interface StaleDialogProps {
  /** The name of what was changed: "this template". */
  what: string;
  columns: readonly string[];
  /** The fields that differ, each with its name first. An empty value is shown as "Nothing". */
  rows: readonly (readonly [name: string, ...values: string[]])[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Shown when another person saved first. It lists what differs and asks which version to keep. */
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
