import { AskDialog } from '../../../shared/ui/ask-dialog.tsx';
import { dropRestoreQuestion, type RestoreQuestion, useRestoreLoad } from './restore-loads.ts';

const titles: Record<RestoreQuestion['kind'], string> = {
  'double-booking': 'The driver is on another load then',
  factor: 'Your factor may not buy this invoice',
};

/** Asks before a load leaves the bin, when its driver got another load meanwhile or the factor speaks against it. */
export default function RestoreDialog({ question }: { question: RestoreQuestion }) {
  const { restore } = useRestoreLoad();
  return (
    <AskDialog
      title={titles[question.kind]}
      action="Restore anyway"
      onClose={() => dropRestoreQuestion(question)}
      onSubmit={() => {
        dropRestoreQuestion(question);
        void restore(question.load, question.confirmed);
      }}
    >
      <p>
        {question.load.loadNumber} is still in the trash. {question.words}
      </p>
    </AskDialog>
  );
}
