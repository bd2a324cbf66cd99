import { useState } from 'react';
import { TextAreaField } from '../../../shared/form/field.tsx';
import { AskDialog } from '../../../shared/ui/ask-dialog.tsx';

interface BlockDialogProps {
  name: string;
  onClose: () => void;
  onBlock: (reason: string) => void;
}

/** Asks why the broker is blocked. A dispatcher who types the broker's name into a load sees the reason. */
export default function BlockDialog({ name, onClose, onBlock }: BlockDialogProps) {
  const [reason, setReason] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const error = hasTried && reason.trim() === '' ? 'Say why' : undefined;
  return (
    <AskDialog
      title={`Block ${name}?`}
      action="Block"
      tone="danger"
      onClose={onClose}
      onSubmit={() => {
        setHasTried(true);
        if (reason.trim() !== '') onBlock(reason.trim());
      }}
    >
      <TextAreaField
        state={{ name: 'reason', value: reason, error, onChange: setReason, onBlur: () => undefined }}
        label="Why"
        help="Teammates see this when they book a load from them. The loads you have with them stay."
        maxLength={500}
      />
    </AskDialog>
  );
}
