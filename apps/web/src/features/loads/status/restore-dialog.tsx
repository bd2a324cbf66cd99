import { AskDialog } from '../../../shared/ui/ask-dialog.tsx';
import { dropRestoreQuestion, type RestoreQuestion, useRestoreLoad } from './restore-loads.ts';

/** Asks before a load leaves the bin, when its driver got another load meanwhile. */
export default function RestoreDialog({ question }: { question: RestoreQuestion }) {
  const { restore } = useRestoreLoad();
  return (
    <AskDialog
      title="The driver is on another load then"
      action="Take it out anyway"
      onClose={() => dropRestoreQuestion(question)}
      onSubmit={() => {
        dropRestoreQuestion(question);
        void restore(question.load, true);
      }}
    >
      <p>
        {question.load.loadNumber} is still in the bin. {question.words}
      </p>
    </AskDialog>
  );
}
