import { TextField } from '../../shared/form/field.tsx';
import { docketError, type SignatureFields } from '../email-templates/editor/signature-layouts.public.ts';
import classes from './template-step.module.css';

interface SignaturePartProps {
  fields: SignatureFields;
  onChange: (part: Partial<SignatureFields>) => void;
  /** The typed MC number is also saved for the company. */
  isMcKept: boolean;
}

/** Four fields for the signature. */
export function SignaturePart({ fields, onChange, isMcKept }: SignaturePartProps) {
  const field = (name: 'name' | 'company' | 'mc' | 'phone') => ({
    name,
    value: fields[name],
    error: name === 'mc' ? docketError(fields.mc) : undefined,
    onChange: (value: string) => onChange({ [name]: value }),
    onBlur: () => undefined,
  });
  return (
    <fieldset className={classes.signature}>
      <legend>Signature</legend>
      <TextField state={field('name')} label="Name" maxLength={100} />
      <TextField state={field('company')} label="Company" maxLength={100} />
      <TextField
        state={field('mc')}
        label="MC"
        maxLength={20}
        inputMode="numeric"
        {...(isMcKept ? { help: 'Kept as your company’s MC, for every mail.' } : {})}
      />
      <TextField state={field('phone')} label="Phone" maxLength={40} inputMode="tel" />
    </fieldset>
  );
}

/** A signature that was written freely has no fields to show. It stays unless the user wants a new one. */
export function WrittenSignature({ onAnew }: { onAnew: () => void }) {
  return (
    <div className={classes.written}>
      <span className={classes.label}>Signature</span>
      <p>
        This mailbox has one, as the preview shows.{' '}
        <button type="button" onClick={onAnew}>
          Make a new one
        </button>
      </p>
    </div>
  );
}
