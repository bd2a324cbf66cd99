import { Modal } from '@mantine/core';
import { Keycap } from '../../../shared/keyboard/keycap.tsx';
import classes from '../status/small-dialog.module.css';

const keys: readonly [keys: string[], does: string][] = [
  [['j', 'k'], 'Next load, load before'],
  [['↵'], 'Open the load beside the list'],
  [['Esc'], 'Close it, or clear the selection'],
  [['x'], 'Select the load'],
  [['Shift', 'x'], 'Select all up to it'],
  [['s'], 'Change the status; then 1, 2, 3'],
  [['a'], 'Assign a driver'],
  [['z'], 'Undo the last action'],
  [['/'], 'Find in this view'],
  [['q'], 'Quick load in one line'],
  [['n'], 'New load'],
  [['?'], 'These keys'],
];

export default function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal.Root opened onClose={onClose} size={400} classNames={{ content: classes.content }}>
      <Modal.Overlay color="#0B1220" backgroundOpacity={0.5} />
      <Modal.Content>
        <div className={classes.head}>
          <Modal.Title className={classes.title}>Keys in the list</Modal.Title>
          <Modal.CloseButton size={32} iconSize={20} aria-label="Close" />
        </div>
        <dl className={classes.keys}>
          {keys.map(([caps, does]) => (
            <div key={does}>
              <dt>
                {caps.map((cap) => (
                  <Keycap key={cap}>{cap}</Keycap>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </Modal.Content>
    </Modal.Root>
  );
}
