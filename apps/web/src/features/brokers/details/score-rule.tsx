import type { BrokerDetails } from '@headhaul/contracts/brokers';
import { formatReason } from '@headhaul/domain/brokers/reasons';
import { enoughPaidLoads, grades } from '@headhaul/domain/brokers/score-weights';
import { Button, Modal } from '@mantine/core';
import dialog from '../../../shared/ui/dialog.module.css';
import { FocusBack } from '../../../shared/ui/focus-back.tsx';
import classes from './score-rule.module.css';

/** Every reason with its points, so that anybody can add up the score. */
export default function ScoreRule({ broker, onClose }: { broker: BrokerDetails; onClose: () => void }) {
  const { name, reasons, score, grade } = broker;
  const sum = reasons.reduce((total, { points }) => total + points, 0);
  return (
    <Modal.Root opened onClose={onClose} size={520} classNames={{ content: dialog.content }}>
      <Modal.Overlay color="#0B1220" backgroundOpacity={0.5} />
      <Modal.Content>
        <FocusBack />
        <Modal.Title className={dialog.title}>How the letter is made</Modal.Title>
        <div className={dialog.text}>
          <p>
            {name} starts with 50 points. Your own loads of the last 12 months add and take away most. A bad fact at FMCSA, from your factor
            or about their contacts lowers the score to a ceiling.
          </p>
          <p>
            {grades.map(([letter, atLeast]) => `${letter} from ${atLeast}`).join(', ')}. A letter needs {enoughPaidLoads} paid loads of your
            own in 12 months.
          </p>
        </div>
        <table className={classes.points} aria-label="Points">
          <thead>
            <tr>
              <th scope="col">Reason</th>
              <th scope="col">Points</th>
            </tr>
          </thead>
          <tbody>
            {reasons.map((reason) => (
              <tr key={reason.kind} data-tone={reason.tone}>
                <td>{formatReason(reason)}</td>
                <td>{formatPoints(reason.points)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>{grade === null ? 'Not enough loads for a letter' : `Letter ${grade}`}</td>
              <td>{score ?? sum}</td>
            </tr>
          </tfoot>
        </table>
        <div className={dialog.buttons}>
          <Button size="md" onClick={onClose}>
            Close
          </Button>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

function formatPoints(points: number): string {
  if (points === 0) return '0';
  return points > 0 ? `+${points}` : `−${-points}`;
}
