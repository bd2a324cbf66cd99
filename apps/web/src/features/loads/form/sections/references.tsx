import { LoadBoard, ReferenceKind, Urgency } from '@headhaul/contracts/loads/record';
import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { SelectField, TextField } from '../../../../shared/form/field.tsx';
import classes from '../form.module.css';
import { boardLabels, formatEnum, referenceLabels } from '../labels.ts';
import type { LoadForm } from '../state.ts';
import own from './references.module.css';
import { Section } from './sections.tsx';

/** The load's numbers, and how the office sorts it: tags, load board and urgency. */
export function ReferenceSection({ form, isNew }: { form: LoadForm; isNew: boolean }) {
  const { draft, field, change } = form;
  const setReference = (index: number, part: Partial<(typeof draft.references)[number]>) =>
    change({ references: draft.references.map((one, at) => (at === index ? { ...one, ...part } : one)) });
  return (
    <Section title="References and tags">
      <div className={classes.four}>
        <TextField state={field('loadNumber')} label="Load number" maxLength={40} placeholder={isNew ? 'The next one' : ''} />
        <TextField state={field('tags')} label="Tags" maxLength={400} placeholder="hot, drop trailer" />
        <SelectField state={field('board')} label="Found on">
          {LoadBoard.options.map((one) => (
            <option key={one} value={one}>
              {boardLabels[one]}
            </option>
          ))}
        </SelectField>
        <SelectField state={field('urgency')} label="Urgency">
          {Urgency.options.map((one) => (
            <option key={one} value={one}>
              {formatEnum(one)}
            </option>
          ))}
        </SelectField>
      </div>
      {draft.references.map((reference, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: References have no id, only an order.
        <div key={index} className={own.reference}>
          <select
            aria-label={`Kind of reference ${index + 1}`}
            value={reference.kind}
            onChange={(event) => setReference(index, { kind: ReferenceKind.parse(event.currentTarget.value) })}
          >
            {ReferenceKind.options.map((one) => (
              <option key={one} value={one}>
                {referenceLabels[one]}
              </option>
            ))}
          </select>
          <input
            aria-label={`Reference ${index + 1}`}
            data-form-field={`references.${index}`}
            maxLength={100}
            value={reference.value}
            autoComplete="off"
            onChange={(event) => setReference(index, { value: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={`Remove reference ${index + 1}`}
            onClick={() => change({ references: draft.references.filter((_, at) => at !== index) })}
          >
            <IconTrash size={17} stroke={1.75} />
          </ActionIcon>
        </div>
      ))}
      <Button
        size="xs"
        variant="default"
        className={classes.add}
        leftSection={<IconPlus size={16} stroke={1.75} />}
        onClick={() => change({ references: [...draft.references, { kind: 'PO', value: '' }] })}
      >
        Add reference
      </Button>
    </Section>
  );
}
