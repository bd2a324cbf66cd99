import type { RuleDraft } from '@headhaul/contracts/boards/filter-draft';
import { type RuleField, ruleForms } from '@headhaul/contracts/boards/rule-forms';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { ListField } from './list-field.tsx';
import classes from './rule-row.module.css';

interface RuleRowProps {
  rule: RuleDraft;
  error: string | undefined;
  isReadOnly: boolean;
  onChange: (rule: RuleDraft) => void;
  onRemove: () => void;
}

/** One rule: its name, its fields with the words before them, and what is wrong with it. */
export function RuleRow({ rule, error, isReadOnly, onChange, onRemove }: RuleRowProps) {
  const { label, fields, hint } = ruleForms[rule.kind];
  const note = error ?? hint;
  return (
    <li className={classes.rule} data-rule={rule.key}>
      <div className={classes.head}>
        <span className={classes.label}>{label}</span>
        {isReadOnly ? null : (
          <ActionIcon size={28} aria-label={`Remove the rule ${label}`} className={classes.remove} onClick={onRemove}>
            <IconX size={16} stroke={1.75} />
          </ActionIcon>
        )}
      </div>
      {fields.length === 0 ? null : (
        <div className={classes.fields}>
          {fields.map((field) => (
            <div key={field.name} className={classes.field} data-type={field.type}>
              <span className={classes.word} aria-hidden="true">
                {field.words}
              </span>
              <FieldInput
                field={field}
                label={`${label}, ${field.words}`}
                rule={rule}
                hasError={error !== undefined}
                isReadOnly={isReadOnly}
                onChange={onChange}
              />
            </div>
          ))}
        </div>
      )}
      {note === undefined ? null : (
        <p className={error === undefined ? classes.hint : classes.error} role={error === undefined ? undefined : 'alert'}>
          {note}
        </p>
      )}
    </li>
  );
}

interface FieldInputProps {
  field: RuleField;
  label: string;
  rule: RuleDraft;
  hasError: boolean;
  isReadOnly: boolean;
  onChange: (rule: RuleDraft) => void;
}

function FieldInput({ field, label, rule, hasError, isReadOnly, onChange }: FieldInputProps) {
  const setText = (text: string) => onChange({ ...rule, texts: { ...rule.texts, [field.name]: text } });
  if (field.type === 'list')
    return (
      <ListField
        label={label}
        values={rule.lists[field.name] ?? []}
        options={field.options}
        example={field.example}
        isReadOnly={isReadOnly}
        onChange={(values) => onChange({ ...rule, lists: { ...rule.lists, [field.name]: values } })}
      />
    );
  const value = rule.texts[field.name] ?? '';
  if (field.type === 'choice')
    return (
      <select
        className={classes.control}
        aria-label={label}
        value={value}
        disabled={isReadOnly}
        onChange={(event) => setText(event.currentTarget.value)}
      >
        {field.options.map(({ value: one, words }) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    );
  return (
    <span className={classes.number}>
      <input
        className={classes.control}
        aria-label={`${label}, ${field.unit}`}
        aria-invalid={hasError}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        placeholder={isReadOnly ? '' : field.example}
        readOnly={isReadOnly}
        value={value}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <span className={classes.unit} aria-hidden="true">
        {field.unit}
      </span>
    </span>
  );
}
