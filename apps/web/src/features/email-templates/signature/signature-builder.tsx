import { plainText } from '@headhaul/domain/mail/text';
import { TextField } from '../../../shared/form/field.tsx';
import {
  buildSignature,
  docketError,
  type SignatureFields,
  type SignatureLayout,
  signatureLayouts,
} from '../editor/signature-layouts.public.ts';
import classes from './signature-editor.module.css';

interface SignatureBuilderProps {
  fields: SignatureFields;
  layout: SignatureLayout;
  onFields: (part: Partial<SignatureFields>) => void;
  onLayout: (layout: SignatureLayout) => void;
}

const names: Record<keyof SignatureFields, string> = {
  name: 'Name',
  title: 'What you do',
  company: 'Company',
  mc: 'MC',
  dot: 'USDOT',
  phone: 'Phone',
  email: 'Email',
};

/** A form for the parts of a signature and for its layout. */
export function SignatureBuilder({ fields, layout, onFields, onLayout }: SignatureBuilderProps) {
  return (
    <div className={classes.builder}>
      <fieldset className={classes.layouts}>
        <legend>Layout</legend>
        {(Object.keys(signatureLayouts) as SignatureLayout[]).map((one) => (
          <label key={one} data-on={one === layout || undefined}>
            <input type="radio" name="layout" checked={one === layout} onChange={() => onLayout(one)} />
            <b>{signatureLayouts[one]}</b>
            <span aria-hidden="true">
              {one === 'picture' ? 'Picture, then the lines' : plainText(buildSignature(one, fields, null, {}))}
            </span>
          </label>
        ))}
      </fieldset>
      <div className={classes.fields}>
        {(Object.keys(names) as (keyof SignatureFields)[]).map((key) => (
          <TextField
            key={key}
            state={{
              name: key,
              value: fields[key],
              error: key === 'mc' || key === 'dot' ? docketError(fields[key]) : undefined,
              onChange: (value) => onFields({ [key]: value }),
              onBlur: () => undefined,
            }}
            label={names[key]}
            maxLength={100}
            inputMode={key === 'mc' || key === 'dot' ? 'numeric' : undefined}
            placeholder="Optional"
          />
        ))}
      </div>
    </div>
  );
}
